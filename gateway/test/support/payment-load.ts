import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from './eventually.ts'
import type { Answer, Wire } from './world.ts'
import { callApi } from './world-calls.ts'

/** How often a request is repeated that a gateway without a free place or connection sends away. */
const triesMax = 200

/** A payment that the gateway said it took. */
export interface Acknowledged {
  transactionId: string
  reference: string
  kind: 'payin' | 'payout'
  /** What the payer was told to quote; undefined for payouts. */
  targetReference: string | undefined
}

export interface PaymentLoad {
  made: readonly Acknowledged[]
  /** Makes one now. */
  create(kind: 'payin' | 'payout'): Promise<Acknowledged>
  /** From now on the loops make pay-ins only; resolves when no payout of theirs is under way any more. */
  noMorePayouts(): Promise<void>
  /** Resolves when so many more than now were made. */
  more(count: number): Promise<void>
  /** Ends after the payments under way. Throws what went wrong on the way. */
  stop(): Promise<void>
}

/** As a merchant does it: a 503 says that nothing was made, and the same request is sent again. */
async function answerTo(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await send()
    if (answer.status !== 503 || tries >= triesMax) return answer
    await sleep(100)
  }
}

/** Pay-ins, and payouts in every third place, from several loops at once until it is stopped. */
export function paymentLoad(url: string, apiKey: string, loops = 4): PaymentLoad {
  const made: Acknowledged[] = []
  const name = Math.random().toString(36).slice(2)
  let number = 0
  let isOver = false
  let withPayouts = true
  const create = async (kind: 'payin' | 'payout'): Promise<Acknowledged> => {
    const reference = `${name}-${number++}`
    const fields =
      kind === 'payin' ? { payer_doc_id: '20-26756539-3' } : { account_type: 'CBU', account: '2850590940090418135201' }
    const body = { service_code: 'BT_AR', amount: 10, reference, ...fields }
    const answer = await answerTo(
      async () => await callApi(url, apiKey, { method: 'POST', path: `/api/v1/payments/${kind}_hth`, body }),
    )
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const data: Wire = answer.body.data
    const payment = {
      transactionId: data.transaction_id,
      reference,
      kind,
      targetReference: data.target_account_reference,
    }
    made.push(payment)
    return payment
  }
  const running = Promise.all(
    Array.from({ length: loops }, async () => {
      while (!isOver) await create(withPayouts && number % 3 === 0 ? 'payout' : 'payin')
    }),
  )
  // Whoever stops it hears of it.
  running.catch(() => undefined)
  const more = async (count: number) => {
    const wanted = made.length + count
    await Promise.race([
      running,
      eventually(() => made.length >= wanted || undefined, `${count} more payments`, 300_000),
    ])
  }
  return {
    made,
    create,
    more,
    noMorePayouts: async () => {
      withPayouts = false
      // Each loop has one under way: one of them may make all of these, so they are counted twice over.
      await more(2 * loops)
      const payouts = () => made.filter(({ kind }) => kind === 'payout').length
      for (let last = -1; last !== payouts(); await more(loops)) last = payouts()
    },
    stop: async () => {
      isOver = true
      await running
    },
  }
}
