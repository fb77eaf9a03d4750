import { exampleSubject, grantOf, withTokens } from './example-provider.ts'
import type { UnderTest } from './under-test.ts'

/** Mistakes about access tokens, with the case of the kit that must find each. */
export const tokenFaults = {
  'takes a token that it did not get for an order that it sent':
    'a token that cannot be had means that the order was surely not sent',
  'sends without a token': 'a token that cannot be had means that the order was surely not sent',
  'sends with the refused token again':
    'an order whose token is refused is sent once more with a new one, and then no more',
  'sends until a token is good': 'an order whose token is refused is sent once more with a new one, and then no more',
} as const

export type TokenFault = keyof typeof tokenFaults

/** The connector of the example with one mistake. */
export function faultyTokens(fault: TokenFault): UnderTest {
  return { ...exampleSubject, name: `a connector that ${fault}`, make: (url) => mistaken(fault, url) }
}

function mistaken(fault: TokenFault, url: string): ReturnType<UnderTest['make']> {
  const grant = grantOf(url)
  return withTokens(url, (tokens, http) => async (wanted) => {
    if (fault === 'sends with the refused token again') {
      return await tokens.call(http, { ...grant, isTokenRefused: () => false }, wanted)
    }
    const answer = await tokens.call(http, grant, wanted)
    if (fault === 'sends until a token is good') {
      const isRefused = answer.kind === 'answer' && answer.status === 401
      return isRefused ? await tokens.call(http, grant, wanted) : answer
    }
    if (answer.kind !== 'failed' || answer.outcome.kind !== 'not_sent') return answer
    if (fault === 'sends without a token') return await http.call(wanted)
    return { kind: 'failed', outcome: { kind: 'unknown', why: 'server_error' } }
  })
}
