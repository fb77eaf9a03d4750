import { setTimeout as sleep } from 'node:timers/promises'
import { callApi } from '../support/world-calls.ts'

const paymentsPerSecond = 20
const payoutEvery = 10

/** A gateway answers within 20 s, whatever happens. */
const answerMaxMs = 25_000

/** Ten seconds of repeating more than any drill lasts. */
const triesMax = 200

/** What a client was answered, at which moment of `performance.now()`. */
export interface ClientAnswer {
  atMs: number
  isGood: boolean
  /** `200`, `503`, a status that nobody may get, or why there was no answer. */
  what: string
}

/** A payment of which a gateway said that it took it. */
export interface Acknowledged {
  reference: string
  kind: 'payin' | 'payout'
  transactionId: string
}

/** Merchants that send at their own pace, whatever they are answered. */
export interface OpenLoad {
  answers: readonly ClientAnswer[]
  acknowledged: readonly Acknowledged[]
  /** No new payments; resolves when all that were sent are acknowledged. Throws where one never is. */
  stop(): Promise<void>
}

/** The only bad answer that a merchant may get: it was not taken, and may be sent again. */
export const refusedForNow = '503'

/** What is refused is sent again with the same reference, at the other gateway. */
export function openLoad(gateways: readonly [string, string], apiKey: string): OpenLoad {
  const answers: ClientAnswer[] = []
  const acknowledged: Acknowledged[] = []
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  let number = 0
  const pay = async (index: number) => {
    const kind = index % payoutEvery === 0 ? 'payout' : 'payin'
    const reference = `failover-${index}`
    for (let tries = 0; tries < triesMax; tries++) {
      const answer = await send(gateways[(index + tries) % 2] ?? '', apiKey, { kind, reference })
      answers.push({ atMs: performance.now(), isGood: answer.what === '200', what: answer.what })
      if (answer.transactionId !== undefined) {
        acknowledged.push({ reference, kind, transactionId: answer.transactionId })
        return
      }
      await sleep(1_000)
    }
    throw new Error(`${reference} was never taken`)
  }
  const timer = setInterval(() => {
    const paying = pay(number++)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(paying))
    underWay.add(paying)
  }, 1_000 / paymentsPerSecond)
  return {
    answers,
    acknowledged,
    stop: async () => {
      clearInterval(timer)
      await Promise.all(underWay)
      if (failures.length > 0) throw failures[0]
    },
  }
}

async function send(
  url: string,
  apiKey: string,
  { kind, reference }: Pick<Acknowledged, 'kind' | 'reference'>,
): Promise<{ what: string; transactionId?: string }> {
  const fields =
    kind === 'payin' ? { payer_doc_id: '20-26756539-3' } : { account_type: 'CBU', account: '2850590940090418135201' }
  const body = { service_code: 'BT_AR', amount: 10, reference, ...fields }
  const path = `/api/v1/payments/${kind}_hth`
  try {
    const signal = AbortSignal.timeout(answerMaxMs)
    const answer = await callApi(url, apiKey, { method: 'POST', path, body, signal })
    if (answer.status === 200) return { what: '200', transactionId: answer.body.data.transaction_id }
    const mayRepeat = answer.status !== 503 || answer.headers.get('retry-after') !== null
    return { what: mayRepeat ? String(answer.status) : '503 without Retry-After' }
  } catch (error) {
    const { name, cause } = error as Error
    return { what: (cause as NodeJS.ErrnoException | undefined)?.code ?? name }
  }
}
