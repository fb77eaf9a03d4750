import assert from 'node:assert/strict'
import { type OauthTokens, oauthTokens, type TokenGrant } from '../../../src/core/connectors/oauth-token.ts'
import { simulatedBank } from '../../../src/core/connectors/simulated-bank/connector.ts'
import { type ProviderHttp, providerHttp } from '../../../src/core/net/provider-http.ts'
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
    prompt: (key, id) => ({ body: Buffer.from(JSON.stringify({ id, key })), headers: {}, path: promptPath }),
    token: {
      isRequest: (path) => path === tokenPath,
      granted: (count) => ({ status: 200, body: { access_token: `token-${count}`, expires_in: 600 } }),
      refused: { status: 401, body: {}, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    },
  },
}

/** Its connector with another way to call. */
export function withTokens(
  url: string,
  callBy: (tokens: OauthTokens, http: ProviderHttp) => ProviderHttp['call'],
): ReturnType<UnderTest['make']> {
  const http = providerHttp()
  const right = simulatedBank({ baseUrl: url, http: { call: callBy(oauthTokens(), http), close: http.close } })
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
