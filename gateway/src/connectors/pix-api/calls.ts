import { z } from 'zod'
import type { ProviderAnswer } from '../../net/provider-http.ts'
import { accessTokens } from '../access-tokens.ts'
import { accountClients } from '../account-clients.ts'
import type { CallContext, ConnectorAccount } from '../connector.ts'
import { credentialsOf, type PixCredentials } from './credentials.ts'
import { type Psp, psps } from './psp.ts'

/** What the gateway asks to be allowed. */
const scope = 'cob.write cob.read pix.write pix.read webhook.write webhook.read'

/** The life of a token whose answer does not say it. */
const tokenLifeSeconds = 60

const tokenAnswer = z.object({ access_token: z.string().min(1).max(8_000), expires_in: z.coerce.number().optional() })

export interface PixRequest {
  method: 'GET' | 'PUT' | 'PATCH'
  /** From the API's address on, with a leading `/`. */
  path: string
  query?: Readonly<Record<string, string>>
  body?: unknown
}

export interface PixCalls {
  /** A call of the API with the account's token and client certificate. */
  call(context: Pick<CallContext, 'account' | 'timeoutMs'>, wanted: PixRequest): Promise<ProviderAnswer>
  close(): Promise<void>
}

export function pixCalls(): PixCalls {
  const clients = accountClients((account) => {
    const { certificate, private_key: key, authority } = credentialsOf(account)
    return {
      ...(certificate === undefined ? {} : { cert: certificate }),
      ...(key === undefined ? {} : { key }),
      ...(authority === undefined ? {} : { ca: authority }),
    }
  })
  const tokens = accessTokens({
    ask: async (account, timeoutMs) => await askForToken(clients.of(account).call, account, timeoutMs),
    read: (body) => {
      const read = tokenAnswer.safeParse(body)
      if (!read.success) return undefined
      const { access_token: token, expires_in: seconds = tokenLifeSeconds } = read.data
      return { token, lifeMs: seconds * 1_000 }
    },
  })
  return {
    call: async ({ account, timeoutMs }, wanted) => {
      const credentials = credentialsOf(account)
      return await tokens.call(account, timeoutMs, async (token, leftMs) =>
        clients.of(account).call({
          method: wanted.method,
          url: urlOf(credentials, wanted),
          headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
          timeoutMs: leftMs,
          ...(wanted.body === undefined ? {} : { body: { json: wanted.body } }),
        }),
      )
    },
    close: clients.close,
  }
}

async function askForToken(
  send: ReturnType<ReturnType<typeof accountClients>['of']>['call'],
  account: ConnectorAccount,
  timeoutMs: number,
): Promise<ProviderAnswer> {
  const { psp, token_url: url, token_body: body, client_id: id, client_secret: secret } = credentialsOf(account)
  const known: Psp = psps[psp]
  const grant = { grant_type: 'client_credentials' }
  return await send({
    method: 'POST',
    url: url ?? known.token ?? '',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      accept: 'application/json',
    },
    body: (body ?? known.tokenBody) === 'json' ? { json: grant } : { form: { ...grant, scope } },
    timeoutMs,
  })
}

function urlOf({ psp, base_url: base, app_key: appKey }: PixCredentials, { path, query }: PixRequest): string {
  const known: Psp = psps[psp]
  const url = new URL(`${(base ?? known.base ?? '').replace(/\/$/, '')}${path}`)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  if (known.appKeyParameter !== undefined && appKey !== undefined) url.searchParams.set(known.appKeyParameter, appKey)
  return url.href
}
