// A rule of this stage only: what became of each payment follows from the bank’s book.
import { Findings, nameOf, type Story, sumOf } from '../../judge/story.ts'
import type { Violation } from '../virtual/parts.ts'
import type { BankOrder } from './bank-orders.ts'

/** Reasons to call a person that the plan's payments bring about. */
const foreseen: ReadonlySet<string> = new Set([
  'paid again after COMPLETED',
  'expired with part of the money in suspense',
  'part of the money arrived after the expiry',
])

/**
 * At rest each status and reason is the one that the bank's word makes right (contract section 4). Amounts are judged elsewhere. Only this
 * stage can ask it: on the other one people decide too, providers stay silent for ever, and a run ends while money moves.
 */
export function checkOutcomes(stories: readonly Story[], orders: readonly BankOrder[], nowMs: number): Violation[] {
  const found = new Findings()
  const byKey = new Map(orders.map((order) => [order.key, order]))
  const refunded = new Set(stories.map(({ payinId }) => payinId))
  for (const story of stories) {
    const [attempt] = story.attempts
    found.check(story.attempts.length === 1, 'outcome-attempts', () => {
      return `${nameOf(story)} has ${story.attempts.length} attempts, each with a key of its own`
    })
    const order = byKey.get(attempt?.key ?? '')
    const right = rightOutcomes(story, order, { nowMs, isRefunded: refunded.has(story.id) })
    found.check(right.includes(`${story.status} ${story.reason}`), 'outcome', () => {
      const moved = order?.movements.map(({ kind, amountMinor }) => `${kind} ${amountMinor}`).join(', ')
      const bank = order
        ? `moved ${moved || 'nothing'} of ${order.orderedMinor}, ${order.rejected ?? ''}`
        : 'was never asked'
      return `${nameOf(story)} is ${pathOf(story)}, the bank ${bank}: right is ${right.join(' or ') || 'nothing of the kind'}`
    })
    const asks = story.needsOperator
    found.check(asks === null || foreseen.has(asks), 'outcome-review', () => {
      return `${nameOf(story)} waits for a person: ${asks}; ${pathOf(story)}`
    })
  }
  return found.list
}

function pathOf({ history }: Story): string {
  return history.map(({ status, reason, source }) => `${status}/${reason} by ${source}`).join(' > ')
}

const paid = ['paid', 'paid_late', 'overpaid', 'payer_mismatch'] as const
const unpaid = ['awaiting_payment', 'awaiting_3ds', 'submitted'] as const

function rightOutcomes(
  story: Story,
  order: BankOrder | undefined,
  { nowMs, isRefunded }: { nowMs: number; isRefunded: boolean },
): readonly string[] {
  const { payType, expiredAtMs, amountMinor, card } = story
  const isPayin = payType === 'payin'
  const isOver = isPayin && expiredAtMs !== null && expiredAtMs <= nowMs
  const expired = isOver ? ['EXPIRED expired', 'EXPIRED cancelled'] : []
  if (!order) return ['ERROR not_executed', ...expired]
  const sum = (wanted: string) => sumOf(order.movements, (each) => (each.kind === wanted ? each.amountMinor : 0n))
  const [executedMinor, backMinor] = [sum('executed'), sum('came_back')]
  if (executedMinor === 0n) {
    // An order that reached the bank after its expiry may be refused there although it had expired here.
    if (order.rejected) return [`ERROR ${order.rejected}`, ...expired]
    return isOver || !isPayin ? expired : unpaid.map((reason) => `PENDING ${reason}`)
  }
  if (!isPayin) return backMinor === 0n ? ['COMPLETED paid'] : ['ERROR returned']
  if (executedMinor < amountMinor) return [`${isOver ? 'EXPIRED' : 'PENDING'} underpaid`]
  // The bank takes back all of a payment or nothing.
  if (backMinor > 0n) return [`${card ? 'COMPLETED' : 'ERROR'} reversed`]
  const reasons = isRefunded ? [...paid, 'refunded', 'partially_refunded'] : paid
  return reasons.map((reason) => `COMPLETED ${reason}`)
}
