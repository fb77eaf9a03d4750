import type { ProviderRecord } from '../../core/connectors/connector.ts'
import { type CurrencyCode, currencyDecimals } from '../../core/values/currency.ts'
import { formatAmount } from '../../core/values/money.ts'
import type { RecordedOrder } from './store/provider-record-checks.ts'

/**
 * How long the gateway may not know of a movement at the provider: its notification and the first inquiries come
 * within this time.
 */
export const reportTimeMs = 5 * 60_000

/** Differences between a provider's record and the transaction, with both amounts. Empty: they agree. */
export function differences(record: ProviderRecord, order: RecordedOrder): string[] {
  const isPayin = order.pay_type === 'payin'
  if ((record.direction === 'in') !== isPayin) {
    return [`is a ${order.pay_type} here, and the provider moved the money the other way`]
  }
  const differ = (what: string, ours: bigint, theirs: bigint): string[] =>
    ours === theirs
      ? []
      : [`${what} ${amountText(ours, order.currency)} here, ${amountText(theirs, record.currency)} by the provider`]
  const ours = isPayin ? order.received_minor - order.line_minor : paidOutMinor(order)
  const found = [
    ...(record.currency === order.currency ? [] : [`is in ${order.currency} here, in ${record.currency} there`]),
    ...(record.orderedMinor === undefined ? [] : differ('ordered', order.amount_minor, record.orderedMinor)),
    ...(record.executions > 0 || order.status !== 'COMPLETED' || isByLines(order)
      ? []
      : ['the provider executed nothing']),
    ...differ(isPayin ? 'received' : 'paid out', ours, record.executedMinor),
    ...differ(isPayin ? 'reversed' : 'returned', order.reversed_minor, record.reversedMinor),
  ]
  return found.map((what) => `${order.status} (${order.reason}): ${what}`)
}

/**
 * The record without what it lists as gone back: our own refunds are records of their own, and the rest was reversed.
 */
export function withoutReversals(
  { reversals = [], ...record }: ProviderRecord,
  orders: ReadonlyMap<string, RecordedOrder>,
): readonly ProviderRecord[] {
  const isRefund = ({ id }: { id: string }) => orders.get(id)?.pay_type === 'refund'
  const others = reversals.filter((each) => each.isDone && !isRefund(each))
  const reversedMinor = others.reduce((sum, { amountMinor }) => sum + amountMinor, record.reversedMinor)
  const refunds = reversals.filter(isRefund).map(({ id, amountMinor, isDone }): ProviderRecord => {
    const { currency, movedAt } = record
    const moved = { executions: isDone ? 1 : 0, executedMinor: isDone ? amountMinor : 0n, reversedMinor: 0n }
    return { ...{ key: id, direction: 'out', currency, movedAt }, orderedMinor: amountMinor, ...moved }
  })
  return [{ ...record, reversedMinor }, ...refunds]
}

/** Of a record for no order: payments that are not known as incoming money, each with what is wrong. */
export function unknownPayments(
  { payments = [], currency }: ProviderRecord,
  incoming: ReadonlyMap<string, { amount_minor: bigint; currency: string }>,
): { id: string; what: string }[] {
  return payments.flatMap(({ providerId, amountMinor }) => {
    const ours = incoming.get(providerId)
    const theirs = amountText(amountMinor, currency)
    if (!ours) return [{ id: providerId, what: `received by the provider (${theirs}), and unknown here` }]
    if (ours.amount_minor === amountMinor && ours.currency === currency) return []
    const here = amountText(ours.amount_minor, ours.currency)
    return [{ id: providerId, what: `incoming money: ${here} here, ${theirs} by the provider` }]
  })
}

/** Somebody paid without the order's own charge. */
function isByLines({ received_minor, line_minor }: RecordedOrder): boolean {
  return received_minor > 0n && received_minor === line_minor
}

/** Paid amount as reported to the merchant: 0 unless the payout completed, whether or not it was returned later. */
function paidOutMinor({ status, reason, credited_minor }: RecordedOrder): bigint {
  return status === 'COMPLETED' || reason === 'returned' ? credited_minor : 0n
}

/** How long a payment for no order may be unknown here: its notification is tried for half an hour. */
export const incomingTimeMs = 45 * 60_000

/**
 * Whether a difference counts: the transaction is quiet, and the provider's movement is older than the report time. A
 * movement too far in the future counts too: the clocks differ, and waiting would never end.
 */
export function hadTimeToAgree(record: ProviderRecord, order: RecordedOrder): boolean {
  if (!order.quiet) return false
  return record.movedAt === undefined || Math.abs(order.now.getTime() - record.movedAt.getTime()) >= reportTimeMs
}

/** An amount with its currency; in minor units for an unknown currency. */
export function amountText(minor: bigint, currency: string): string {
  return isKnown(currency) ? `${formatAmount(minor, currency)} ${currency}` : `${minor} minor units of ${currency}`
}

function isKnown(currency: string): currency is CurrencyCode {
  return Object.hasOwn(currencyDecimals, currency)
}
