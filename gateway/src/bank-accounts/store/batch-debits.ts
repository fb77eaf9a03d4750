import type { Db } from '../../platform/database/database.ts'
import type { LineRow } from './line-states.ts'

/** Files that a bank may still debit. */
const openBatchesMax = 200
const openDays = 60

export interface OpenBatchRow {
  id: string
  message_id: string
  open_count: number
  open_minor: bigint
  /** Days in the time zone of the account. */
  handed_over_day: string
  execution_day: string
}

/** Files of an account that the bank has and of which payments are open. */
export async function readOpenBatches(
  db: Db,
  wanted: { bankAccountId: string; batchId?: string | undefined },
): Promise<readonly OpenBatchRow[]> {
  const found = await db.query<OpenBatchRow>({
    name: 'read-open-payment-batches',
    text: `select p.id, p.message_id, o.open_count, o.open_minor, p.execution_day::text,
        (p.handed_over_at at time zone b.time_zone)::date::text as handed_over_day
      from payment_batches p join bank_accounts b on b.id = p.bank_account_id cross join lateral (
        select count(*)::int as open_count, coalesce(sum(i.amount_minor), 0)::bigint as open_minor
        from payment_batch_items i join transactions t on t.id = i.transaction_id
        where i.payment_batch_id = p.id and i.state = 'live' and t.status = 'PENDING') o
      where p.bank_account_id = $1 and p.state = 'handed_over' and ($2::uuid is null or p.id = $2)
        and p.handed_over_at > gateway_now() - interval '${openDays} days' and o.open_count > 0
      order by p.handed_over_at desc limit ${openBatchesMax}`,
    values: [wanted.bankAccountId, wanted.batchId ?? null],
  })
  return found.rows
}

/** By amount: how many payouts of own accounts wait for exactly it, and how many other debits of the account have it. */
export async function countAlike(
  db: Db,
  wanted: { bankAccountId: string; lineId: string; amountMinor: bigint },
): Promise<number> {
  const found = await db.query<{ n: number }>({
    name: 'count-alike-debits',
    text: `select ((select count(*) from bank_line_states s join bank_lines l on l.id = s.bank_line_id
          where s.bank_account_id = $1 and s.state in ('new', 'in_suspense') and l.sign = 'D' and l.id <> $2
            and l.amount_minor = $3)
        + (select count(*) from bank_accounts b join points p on p.environment = b.environment cross join lateral (
          select from transactions t where t.point_id = p.id and t.pay_type = 'payout' and t.status = 'PENDING'
            and t.currency = b.currency and t.amount_minor = $3 and t.connector_account_id in (
              select id from connector_accounts where connector = 'own-account' and environment = b.environment) limit 1) t
          where b.id = $1))::int as n`,
    values: [wanted.bankAccountId, wanted.lineId, wanted.amountMinor],
  })
  return found.rows[0]?.n ?? 0
}

/**
 * Which of the amounts the bank of an account is still to pay: those of its open payouts, ordered or not, and the sums of
 * what is open in each payment file that it has, however old. Open payouts are read once, and of the files theirs alone.
 */
export async function readAwaitedDebits(
  db: Db,
  wanted: { bankAccountId: string; amounts: readonly bigint[] },
): Promise<ReadonlySet<bigint>> {
  const found = await db.query<{ minor: bigint }>({
    name: 'read-awaited-debits',
    text: `with open as materialized (
        select t.id, t.amount_minor, t.ordered_at from bank_accounts b join points p on p.environment = b.environment
          cross join lateral (
            select t.id, t.amount_minor, t.ordered_at from transactions t
            where t.point_id = p.id and t.pay_type = 'payout' and t.status = 'PENDING' and t.currency = b.currency
              and t.connector_account_id = b.connector_account_id) t
        where b.id = $1),
      sums as (
        select sum(i.amount_minor)::bigint as minor from open cross join lateral (
            select i.payment_batch_id, i.amount_minor from payment_batch_items i
            where i.transaction_id = open.id and i.state = 'live' limit 1) i
          join payment_batches f on f.id = i.payment_batch_id
        where open.ordered_at is not null and f.bank_account_id = $1 and f.state = 'handed_over'
        group by i.payment_batch_id)
      select minor from (select amount_minor as minor from open union select minor from sums) a
      where minor = any ($2::bigint[])`,
    values: [wanted.bankAccountId, wanted.amounts],
  })
  return new Set(found.rows.map(({ minor }) => minor))
}

/** Gives a line to a payment file. Returns false where the line has moved money, or another state, meanwhile. */
export async function claimLineForBatch(
  tx: Db,
  claimed: { lineId: string; from: LineRow['state']; batchId: string; evidence: object; now: Date },
): Promise<boolean> {
  const changed = await tx.query({
    name: 'claim-line-for-payment-batch',
    text: `update bank_line_states set state = 'applied', class = 'batch', payment_batch_id = $3, transaction_id = null,
        transfer_id = null, evidence = $4, judged_at = $5
      where bank_line_id = $1 and state = $2`,
    values: [claimed.lineId, claimed.from, claimed.batchId, JSON.stringify(claimed.evidence), claimed.now],
  })
  return changed.rowCount === 1
}

export interface BatchDebitRow {
  id: string
  booking_day: string
  amount_minor: bigint
  text: string
}

/** Debits that people choose from. */
const batchDebitsMax = 50

/** Debits that nobody has claimed, booked since a day: those of an amount first, then the newest. */
export async function listBatchDebits(
  db: Db,
  wanted: { bankAccountId: string; amountMinor: bigint; since: Date },
): Promise<readonly BatchDebitRow[]> {
  const found = await db.query<BatchDebitRow>({
    name: 'list-debits-of-payment-batch',
    text: `select l.id, l.booking_day::text, l.amount_minor, l.text
      from bank_line_states s join bank_lines l on l.id = s.bank_line_id
      where s.bank_account_id = $1 and s.state in ('new', 'in_suspense') and l.sign = 'D' and not l.reversal
        and l.booking_day >= ($3::timestamptz - interval '1 day')::date
      order by l.amount_minor <> $2, l.booking_day desc, l.id limit ${batchDebitsMax}`,
    values: [wanted.bankAccountId, wanted.amountMinor, wanted.since],
  })
  return found.rows
}
