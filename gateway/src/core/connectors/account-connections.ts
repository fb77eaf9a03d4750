import { createHash } from 'node:crypto'
import { parseNetworks } from '../net/address-guard.ts'
import { type OnAnswer, type ProviderHttp, providerHttp } from '../net/provider-http.ts'
import { hostResolver, type ResolveHost } from '../net/resolve-host.ts'
import type { ConnectorAccount } from './connector.ts'

/** Accounts with connections at a time. Beyond it, the one that was called least recently is closed. */
const accountsMax = 500

/** A client that was replaced takes calls for this long: of those that hold it and wait for their token. */
const graceMs = 30_000

/** The client's side of TLS, PEM. `ca`: the only authorities that are believed; Node's where it is omitted. */
export interface AccountTls {
  cert?: string
  key?: string
  ca?: string
}

export interface AccountConnections {
  /** The client of an account, for one call: ask again for the next. It calls only `hosts`. */
  of(
    account: Pick<ConnectorAccount, 'id' | 'environment'>,
    wanted: { tls: AccountTls; hosts: readonly string[] },
  ): ProviderHttp
  close(): Promise<void>
}

export interface ConnectionOptions {
  /** Networks that test accounts may reach besides public addresses (`CALLBACK_ALLOW_CIDRS`). */
  allowCidrs: readonly string[]
  /** Default: the machine's name servers. */
  resolve?: ResolveHost
  onAnswer?: OnAnswer | undefined
}

/**
 * Connections of connector accounts whose addresses and certificates people typed. Each account has its own; where its
 * certificate or its hosts change, a new client takes over; the old one takes no more calls after 30 seconds, and closes when its
 * open ones have ended.
 */
export function accountConnections({
  allowCidrs,
  resolve = hostResolver(),
  onAnswer,
}: ConnectionOptions): AccountConnections {
  const clients = new Map<string, { fingerprint: string; http: ProviderHttp }>()
  const retired = new Set<() => Promise<void>>()
  const retire = ({ http }: { http: ProviderHttp }) => {
    const end = async () => {
      clearTimeout(timer)
      await http.close()
      retired.delete(end)
    }
    const timer = setTimeout(() => void end(), graceMs).unref()
    retired.add(end)
  }
  return {
    of: ({ id, environment }, { tls, hosts }) => {
      const fingerprint = createHash('sha256')
        .update(JSON.stringify([environment, tls, hosts]))
        .digest('hex')
      const known = clients.get(id)
      clients.delete(id)
      if (known && known.fingerprint !== fingerprint) retire(known)
      const allowed = environment === 'test' ? parseNetworks(allowCidrs) : []
      const current =
        known?.fingerprint === fingerprint
          ? known
          : { fingerprint, http: providerHttp({ resolve, allowed, ports: undefined, tls, hosts, onAnswer }) }
      clients.set(id, current)
      const [oldest] = clients
      if (clients.size > accountsMax && oldest) {
        clients.delete(oldest[0])
        retire(oldest[1])
      }
      return current.http
    },
    close: async () => {
      for (const each of clients.values()) retire(each)
      clients.clear()
      await Promise.all([...retired].map(async (end) => await end()))
    },
  }
}
