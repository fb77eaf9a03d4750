import type { Db } from '../../platform/database/database.ts'
import { type AmountColumns, bookedMinorSql } from '../rules/amounts.ts'
import {
  type RefundSumsColumn,
  refundedSql,
  refundSumsColumn,
  takenSql,
  toRefundSums,
  type WentBack,
  wentBackOfRow,
} from '../rules/refund-sums.ts'
import { type TransactionRow, transactionColumns } from '../rules/transaction.ts'

/** The pay-in whose money a refund sends back. */
export async function readRefundedPayin(db: Db, refundId: string): Promise<TransactionRow | undefined> {
  const found = await db.query<TransactionRow>({
    name: 'read-refunded-payin',
    text: `select ${transactionColumns} from refunds f join transactions t on t.id = f.transaction_id where f.id = $1`,
    values: [refundId],
  })
  return found.rows[0]
}

/** How much more than what is booked the refunds of a refund's pay-in take, in minor units; below zero: less. */
export async function readOverRefund(db: Db, refundId: string): Promise<bigint> {
  const found = await db.query<{ over: bigint }>({
    name: 'read-over-refund',
    text: `select (select ${takenSql} from refunds o join transactions r on r.id = o.id where o.transaction_id = p.id)
          - case when p.status = 'COMPLETED' then ${bookedMinorSql} else 0 end as over
      from transactions p where p.id = (select f.transaction_id from refunds f where f.id = $1)`,
    values: [refundId],
  })
  return found.rows[0]?.over ?? 0n
}

/** The ids by which a provider may list the refunds of pay-ins: our key, and its own id. */
export async function readOwnRefunds(tx: Db, payinIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (payinIds.length === 0) return new Set()
  const found = await tx.query<{ id: string }>({
    name: 'read-own-refunds',
    text: `select x.id from refunds f join transactions t on t.id = f.id left join attempts a on a.transaction_id = f.id
      cross join lateral (values (a.key), (t.provider_reference)) as x (id)
      where f.transaction_id = any ($1::uuid[]) and x.id is not null`,
    values: [payinIds],
  })
  return new Set(found.rows.map(({ id }) => id))
}

/** A refund whose money is the merchant's again: what of it had come back before this update, and what has with it. */
export interface CameBack {
  id: string
  beforeMinor: bigint
  afterMinor: bigint
}

/** Of refunds that failed or came back: what goes back into credit that still waits for its release, with the pay-in. */
export interface Withheld {
  id: string
  payin_id: string
  amount_minor: bigint
}

/**
 * Puts what refunds had taken before the release date back there, first of what comes back. A credit that was released
 * meanwhile takes nothing back: its part is available. Nor does the return of a refund that had failed and was made after
 * all: its failure put the part back. One statement per refund, because several may be of one pay-in.
 */
export async function withholdAgain(tx: Db, refunds: readonly CameBack[]): Promise<readonly Withheld[]> {
  const found = await Promise.all(
    refunds.map(
      async ({ id, beforeMinor, afterMinor }) =>
        await tx.query<Withheld>({
          name: 'withhold-again',
          text: `update ledger_releases l set amount_minor = l.amount_minor + g.minor
            from (select f.id, f.transaction_id, least(f.from_pending_minor, $3) - least(f.from_pending_minor, $2) as minor
              from refunds f where f.id = $1 and not exists (
                select from ledger_transfers x where x.transaction_id = f.id and x.kind = 'late_payout')) g
            where g.minor > 0 and l.transaction_id = g.transaction_id and l.released_at is null
            returning g.id, g.transaction_id as payin_id, g.minor as amount_minor`,
          values: [id, beforeMinor, afterMinor],
        }),
    ),
  )
  return found.flatMap(({ rows }) => rows)
}

/** The last reason of a pay-in that is not about refunds. */
const reasonBefore = `coalesce((select h.reason from transaction_history h where h.transaction_id = p.id
  and h.status = 'COMPLETED' and h.reason not in ('refunded', 'partially_refunded') order by h.id desc limit 1), 'paid')`

/**
 * Gives the pay-ins of refunds the reason that the completed refunds make: `refunded` where everything that was booked went
 * back. Called in the transaction that changes the refunds, after their change. The caller holds the locks of both.
 */
export async function markRefunded(
  tx: Db,
  refunds: readonly { id: string; source: string }[],
  now: Date,
): Promise<void> {
  if (refunds.length === 0) return
  await tx.query({
    name: 'mark-refunded',
    text: `with payins as (
        select f.transaction_id as id, max(g.source) as source,
          (select ${refundedSql} from refunds o join transactions r on r.id = o.id
            where o.transaction_id = f.transaction_id) as refunded_minor
        from unnest($1::uuid[], $2::text[]) as g (id, source) join refunds f on f.id = g.id group by f.transaction_id),
      due as (
        select p.id, g.source, case when g.refunded_minor = 0 then ${reasonBefore}
          when g.refunded_minor >= ${bookedMinorSql} then 'refunded' else 'partially_refunded' end as reason
        from payins g join transactions p on p.id = g.id where p.status = 'COMPLETED' and p.reason <> 'reversed'),
      changed as (
        update transactions p set reason = due.reason, updated_at = $3 from due
        where p.id = due.id and p.reason <> due.reason returning p.id, p.point_id, p.status, p.reason, due.source)
      insert into transaction_history (transaction_id, point_id, status, reason, source, created_at)
      select id, point_id, status, reason, source, $3 from changed order by id`,
    values: [refunds.map(({ id }) => id), refunds.map(({ source }) => source), now],
  })
}

/** What went back of pay-ins, and of the pay-ins of refunds, as this transaction leaves them: by the id of either. */
export async function readWentBack(tx: Db, ids: readonly string[]): Promise<ReadonlyMap<string, WentBack>> {
  const found = await tx.query<AmountColumns & RefundSumsColumn & { of: string }>({
    name: 'read-went-back',
    text: `select g.id as of, t.pay_type, t.status, t.reason, t.amount_minor, t.credited_minor, t.received_minor,
        t.suspense_minor, t.reversed_minor, t.sent_back_minor, ${refundSumsColumn}
      from unnest($1::uuid[]) as g (id) left join refunds o on o.id = g.id
        join transactions t on t.id = coalesce(o.transaction_id, g.id)`,
    values: [ids],
  })
  return new Map(found.rows.map((row) => [row.of, wentBackOfRow(row, toRefundSums(row.refund_sums))]))
}
