import { randomBytes } from 'node:crypto'
import { toIso } from '../clock.ts'
import { cardRule } from '../orders/cards.ts'
import type { LateRefusal, Order, OrderFacts, State, Timer } from '../orders/order.ts'
import { contentHash, type OrderBody } from '../orders/order-body.ts'
import type { Reason } from '../orders/reasons.ts'
import { type Plan, planFor, refusedPlan, type Step } from '../orders/scenarios.ts'
import { ARRIVALS_MAX, type Bank, ORDERS_MAX, record, TOMBSTONES_MAX } from './bank.ts'
import { fireTimer } from './fire-timer.ts'
import { reversibleMinor } from './money-moves.ts'

export type Submission =
  | { kind: 'order'; order: Order; answer: Plan['answer'] }
  | { kind: 'conflict' }
  | { kind: 'refused'; status: 503 | 429 }
  | { kind: 'forgotten' }
  /** It arrived after its deadline, or after its key was cancelled. */
  | { kind: 'late'; why: LateRefusal }
  | { kind: 'full' }

/**
 * Takes an order. The same key with the same content gives the same order again and never moves money a second time;
 * with other content it is a conflict. All of it happens within one turn of the event loop, so that parallel calls
 * with one key cannot both be first. The caller answers after `journal.settled()`.
 */
export function submitOrder(bank: Bank, key: string, submitted: { body: OrderBody; channel: Channel }): Submission {
  const { body, channel } = submitted
  const known = bank.book.orders.get(key)
  if (known) {
    const same = known.content_hash === contentHash(body, bank.contentKey)
    return same ? { kind: 'order', order: known, answer: 'given' } : { kind: 'conflict' }
  }
  const why = bank.lateOrders === 'refuse' ? whyLate(bank, key, body) : undefined
  if (why !== undefined) {
    record(bank, { type: 'late_order_refused', key, why })
    return { kind: 'late', why }
  }
  if (bank.book.orders.size >= ORDERS_MAX) return { kind: 'full' }
  const plan = planOf(bank, submitted)
  if (plan.forgotten) {
    record(bank, { type: 'request_forgotten', key })
    return { kind: 'forgotten' }
  }
  if (plan.delayed && channel === 'single') {
    delayOrder(bank, key, body)
    return { kind: 'forgotten' }
  }
  if (refuseFirst(bank, key, plan)) return { kind: 'refused', status: plan.firstRefusal ?? 503 }
  return { kind: 'order', order: receiveOrder(bank, key, { body, plan }), answer: plan.answer }
}

/** `delayed`: the order was on its way for a while, and arrives now. */
export type Channel = 'single' | 'batch' | 'delayed'

function whyLate(bank: Bank, key: string, { execute_before: before }: OrderBody): LateRefusal | undefined {
  if (bank.book.tombstones.has(key)) return 'key_cancelled'
  return before !== undefined && bank.clock.nowMs() >= Date.parse(before) ? 'deadline_passed' : undefined
}

/** Lets an order arrive later. One with a card is lost on the way instead: a card must not outlive its call. */
export function delayOrder(bank: Bank, key: string, body: OrderBody): void {
  const delayMs = bank.delays.arrivalMs
  if (body.card || bank.arrivals.size() >= ARRIVALS_MAX) {
    record(bank, { type: 'request_forgotten', key })
    return
  }
  record(bank, { type: 'request_delayed', key, delay_ms: delayMs })
  bank.arrivals.add(bank.clock.nowMs() + delayMs, { key, body })
}

/**
 * Cancels a key that the bank does not know: an order that arrives under it later is refused, and a restart does not
 * forget it. False where no more of them can be kept.
 */
export function leaveTombstone(bank: Bank, key: string): boolean {
  if (bank.book.tombstones.has(key)) return true
  if (bank.book.tombstones.size >= TOMBSTONES_MAX) return false
  record(bank, { type: 'key_cancelled', key })
  return true
}

/**
 * Whether this order must be refused once (scenarios 07 and 15), and notes that it was. A batch asks for all of its
 * orders before it takes the first, because it can only be refused as a whole.
 */
export function mustRefuseFirst(bank: Bank, key: string, body: OrderBody): boolean {
  if (bank.book.orders.has(key)) return false
  return refuseFirst(bank, key, planOf(bank, { body, channel: 'batch' }))
}

function refuseFirst(bank: Bank, key: string, plan: Plan): boolean {
  if (plan.firstRefusal === undefined || bank.book.refusedOnce.has(key)) return false
  record(bank, { type: 'request_refused', key, http_status: plan.firstRefusal })
  return true
}

function planOf(bank: Bank, { body, channel }: { body: OrderBody; channel: Channel }): Plan {
  const refusal =
    body.refund_of === undefined ? undefined : refundRefusal(bank, body.refund_of, BigInt(body.amount_minor))
  if (refusal !== undefined) return refusedPlan(refusal)
  return planFor(
    {
      direction: body.direction,
      kind: body.kind,
      amountMinor: body.amount_minor,
      decimals: body.decimals,
      expires: body.expires_at !== undefined,
      card: body.card && cardRule(body.card.number),
      channel: channel === 'batch' ? 'batch' : 'single',
    },
    bank.delays,
  )
}

/** Why a pay-in's money does not go back: the bank does not know it as paid, or not so much of it is left. */
function refundRefusal(bank: Bank, payinKey: string, amountMinor: bigint): Reason | undefined {
  const payin = bank.book.orders.get(payinKey)
  if (payin?.facts.direction !== 'in' || payin.executed === 0) return 'invalid_account'
  const refunds = (bank.book.refunds.get(payinKey) ?? []).filter(({ progress }) => !failed.has(progress.state))
  const refundedMinor = refunds.reduce((sum, { facts }) => sum + BigInt(facts.amount_minor), 0n)
  return refundedMinor + amountMinor > reversibleMinor(payin) ? 'insufficient_funds' : undefined
}

const failed: ReadonlySet<State> = new Set<State>(['rejected', 'cancelled', 'returned'])

function receiveOrder(bank: Bank, key: string, { body, plan }: { body: OrderBody; plan: Plan }): Order {
  const nowMs = bank.clock.nowMs()
  const timers = plan.steps.map((step, index) =>
    timerOf(step, { number: index + 1, nowMs, expiresAt: body.expires_at }),
  )
  record(bank, {
    type: 'order_received',
    key,
    number: bank.book.byNumber.length + 1,
    token: randomBytes(16).toString('base64url'),
    content_hash: contentHash(body, bank.contentKey),
    scenario: plan.scenario,
    received_at: toIso(nowMs),
    facts: factsOf(body),
    state: plan.state,
    ...(plan.challenge && { challenge: plan.challenge }),
    timers,
  })
  const order = bank.book.orders.get(key)
  if (!order) throw new Error('an order that was received is not in the book')
  plan.steps.forEach((step, index) => {
    const timer = timers[index]
    if (!timer) return
    // The answer reports what happens within it. It is a timer all the same: if the process dies between
    // the two lines of the journal, the restart finds it due.
    if (step.when === 'at_once') fireTimer(bank, order, { ...timer, quiet: true })
    else bank.timers.add(timer.at_ms, { order, timer })
  })
  return order
}

function timerOf(step: Step, at: { number: number; nowMs: number; expiresAt: string | undefined }): Timer {
  const quiet = step.quiet ? ({ quiet: true } as const) : {}
  return { number: at.number, at_ms: dueAt(step, at), act: step.act, ...quiet }
}

function dueAt({ when }: Step, at: { nowMs: number; expiresAt: string | undefined }): number {
  if (when === 'at_once') return at.nowMs
  if ('afterMs' in when) return at.nowMs + when.afterMs
  return (at.expiresAt === undefined ? at.nowMs : Date.parse(at.expiresAt)) + when.afterExpiryMs
}

/** What is kept: of the card only BIN, last four and brand. */
function factsOf(body: OrderBody): OrderFacts {
  const { card, ...facts } = body
  if (!card) return facts
  return { ...facts, card: { bin: card.number.slice(0, 6), last4: card.number.slice(-4), brand: card.brand } }
}
