import { formatAmount } from '../../src/core/values/money.ts'
import type { Chance, SimulatedReply } from '../stages/virtual/parts.ts'
import { type Call, type Merchant, objectOf, pause, readJson, untilKnown } from './client.ts'
import type { Company } from './follow-ups.ts'
import type { KnownPayment } from './memory.ts'
import { meet } from './moments.ts'

/**
 * Rounds, one after the other; what stands in one round is asked for at the same instant. A letter names the reference, the
 * number a percentage of the payment; `all`: without an amount.
 */
const ways: readonly (readonly string[])[] = [
  ['a40'],
  ['aall'],
  ['a40', 'ball'],
  ['a130', 'b70 c70'],
  ['a40 a40', 'a40 a60 aall'],
  ['aall ball c60'],
  ['a60 b60 c60', 'dall'],
]

/** How a merchant gives a pay-in back. Times in virtual milliseconds. */
export interface RefundPlan {
  /** The payment's name. */
  payment: string
  way: (typeof ways)[number]
  /** After its money came; what comes in takes some milliseconds to be known. */
  afterMs: number
  betweenMs: number
  /** Where nothing came: it is tried all the same. */
  withinMs: number
  word: 'approve' | 'reject'
}

const hourMs = 3_600_000

/** A provider takes back 1 s, 10 s or 1 h after a payment; credits are released after 1 h. */
const timesMs = [...[200, 200, 900, 1_050, 2_000, 9_950, 60_000], ...[hourMs - 50, hourMs + 100, 4 * hourMs]] as const

export function drawRefunds(chance: Chance, payment: string): RefundPlan {
  const [way, afterMs] = [chance.pick(ways), chance.pick(timesMs)]
  const betweenMs = chance.pick([0, 1_000, 60_000, 2 * hourMs])
  const withinMs = chance.pick([5_000, 60_000, 1_200_000])
  return { payment, way, afterMs, betweenMs, withinMs, word: chance.bool(0.8) ? 'approve' : 'reject' }
}

/** Asks for the refunds of a plan. Nothing happens where the pay-in stayed unknown. */
export async function refund({ stage, memory, moments }: Company, act: string, plan: RefundPlan): Promise<void> {
  const payment = await memory.known(plan.payment)
  if (!payment) return
  const merchant: Merchant = { stage, memory, act }
  const { transactionId } = payment
  await meet({ stage, moments }, act, { transactionId, meeting: plan })
  for (const [round, asks] of plan.way.entries()) {
    if (round > 0 && plan.betweenMs > 0) await pause(stage, `${act}.before-round-${round + 1}`, plan.betweenMs)
    const asked = asks.split(' ').map(async (ask, place) => {
      await askFor(merchant, payment, { ask, step: `refund-${round + 1}-${place + 1}`, plan })
    })
    await Promise.all(asked)
  }
}

type Known = KnownPayment & { transactionId: string }

async function askFor(
  merchant: Merchant,
  payment: Known,
  { ask, step, plan }: { ask: string; step: string; plan: RefundPlan },
): Promise<void> {
  const { point, currency, amountMinor, transactionId, apiKey } = payment
  const [name, percent] = [ask.slice(0, 1), ask.slice(1)]
  const partMinor = percent === 'all' ? amountMinor : (amountMinor * BigInt(percent)) / 100n
  const amount = percent === 'all' ? {} : { amount: Number(formatAmount(partMinor, currency)) }
  const body = JSON.stringify({ reference: `refund-${payment.name}-${name}`, ...amount })
  const path = `/payments/${transactionId}/refunds`
  const reply = await untilTaken(merchant, { step, point, apiKey, method: 'POST', path, body })
  if (reply.kind === 'broken') return
  const { refund_id: id, status_reason: reason } = objectOf(readJson(reply.body)['data'])
  if (typeof id !== 'string') return
  const other = point.apiKeys.find((key) => key !== apiKey) ?? apiKey
  const waits = reason === 'awaiting_approval'
  if (waits) await pause(merchant.stage, `${merchant.act}.before-${step}-word`, plan.afterMs)
  const next = waits
    ? ({ method: 'POST', path: `/payments/${id}/${plan.word}` } as const)
    : ({ method: 'GET', path: `/refunds/${id}` } as const)
  await untilTaken(merchant, { step: `${step}-next`, point, apiKey: other, ...next })
}

/** Waits between tries: as long as nobody knows what a try did, and twice while the payment is not completed yet. */
const pausesMs = [500, 10_000, 60_000, 600_000, hourMs, 2 * hourMs] as const
const earlyTries = 2

async function untilTaken(merchant: Merchant, wanted: Call): Promise<SimulatedReply> {
  return await untilKnown(merchant, wanted, pausesMs, (reply, place) => {
    return reply.kind === 'reply' && reply.status === 409 && reply.body.includes('PENDING') && place < earlyTries
  })
}
