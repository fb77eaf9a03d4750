import type { Status } from '../../values/status.ts'
import { type AmountColumns, readAmountsOf } from './amounts.ts'

/** What refunds took of a pay-in, in minor units. */
export interface RefundSums {
  /** Of completed refunds, less what of them came back. */
  refundedMinor: bigint
  /** The same with refunds that are under way. */
  takenMinor: bigint
}

/** Over refunds `r` of one pay-in: `refundedMinor` and `takenMinor`. */
export const refundedSql = `coalesce(sum(r.credited_minor - r.reversed_minor) filter (where r.status = 'COMPLETED'), 0)::bigint`
export const takenSql = `coalesce(sum(r.amount_minor - r.reversed_minor) filter (where r.status <> 'ERROR'), 0)::bigint`

/** Both as decimal text, of `transactions t`; null but for pay-ins. It costs one look into the index of refunds. */
export const refundSumsExpression = `case when t.pay_type = 'payin' then (select array[${refundedSql}, ${takenSql}]::text[]
    from refunds f join transactions r on r.id = f.id where f.transaction_id = t.id) end`

export const refundSumsColumn = `${refundSumsExpression} as refund_sums`

export type RefundSumsText = readonly [string, string] | null

export interface RefundSumsColumn {
  refund_sums: RefundSumsText
}

export function toRefundSums(text: RefundSumsText): RefundSums | null {
  return text && { refundedMinor: BigInt(text[0]), takenMinor: BigInt(text[1]) }
}

/** What may still go back. */
export function refundableMinor({ bookedMinor, takenMinor }: { bookedMinor: bigint; takenMinor: bigint }): bigint {
  return bookedMinor > takenMinor ? bookedMinor - takenMinor : 0n
}

/** In reads of a pay-in, in minor units. Null but for pay-ins. */
export interface WentBack {
  refundedMinor: bigint | null
  /** Zero unless it is COMPLETED. */
  refundableMinor: bigint | null
}

export function wentBackOf(payin: { status: Status; bookedMinor: bigint | null }, sums: RefundSums | null): WentBack {
  if (sums === null) return { refundedMinor: null, refundableMinor: null }
  const bookedMinor = payin.status === 'COMPLETED' ? (payin.bookedMinor ?? 0n) : 0n
  const { refundedMinor, takenMinor } = sums
  return { refundedMinor, refundableMinor: refundableMinor({ bookedMinor, takenMinor }) }
}

export function wentBackOfRow(row: AmountColumns, sums: RefundSums | null): WentBack {
  return wentBackOf({ status: row.status, bookedMinor: readAmountsOf(row).bookedMinor }, sums)
}
