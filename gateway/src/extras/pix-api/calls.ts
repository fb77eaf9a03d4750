import type { AccountConnections } from '../../core/connectors/account-connections.ts'
import type { CallContext } from '../../core/connectors/connector.ts'
import { type OauthTokens, oauthTokens } from '../../core/connectors/oauth-token.ts'
import type { ProviderAnswer, ProviderRequest } from '../../core/net/provider-http.ts'
import { stopwatch } from '../../core/platform/clock/clock.ts'
import { valuesOf } from './credentials.ts'
import { addressesOf, pixScope, pspOf } from './psp.ts'

/** A call of the Pix API. `path` begins with a slash and holds only what needs no escaping. */
export interface PixRequest {
  method: ProviderRequest['method']
  path: string
  query?: Readonly<Record<string, string>>
  json?: unknown
}

export type PixCalls = (
  context: Pick<CallContext, 'account' | 'timeoutMs'>,
  wanted: PixRequest,
) => Promise<ProviderAnswer>

const tooLate = { kind: 'failed', outcome: { kind: 'unknown', why: 'timeout' } } as const

/** The same calls, all within the time of one. What the first one may have sent is then not known. */
export function within(call: PixCalls, context: Pick<CallContext, 'account' | 'timeoutMs'>): PixCalls {
  const passedMs = stopwatch()
  return async (_, wanted) => {
    const timeoutMs = Math.floor(context.timeoutMs - passedMs())
    return timeoutMs < 1 ? tooLate : await call({ ...context, timeoutMs }, wanted)
  }
}

const refused = { kind: 'failed', outcome: { kind: 'not_sent', why: 'refused_by_us' } } as const

/** Calls with the account's certificate, its token, and what its PSP asks for besides. Only its own hosts are reached. */
export function pixCalls(connections: AccountConnections, tokens: OauthTokens = oauthTokens()): PixCalls {
  return async ({ account, timeoutMs }, { method, path, query, json }) => {
    const values = valuesOf(account)
    const addresses = addressesOf(values, account.environment)
    if (!addresses) return refused
    const psp = pspOf(values)
    const { certificate: cert, private_key: key, ca } = values
    const http = connections.of(account, {
      tls: { ...(cert && { cert }), ...(key && { key }), ...(ca && { ca }) },
      hosts: [addresses.base, addresses.token].map((each) => new URL(each).hostname),
    })
    const url = new URL(`${addresses.base}${path}`)
    for (const [name, value] of Object.entries({ ...psp.query?.(values), ...query })) url.searchParams.set(name, value)
    const grant = {
      ...({
        accountId: account.id,
        url: addresses.token,
        credentials: 'basic',
        body: psp.tokenBody,
        scope: pixScope,
      } as const),
      clientId: values['client_id'] ?? '',
      clientSecret: values['client_secret'] ?? '',
      timeoutMs,
      // What the token may not do is refused by 403. Not every PSP says why it refuses the token itself.
      isTokenRefused: () => true,
    }
    return await tokens.call(http, grant, {
      ...{ method, url: url.href, timeoutMs },
      headers: { accept: 'application/json', ...psp.headers?.(values) },
      ...(json !== undefined && { body: { json } }),
    })
  }
}
