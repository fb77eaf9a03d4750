import type { ProviderRecord } from '../connectors/connector.ts'
import { type CurrencyCode, currencyDecimals } from '../values/currency.ts'
import { formatAmount } from '../values/money.ts'
import type { RecordedOrder } from './store/provider-record-checks.ts'

/**
 * How long a movement of money at the provider may stay unknown here: its notification and the first inquiries about an
 * unknown outcome come within this time.
 */
export const reportTimeMs = 5 * 60_000

/** What a provider's record and our transaction say differently, in words with both amounts. Empty: they agree. */
export function differences(record: ProviderRecord, order: RecordedOrder): string[] {
  const isPayin = order.pay_type === 'payin'
  if ((record.direction === 'in') !== isPayin) {
    return [`is a ${order.pay_type} here, and the provider moved the money the other way`]
  }
  const differ = (what: string, ours: bigint, theirs: bigint): string[] =>
    ours === theirs
      ? []
      : [`${what} ${amountText(ours, order.currency)} here, ${amountText(theirs, record.currency)} by the provider`]
  const found = [
    ...(record.currency === order.currency ? [] : [`is in ${order.currency} here, in ${record.currency} there`]),
    ...differ('ordered', order.amount_minor, record.orderedMinor),
    ...(record.executions > 0 || order.status !== 'COMPLETED' ? [] : ['the provider executed nothing']),
  ]
  if (order.booked) {
    const ours = isPayin ? order.received_minor : paidOutMinor(order)
    found.push(
      ...differ(isPayin ? 'received' : 'paid out', ours, record.executedMinor),
      ...differ(isPayin ? 'reversed' : 'returned', order.reversed_minor, record.reversedMinor),
    )
  }
  return found.map((what) => `${order.status} (${order.reason}): ${what}`)
}

/** What the merchant was told that the payout paid: nothing unless it completed, whether or not it came back. */
function paidOutMinor({ status, reason, credited_minor }: RecordedOrder): bigint {
  return status === 'COMPLETED' || reason === 'returned' ? credited_minor : 0n
}

/**
 * Whether a difference counts: our transaction did not change lately, and what the provider did had time to be reported.
 * A movement in the future by more than that time means that the clocks differ, and waiting would never end.
 */
export function hadTimeToAgree(record: ProviderRecord, order: RecordedOrder): boolean {
  if (!order.quiet) return false
  return record.movedAt === undefined || Math.abs(order.now.getTime() - record.movedAt.getTime()) >= reportTimeMs
}

/** An amount with its currency; in minor units where the currency is none of ours. */
export function amountText(minor: bigint, currency: string): string {
  return isKnown(currency) ? `${formatAmount(minor, currency)} ${currency}` : `${minor} minor units of ${currency}`
}

function isKnown(currency: string): currency is CurrencyCode {
  return Object.hasOwn(currencyDecimals, currency)
}
