import type { Db } from '../../platform/database/database.ts'
import { type AmountColumns, readAmountsOf } from '../../processing/rules/amounts.ts'
import { takenSql } from '../../processing/rules/refund-sums.ts'
import type { Refundable } from '../rules/refundable.ts'

interface Row extends AmountColumns {
  id: string
  fee_minor: bigint
  refunded_minor: bigint
  refunded_fee_minor: bigint
  unreleased_minor: bigint
}

/**
 * Locks pay-ins and their releases, in order of id and before any account, and reads what may go back, by id. Locks and sums
 * are statements of their own: a sum in the statement that waits for a lock would be older than the lock.
 */
export async function lockRefundable(tx: Db, payinIds: readonly string[]): Promise<ReadonlyMap<string, Refundable>> {
  if (payinIds.length === 0) return new Map()
  const values = [payinIds]
  const [, , found] = await Promise.all([
    tx.query({
      name: 'lock-refunded-payins',
      text: 'select id from transactions where id = any ($1::uuid[]) order by id for update',
      values,
    }),
    tx.query({
      name: 'lock-refunded-releases',
      text: `select transaction_id from ledger_releases where transaction_id = any ($1::uuid[])
        order by transaction_id for update`,
      values,
    }),
    tx.query<Row>({
      name: 'read-refundable',
      text: `select t.id, t.pay_type, t.status, t.reason, t.amount_minor, t.credited_minor, t.received_minor,
          t.suspense_minor, t.reversed_minor, t.sent_back_minor, t.fee_minor, s.minor as refunded_minor,
          s.fee_minor as refunded_fee_minor, case when l.released_at is null then coalesce(l.amount_minor, 0) else 0 end
          as unreleased_minor
        from transactions t left join ledger_releases l on l.transaction_id = t.id cross join lateral (
          select ${takenSql} as minor,
            coalesce(sum(r.fee_minor) filter (where r.status <> 'ERROR'), 0)::bigint as fee_minor
          from refunds f join transactions r on r.id = f.id where f.transaction_id = t.id) s
        where t.id = any ($1::uuid[])`,
      values,
    }),
  ])
  return new Map(found.rows.map((row) => [row.id, refundableOf(row)]))
}

function refundableOf(row: Row): Refundable {
  const isPaid = row.pay_type === 'payin' && row.status === 'COMPLETED'
  return {
    bookedMinor: isPaid ? (readAmountsOf(row).bookedMinor ?? 0n) : 0n,
    creditedMinor: row.credited_minor ?? 0n,
    feeMinor: row.fee_minor,
    refundedMinor: row.refunded_minor,
    refundedFeeMinor: row.refunded_fee_minor,
    unreleasedMinor: row.unreleased_minor,
  }
}

/** A refund beside its transaction, with the part of it that leaves credit before its release date. */
export interface NewRefund {
  id: string
  payinId: string
  pointId: string
  fromPendingMinor: bigint
  /** The bank's line that names the account to which it goes. */
  lineId: string | null
}

/** Writes refunds after their transactions, and lowers the releases by what they take. */
export async function insertRefunds(tx: Db, refunds: readonly NewRefund[], now: Date): Promise<void> {
  if (refunds.length === 0) return
  await tx.query({
    name: 'insert-refunds',
    text: `with given as (
        select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $6::uuid[]) as g (id, payin_id, point_id, minor, line_id)),
      lowered as (
        update ledger_releases l set amount_minor = l.amount_minor - g.minor
        from (select payin_id, sum(minor)::bigint as minor from given group by payin_id) g
        where l.transaction_id = g.payin_id and g.minor > 0)
      insert into refunds (id, transaction_id, point_id, from_pending_minor, account_line_id, created_at)
      select id, payin_id, point_id, minor, line_id, $5 from given`,
    values: [
      refunds.map(({ id }) => id),
      refunds.map(({ payinId }) => payinId),
      refunds.map(({ pointId }) => pointId),
      refunds.map(({ fromPendingMinor }) => fromPendingMinor),
      now,
      refunds.map(({ lineId }) => lineId),
    ],
  })
}
