import type { CurrencyCode } from '../../values/currency.ts'
import { formatAmount } from '../../values/money.ts'
import type { Reason, Status, TransactionType } from '../../values/status.ts'
import { wasCredited } from './payin-reversal.ts'
import type { Amounts, State } from './state.ts'

/** The fields of a transaction that decide its booked amount. Amounts in minor units. */
export type BookedState = Pick<State, 'payType' | 'status' | 'reason'> & Omit<Amounts, 'feeMinor'>

/**
 * The booked amount of a transaction in minor units, before fees. Of a pay-in: credited to the merchant and not
 * reversed. Of a payout or refund: paid out and not returned. Null for nothing: undecided, failed, expired, returned and
 * reversed transactions, and money in suspense.
 */
export function bookedAmountMinor(state: BookedState): bigint | null {
  const amountMinor = state.payType === 'payin' ? bookedPayinMinor(state) : paidOutMinor(state)
  return amountMinor > 0n ? amountMinor : null
}

/** Everything received, less what operators sent back, what is in suspense, and what the provider reversed. */
function bookedPayinMinor(state: BookedState): bigint {
  if (!wasCredited(state)) return 0n
  const hereMinor = state.receivedMinor - state.sentBackMinor
  const takenBackMinor = state.reversedMinor < hereMinor ? state.reversedMinor : hereMinor
  return hereMinor - takenBackMinor - state.suspenseMinor
}

function paidOutMinor({ status, creditedMinor, reversedMinor }: BookedState): bigint {
  return status === 'COMPLETED' ? (creditedMinor ?? 0n) - reversedMinor : 0n
}

/** The amounts of a transaction in replies, in minor units. */
export interface ReadAmounts {
  /** `bookedAmountMinor`. */
  bookedMinor: bigint | null
  /** Received, but waiting for the rest or for an operator's decision. */
  suspenseMinor: bigint
  /** The missing part of an underpaid pay-in. Null where nothing arrived or nothing is missing. */
  missingMinor: bigint | null
}

/** Shown in API replies, exports and pages. Callbacks show the booked amount only. */
export function readAmounts(state: BookedState & { amountMinor: bigint }): ReadAmounts {
  return {
    bookedMinor: bookedAmountMinor(state),
    suspenseMinor: state.suspenseMinor,
    missingMinor: missingMinor(state),
  }
}

/** Money that was booked and reversed later is not missing: the payer had paid it. */
function missingMinor(state: BookedState & { amountMinor: bigint }): bigint | null {
  if (state.payType !== 'payin') return null
  const arrivedMinor = wasCredited(state) ? state.receivedMinor - state.sentBackMinor : state.suspenseMinor
  return arrivedMinor > 0n && arrivedMinor < state.amountMinor ? state.amountMinor - arrivedMinor : null
}

/**
 * `bookedAmountMinor` of a COMPLETED transaction, as an SQL expression over
 * columns of `transactions`.
 */
export const bookedMinorSql = `(case when pay_type <> 'payin' then coalesce(credited_minor, amount_minor) - reversed_minor
  when received_minor = 0 then coalesce(credited_minor, 0)
  else received_minor - sent_back_minor - least(reversed_minor, received_minor - sent_back_minor) - suspense_minor end)`

/** The amount columns of a transaction. */
export interface AmountColumns {
  pay_type: TransactionType
  status: Status
  reason: Reason
  amount_minor: bigint
  credited_minor: bigint | null
  received_minor: bigint
  suspense_minor: bigint
  reversed_minor: bigint
  sent_back_minor: bigint
}

/** The amounts of a row as replies show them. */
export function readAmountsOf(row: AmountColumns): ReadAmounts {
  return readAmounts({
    payType: row.pay_type,
    status: row.status,
    reason: row.reason,
    amountMinor: row.amount_minor,
    creditedMinor: row.credited_minor,
    receivedMinor: row.received_minor,
    suspenseMinor: row.suspense_minor,
    reversedMinor: row.reversed_minor,
    sentBackMinor: row.sent_back_minor,
  })
}

/** What of a transaction is booked to the merchant, waits in suspense, or is missing. */
export function amountsData(row: AmountColumns & { currency: CurrencyCode }) {
  const { bookedMinor, suspenseMinor, missingMinor } = readAmountsOf(row)
  return {
    credited_amount: amountOrNull(bookedMinor, row.currency),
    suspense_amount: formatAmount(suspenseMinor, row.currency),
    missing_amount: amountOrNull(missingMinor, row.currency),
  }
}

export function amountOrNull(minor: bigint | null, currency: CurrencyCode): string | null {
  return minor === null ? null : formatAmount(minor, currency)
}
