import type { Db } from '../../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { ReservedFor } from '../../rules/movement-types.ts'

/** Payouts with their fees, and refunds, that are not final: the reserved balance. */
export interface ReservedRow {
  currency: CurrencyCode
  reserved_for: ReservedFor
  amount_minor: bigint
  /** At most one more than `countMax`. */
  count: number
}

/** Lists say "1,000+" from here on. */
export const countMax = 1_000

/** Sums of what is reserved at the point, per currency and what it waits for. */
export async function readReserved(db: Db, pointId: string): Promise<readonly ReservedRow[]> {
  const found = await db.query<ReservedRow>({
    name: 'balance-reserved',
    text: `select t.currency, w.reserved_for,
        sum(t.amount_minor + case t.pay_type when 'payout' then t.fee_minor else 0 end)::bigint as amount_minor,
        least(count(*), ${countMax + 1})::int as count
      from transactions t cross join lateral (select case
        when t.pay_type = 'refund' then 'refunds'
        when t.reason = 'awaiting_approval' then 'approval'
        when exists (select from attempts a where a.transaction_id = t.id and a.point_id = $1
          and not (a.state = 'waiting' and not a.maybe_sent)) then 'in_transit' else 'to_send' end as reserved_for) w
      where t.point_id = $1 and t.pay_type in ('payout', 'refund') and t.status = 'PENDING'
      group by 1, 2 order by 1, 2`,
    values: [pointId],
  })
  return found.rows
}

/** Entries that say which currency moves most: few enough to be read each time. */
const lastEntries = 1_000

/** How many of the point's last entries each currency has, and when it had its last. */
export async function countLastEntries(
  db: Db,
  pointId: string,
): Promise<ReadonlyMap<CurrencyCode, { count: number; lastAt: Date }>> {
  const found = await db.query<{ currency: CurrencyCode; count: number; last_at: Date }>({
    name: 'balance-last-entries',
    text: `select currency, count(*)::int as count, max(created_at) as last_at from (select currency, created_at from ledger_transfers where point_id = $1
      order by created_at desc, id desc limit ${lastEntries}) last group by currency`,
    values: [pointId],
  })
  return new Map(found.rows.map(({ currency, count, last_at: lastAt }) => [currency, { count, lastAt }]))
}

/** The agreed release delays of the point's pay-ins, in seconds, by service code; `*`: of codes without a line. */
export async function readReleaseDelays(db: Db, pointId: string): Promise<ReadonlyMap<string, number | null>> {
  const found = await db.query<{ service_code: string; release_delay_seconds: number | null }>({
    name: 'balance-release-delays',
    text: `select service_code, release_delay_seconds from point_terms where point_id = $1 and pay_type = 'payin'`,
    values: [pointId],
  })
  return new Map(found.rows.map((row) => [row.service_code, row.release_delay_seconds]))
}

/** Credits of one quarter of an hour that wait for their release. */
export interface WaitingReleaseRow {
  currency: CurrencyCode
  release_at: Date
  amount_minor: bigint
  count: number
}

/**
 * The point's credits that wait, by quarters of an hour: all time zones differ by whole quarters, so the caller can form
 * days. Reads with a trusted point id: the merchant's role may not read the table.
 */
export async function readWaitingReleases(db: Db, pointId: string): Promise<readonly WaitingReleaseRow[]> {
  const found = await db.query<WaitingReleaseRow>({
    name: 'balance-waiting-releases',
    text: `select currency, date_bin('15 minutes', release_at, timestamptz '2000-01-01 00:00Z') as release_at,
        sum(amount_minor)::bigint as amount_minor, count(*)::int as count
      from ledger_releases where point_id = $1 and released_at is null
      group by 1, 2 order by 1, 2`,
    values: [pointId],
  })
  return found.rows
}
