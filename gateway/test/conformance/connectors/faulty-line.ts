import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { simulatedBank } from '../../../src/core/connectors/simulated-bank/connector.ts'
import { type ProviderHttp, providerHttp } from '../../../src/core/net/provider-http.ts'
import type { Fault } from './faulty-connector.ts'
import type { UnderTest } from './under-test.ts'

type Call = Parameters<ProviderHttp['call']>[0]

/**
 * The connector of the simulated bank with a mistake between it and the line: it sees what it asked for where the
 * provider said something else. Undefined for mistakes of another kind.
 */
export function onTheWay(fault: Fault, baseUrl: string): ReturnType<UnderTest['make']> | undefined {
  const http = providerHttp()
  const bank = (call: ProviderHttp['call']) => simulatedBank({ baseUrl, http: { call, close: http.close } })
  const believing = (asked: (wanted: Call) => object) =>
    bank(async (wanted) => {
      const answer = await http.call(wanted)
      if (answer.kind === 'failed' || !isOrder(answer.body)) return answer
      return { ...answer, body: { ...answer.body, ...asked(wanted) } }
    })
  const sent = (wanted: Call, field: 'amount_minor' | 'currency') => {
    const body = wanted.body && 'json' in wanted.body ? (wanted.body.json as Record<string, unknown>) : undefined
    return body?.[field] === undefined ? {} : { [field]: body[field] }
  }
  switch (fault) {
    case 'takes any answer for its own':
      return believing(({ url }) => ({ key: url.split('/').at(-1) }))
    case 'does not look at the amount':
      return believing((wanted) => sent(wanted, 'amount_minor'))
    case 'does not look at the currency':
      return believing((wanted) => sent(wanted, 'currency'))
    case 'believes any certificate':
      return bank(async ({ url, method, headers }) => {
        const call = request(url, { method, headers, rejectUnauthorized: false }).end()
        const [response] = (await once(call, 'response')) as [IncomingMessage]
        const text = (await response.toArray()).join('')
        return { kind: 'answer', status: 200, headers: {}, text, body: JSON.parse(text), retryAfterMs: undefined }
      })
    case 'sends twice to be sure':
      return bank(async (wanted) => {
        await http.call(wanted)
        return await http.call(wanted)
      })
    default:
      return undefined
  }
}

function isOrder(body: unknown): body is object {
  return typeof body === 'object' && body !== null && 'key' in body
}
