import { present } from '../../src/core/values/assert.ts'
import type { RejectReason } from '../../src/core/values/outcome.ts'
import type { Moments } from '../merchant/moments.ts'
import type { Stage } from '../stages/virtual/parts.ts'
import { movedMinor, type OpenOrder, type ProviderRecords, refundedMinor } from './book.ts'
import { reportUpdate } from './news.ts'
import { type Payment, type Plan, type PlanTable, planTableOf, returnPlans, type Step, type When } from './plans.ts'

const secondMs = 1_000

/** A payer needs 2 s and up to so much more. */
const payerFirstMs = 2 * secondMs
const payerSpreadMs = 6 * secondMs

const rejectReasons: readonly RejectReason[] = ['insufficient_funds', 'invalid_account', 'declined', 'limit_exceeded']

/** A document that belongs to no payer of a simulated merchant. */
const otherDocument = '99999999999'

export interface Life {
  stage: Stage
  book: ProviderRecords
  moments: Moments
}

/** Decides what becomes of an order that was accepted just now, and lets it happen. */
export function beginLife(life: Life, order: OpenOrder): void {
  const plan = drawPlan(life, `${order.name}/plan`, planTableOf(order))
  order.paysLate = plan.paysLate === true
  order.silent = plan.silent === true
  if (plan.redirects && order.kind === 'card') {
    order.next = { type: 'redirect', url: `https://issuer.example/${order.number}` }
  }
  follow(life, order, { name: `${order.name}/step`, plan })
}

/** A payer who waits for a refund in vain complains, and the provider takes the payment back. */
export function dispute(life: Life, order: OpenOrder, name: string): void {
  follow(life, order, { name: `${name}/dispute`, plan: present(returnPlans.plans['whole_after_10s'], 'a plan') })
}

function drawPlan({ stage }: Life, name: string, { usual, others, plans }: PlanTable): Plan {
  const drawn = stage.decide(name, usual, others)
  return present(plans[drawn], `the plan ${drawn}`)
}

function follow(life: Life, order: OpenOrder, { name, plan }: { name: string; plan: Plan }): void {
  for (const [index, step] of plan.steps.entries()) {
    const afterMs = delayMs(life, order, step.when)
    const run = () => take(life, order, step)
    if (afterMs === 0) run()
    else life.stage.later({ name: `${name}-${index + 1}`, afterMs, run })
  }
}

function delayMs({ stage }: Life, order: OpenOrder, { from, afterMs }: When): number {
  switch (from) {
    case 'now':
      return afterMs
    case 'payer':
      return payerFirstMs + stage.chance(`${order.name}/payer`).int(payerSpreadMs) + afterMs
    case 'expiry':
      return Math.max(0, (order.expiresAtMs ?? 0) - stage.nowMs() + afterMs)
  }
}

function take(life: Life, order: OpenOrder, step: Step): void {
  switch (step.do) {
    case 'pay':
      pay(life, order, step)
      break
    case 'reject':
      end(life, order, {
        state: 'rejected',
        reason: life.stage.chance(`${order.name}/reason`).pick(rejectReasons),
      })
      break
    case 'call_off':
      end(life, order, { state: 'cancelled', reason: 'cancelled' })
      break
    case 'give_back':
      giveBack(life, order, step.percent)
      break
  }
}

function pay(life: Life, order: OpenOrder, { percent, more, byAnother }: Payment): void {
  const { stage, book } = life
  if (!isPayable(order, stage.nowMs(), more === true)) return
  const missingMinor = order.orderedMinor - movedMinor(order, 'executed')
  const amountMinor = percent === 'rest' ? missingMinor : share(order.orderedMinor, percent)
  if (amountMinor <= 0n) return
  if (!isCovered(order, amountMinor)) {
    end(life, order, { state: 'rejected', reason: 'insufficient_funds' })
    return
  }
  order.sender = byAnother ? otherDocument : undefined
  book.move(order, 'executed', { amountMinor, atMs: stage.nowMs() })
  life.moments.tell(order.transactionId)
  reportMove(stage, order)
  if (more) return
  follow(life, order, { name: `${order.name}/return`, plan: drawPlan(life, `${order.name}/return`, returnPlans) })
}

/** A deposit cannot be stopped where its payer pays in spite of all: then it arrives late. */
function isPayable(order: OpenOrder, nowMs: number, more: boolean): boolean {
  const wasPaid = order.movements.length > 0
  if (wasPaid !== more) return false
  if (order.paysLate) return order.state === 'open' || order.state === 'cancelled'
  if (order.state !== 'open') return false
  return order.direction === 'out' || order.expiresAtMs === undefined || nowMs < order.expiresAtMs
}

function giveBack({ stage, book, moments }: Life, order: OpenOrder, percent: bigint): void {
  const leftMinor = movedMinor(order, 'executed') - movedMinor(order, 'came_back')
  if (leftMinor <= 0n) return
  book.move(order, 'came_back', { amountMinor: share(leftMinor, percent), atMs: stage.nowMs() })
  moments.tell(order.transactionId)
  reportMove(stage, order)
}

/** It adds up only what it took back itself: that refunds stay within a credit is the gateway's own promise. */
function isCovered({ refundOf: payin }: OpenOrder, amountMinor: bigint): boolean {
  if (!payin) return true
  const takenBackMinor = movedMinor(payin, 'came_back')
  return takenBackMinor === 0n || movedMinor(payin, 'executed') - takenBackMinor - refundedMinor(payin) >= amountMinor
}

/** A refund is news of its pay-in too. */
function reportMove(stage: Stage, order: OpenOrder): void {
  reportUpdate(stage, order)
  if (order.refundOf) reportUpdate(stage, order.refundOf)
}

function end(
  { stage, moments }: Life,
  order: OpenOrder,
  { state, reason }: { state: 'rejected' | 'cancelled'; reason: RejectReason },
): void {
  // Whoever paid before has paid, and what was called off stays called off.
  if (order.state !== 'open' || order.movements.length > 0) return
  order.state = state
  order.reason = reason
  moments.tell(order.transactionId)
  reportUpdate(stage, order)
}

/** A percentage of an amount, at least one minor unit. */
function share(amountMinor: bigint, percent: bigint): bigint {
  const part = (amountMinor * percent) / 100n
  return part > 0n ? part : 1n
}
