import { isIP } from 'node:net'
import type { Environment } from '../values/environment.ts'
import { isAllowedAddress, parseNetworks } from './address-guard.ts'
import { DnsFailure, hostResolver, type ResolveHost } from './resolve-host.ts'

export interface HostCheckOptions {
  /** Networks that test points may reach besides public addresses. */
  allowCidrs: readonly string[]
  /** The machine's name servers without it. */
  resolve?: ResolveHost
}

/**
 * Says when an address is saved that its name leads where no callback may go. Early feedback: the check that counts is
 * made where the socket connects, because a name may lead elsewhere later. A name that does not resolve yet is taken.
 */
export function hostChecker({ allowCidrs, resolve = hostResolver() }: HostCheckOptions) {
  const networks = parseNetworks(allowCidrs)
  return async (url: string, environment: Environment): Promise<string | undefined> => {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
    const allowed = environment === 'test' ? networks : []
    try {
      const found = isIP(host) === 0 ? (await resolve(host)).map(({ address }) => address) : [host]
      // One that is not public spoils all: which of them a connection takes nobody knows.
      const bad = found.find((address) => !isAllowedAddress(address, allowed))
      return bad === undefined ? undefined : `${host} leads to ${bad}, which is not a public address.`
    } catch (error) {
      if (error instanceof DnsFailure) return undefined
      throw error
    }
  }
}
