import { type OauthTokens, oauthTokens, type TokenGrant } from '../../../src/core/connectors/oauth-token.ts'
import { simulatedBank } from '../../../src/core/connectors/simulated-bank/connector.ts'
import { type ProviderHttp, providerHttp } from '../../../src/core/net/provider-http.ts'
import { simulatedBankSubject } from './subjects.ts'
import type { UnderTest } from './under-test.ts'

const tokenPath = '/oauth/token'

/** The simulated bank behind what other providers have and it has not: access tokens. */
export const exampleSubject: UnderTest & Required<Pick<UnderTest, 'provider'>> = {
  ...simulatedBankSubject,
  name: 'an example with access tokens',
  make: (url) => withTokens(url, (tokens, http) => async (wanted) => await tokens.call(http, grantOf(url), wanted)),
  provider: {
    ...(simulatedBankSubject.provider ?? { answer: () => undefined, notFound: { status: 404, body: {} } }),
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
  return simulatedBank({ baseUrl: url, http: { call: callBy(oauthTokens(), http), close: http.close } })
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
