import { isIP } from 'node:net'
import { say, type Text } from '../texts/messages/say.ts'
import type { Environment } from '../values/environment.ts'
import { isAllowedAddress, isMetadataAddress, parseNetworks } from './address-guard.ts'
import { listenCommand } from './callback-url.ts'
import { DnsFailure, hostResolver, type ResolveHost } from './resolve-host.ts'

export interface HostCheckOptions {
  /** Networks that test points may reach besides public addresses. */
  allowCidrs: readonly string[]
  /** Default: the machine's name servers. */
  resolve?: ResolveHost
}

/** What is wrong with a host, as a sentence. A warning does not prevent that its address is saved. */
export type HostFault = { kind: 'refused' | 'warning'; message: Text }

/**
 * Resolves the host of a callback address when it is saved, and says if it leads to a forbidden address. This is early
 * feedback: the decisive check is made when the socket connects, because a name may change. A name that does not resolve
 * yet is accepted with a warning.
 */
export function hostChecker({ allowCidrs, resolve = hostResolver() }: HostCheckOptions) {
  const networks = parseNetworks(allowCidrs)
  return async (url: string, environment: Environment): Promise<HostFault | undefined> => {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
    const allowed = environment === 'test' ? networks : []
    try {
      const found = isIP(host) === 0 ? (await resolve(host)).map(({ address }) => address) : [host]
      // One forbidden address is enough to refuse the name: a connection may use any of its addresses.
      const bad = found.find((address) => !isAllowedAddress(address, allowed))
      if (bad === undefined) return undefined
      const isOwnServer = environment === 'test' && !isMetadataAddress(bad)
      const message = isOwnServer
        ? say('url.not_public_own', { host, address: bad, command: listenCommand(new URL(url)) })
        : say('url.not_public', { host, address: bad })
      return { kind: 'refused', message }
    } catch (error) {
      if (!(error instanceof DnsFailure)) throw error
      if (error.ours) return undefined
      return { kind: 'warning', message: say('url.unknown_host', { host }) }
    }
  }
}
