import { type ClientTls, type ProviderHttp, providerHttp } from '../net/provider-http.ts'
import type { ConnectorAccount } from './connector.ts'

/** Clients that are kept. Beyond this number the one that was used longest ago is closed. */
const clientsMax = 1_000

/** The HTTP clients of a connector's accounts. */
export interface AccountClients {
  /**
   * The client of an account, with sockets of its own. New credentials give a new client; the calls of the old one run to
   * their end. Throws where the certificate or the key is no PEM.
   */
  of(account: ConnectorAccount): ProviderHttp
  close(): Promise<void>
}

/** `tlsOf` reads the client certificate of an account from its credentials. It is called once for each of them. */
export function accountClients(tlsOf: (account: ConnectorAccount) => ClientTls): AccountClients {
  const clients = new Map<string, { credentials: string; http: ProviderHttp }>()
  const closing = new Set<Promise<void>>()
  const end = (http: ProviderHttp) => {
    const ended: Promise<void> = http.close().finally(() => closing.delete(ended))
    closing.add(ended)
  }
  return {
    of(account) {
      const known = clients.get(account.id)
      clients.delete(account.id)
      const isSame = known?.credentials === account.credentials
      if (known && !isSame) end(known.http)
      const http = known && isSame ? known.http : providerHttp(tlsOf(account))
      clients.set(account.id, { credentials: account.credentials, http })
      const [oldest] = clients
      if (clients.size > clientsMax && oldest) {
        clients.delete(oldest[0])
        end(oldest[1].http)
      }
      return http
    },
    async close() {
      for (const { http } of clients.values()) end(http)
      clients.clear()
      await Promise.all(closing)
    },
  }
}
