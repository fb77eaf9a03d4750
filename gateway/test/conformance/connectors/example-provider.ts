import assert from 'node:assert/strict'
import { z } from 'zod'
import { type OauthTokens, oauthTokens, type TokenGrant } from '../../../src/core/connectors/oauth-token.ts'
import { simulatedBank } from '../../../src/core/connectors/simulated-bank/connector.ts'
import { type ProviderHttp, providerHttp } from '../../../src/core/net/provider-http.ts'
import { formatAmount, readProviderAmount } from '../../../src/core/values/money.ts'
import { simulatedBankSubject } from './subjects.ts'
import type { ProviderScript, UnderTest } from './under-test.ts'

const tokenPath = '/oauth/token'

/** The end of the address at which pushes are believed that nobody signed. They only prompt an inquiry. */
const promptPath = '/a-secret-path-of-the-kit'

const bank: ProviderScript = simulatedBankSubject.provider ?? assert.fail('the simulated bank has a network')

/** The simulated bank behind what other providers have and it has not: access tokens, and pushes of several kinds. */
export const exampleSubject: UnderTest & Required<Pick<UnderTest, 'provider'>> = {
  ...simulatedBankSubject,
  name: 'an example with access tokens and pushes',
  make: (url) => withTokens(url, (tokens, http) => async (wanted) => await tokens.call(http, grantOf(url), wanted)),
  provider: {
    ...bank,
    push: (items) => {
      const told = items.map(({ order, key, given }) => bank.notification?.(order, key, given) ?? assert.fail())
      const signed = told.map(({ body, headers }) => ({ body: body.toString(), headers }))
      return { body: Buffer.from(JSON.stringify(signed)), headers: {} }
    },
    incoming: ({ providerId, amountMinor, at, ...rest }) => ({
      status: 200,
      body: { id: providerId, amount: formatAmount(amountMinor, 'ARS'), at: at.toISOString(), ...rest },
    }),
    prompt: (key, id) => ({ body: Buffer.from(JSON.stringify({ id, key })), headers: {}, path: promptPath }),
    token: {
      isRequest: (path) => path === tokenPath,
      granted: (count) => ({ status: 200, body: { access_token: `token-${count}`, expires_in: 600 } }),
      refused: { status: 401, body: {}, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    },
  },
}

const incomingShape = z.object({
  id: z.string(),
  amount: z.string(),
  currency: z.literal('ARS'),
  reference: z.string(),
  sender: z.object({ name: z.string(), document: z.string() }),
  at: z.iso.datetime().transform((text) => new Date(text)),
})

/** Its connector with another way to call. */
export function withTokens(
  url: string,
  callBy: (tokens: OauthTokens, http: ProviderHttp) => ProviderHttp['call'],
): ReturnType<UnderTest['make']> {
  const http = providerHttp()
  const call = callBy(oauthTokens(), http)
  const right = simulatedBank({ baseUrl: url, http: { call, close: http.close } })
  return {
    ...right,
    readNotifications: (raw, account, now) => {
      if (raw.path === promptPath) {
        const { id, key } = JSON.parse(raw.body.toString()) as { id: string; key: string }
        return { events: [{ eventId: id, key }] }
      }
      if (raw.body[0] !== '['.charCodeAt(0)) return right.readNotifications?.(raw, account, now)
      const items = JSON.parse(raw.body.toString()) as { body: string; headers: Record<string, string> }[]
      const read = items.map((item) =>
        right.readNotifications?.({ body: Buffer.from(item.body), headers: item.headers }, account, now),
      )
      const events = read.flatMap((each) => each?.events ?? [])
      return events.length === 0 ? undefined : { events, dropped: items.length - events.length }
    },
    inquireIncoming: async (key, { timeoutMs }) => {
      const answer = await call({ method: 'GET', url: `${url}/incoming/${key}`, headers: {}, timeoutMs })
      if (answer.kind === 'answer' && answer.status === 404) return { kind: 'not_found' }
      const read =
        answer.kind === 'answer' && answer.status === 200 ? incomingShape.safeParse(answer.body).data : undefined
      const amountMinor = readProviderAmount(read?.amount, 'ARS')
      if (read?.id !== key || amountMinor === undefined) return { kind: 'unknown' }
      const { reference, sender, at } = read
      return { kind: 'incoming', money: { providerId: key, amountMinor, currency: 'ARS', reference, sender, at } }
    },
    notificationReply: (_raw, received) =>
      received === 'stored' ? { status: 202, type: 'text/plain', body: '[accepted]' } : undefined,
  }
}

export function grantOf(url: string): TokenGrant {
  return {
    accountId: simulatedBankSubject.account.id,
    url: `${url}${tokenPath}`,
    credentials: 'basic',
    body: 'form',
    clientId: 'client',
    clientSecret: 'secret',
    timeoutMs: 2_000,
  }
}
