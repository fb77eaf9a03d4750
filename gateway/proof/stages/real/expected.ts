import type { TransactionType } from '../../../src/core/values/status.ts'
import type { BankOrder } from './bank-records.ts'

/** A transaction as the gateway tells it. Amounts in minor units. */
export interface Told {
  id: string
  payType: TransactionType
  status: string
  reason: string
  amountMinor: bigint
  /** A card pay-in: it stays COMPLETED when its money is taken back. */
  card: boolean
  /** Booked to the merchant and not taken back, or paid out; null: nothing. */
  creditedMinor: bigint | null
  /** What lies in suspense. */
  suspenseMinor: bigint
  /** Its expiry is behind us. */
  overdue: boolean
}

/** Why the gateway's story is not the one of the bank's book (contract section 4); undefined where they agree. */
export function disagreement(told: Told, order: BankOrder | undefined): string | undefined {
  const right = told.payType !== 'payin' ? payoutStories(told, order) : payinStories(told, order)
  if (right.some((story) => agrees(told, story))) return undefined
  const { status, reason, creditedMinor, suspenseMinor } = told
  const said = `${status}/${reason}, credited ${creditedMinor}, in suspense ${suspenseMinor}`
  return `${told.payType} ${told.id} is ${said}; the bank: ${orderText(order)}; right would be ${right.map(timelineText).join(' or ') || 'nothing of the kind'}`
}

/** What may be right; what is left out does not matter. */
interface Story {
  status: string
  reasons?: readonly string[]
  /** Credited and in suspense together. */
  receivedMinor?: bigint
  /** The merchant got no less than this. */
  creditedMinMinor?: bigint
}

function payoutStories(told: Told, order: BankOrder | undefined): Story[] {
  if (!order) return [{ status: 'ERROR', reasons: ['not_executed'] }]
  if (order.amountMinor !== told.amountMinor || order.executed > 1) return []
  if (order.executed === 0) return order.rejected ? [{ status: 'ERROR', reasons: [order.rejected] }] : []
  if (order.returnedMinor === 0n) {
    return [{ status: 'COMPLETED', reasons: ['paid'], receivedMinor: told.amountMinor }]
  }
  return order.returnedMinor === order.executedMinor ? [{ status: 'ERROR', reasons: ['returned'] }] : []
}

function payinStories(told: Told, order: BankOrder | undefined): Story[] {
  const expired: Story[] = told.overdue ? [{ status: 'EXPIRED', reasons: ['expired', 'cancelled'] }] : []
  if (!order) return [{ status: 'ERROR', reasons: ['not_executed'] }, ...expired]
  if (order.amountMinor !== told.amountMinor) return []
  if (order.executed > 0) return paidStories(told, order)
  // An order that reached the bank after its expiry may be refused there although it had expired here.
  if (order.rejected) return [{ status: 'ERROR', reasons: [order.rejected] }, ...expired]
  return told.overdue ? expired : [{ status: 'PENDING', reasons: ['awaiting_payment', 'awaiting_3ds', 'submitted'] }]
}

function paidStories(told: Told, order: BankOrder): Story[] {
  const receivedMinor = order.executedMinor
  if (receivedMinor < told.amountMinor) {
    return [{ status: told.overdue ? 'EXPIRED' : 'PENDING', reasons: ['underpaid'], receivedMinor }]
  }
  // The bank takes back all of a payment or nothing. Then nothing is booked to the merchant any more.
  if (order.returnedMinor > 0n) {
    return order.returnedMinor === receivedMinor
      ? [{ status: told.card ? 'COMPLETED' : 'ERROR', reasons: ['reversed'], receivedMinor: 0n }]
      : []
  }
  const reasons = reasonsOf(order, receivedMinor)
  return [{ status: 'COMPLETED', reasons, receivedMinor, creditedMinMinor: told.amountMinor }]
}

/** More money changes the reason once more, whatever went back before. */
function reasonsOf({ refundedMinor, executed }: BankOrder, receivedMinor: bigint): string[] {
  const paid = ['paid', 'paid_late', 'overpaid', 'payer_mismatch']
  if (refundedMinor === 0n) return paid
  const gone = refundedMinor < receivedMinor ? ['partially_refunded'] : ['refunded']
  return executed > 1 ? [...paid, 'refunded', 'partially_refunded'] : gone
}

function agrees(told: Told, story: Story): boolean {
  const creditedMinor = told.creditedMinor ?? 0n
  const receivedMinor = creditedMinor + told.suspenseMinor
  return (
    told.status === story.status &&
    (story.reasons?.includes(told.reason) ?? true) &&
    (story.receivedMinor === undefined || receivedMinor === story.receivedMinor) &&
    (story.creditedMinMinor === undefined || creditedMinor >= story.creditedMinMinor)
  )
}

function timelineText({ status, reasons, receivedMinor }: Story): string {
  return `${status}/${reasons?.join('|') ?? '…'}${receivedMinor === undefined ? '' : `, received ${receivedMinor}`}`
}

function orderText(order: BankOrder | undefined): string {
  if (!order) return 'never heard of it'
  const parts = [
    order.scenario,
    `executed ${order.executed} times, ${order.executedMinor} of ${order.amountMinor}`,
    ...(order.returnedMinor > 0n ? [`${order.returnedMinor} came back`] : []),
    ...(order.rejected ? [`rejected: ${order.rejected}`] : []),
    ...(order.cancelled ? ['cancelled'] : []),
  ]
  return parts.join(', ')
}
