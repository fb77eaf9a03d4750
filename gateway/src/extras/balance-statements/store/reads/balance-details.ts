import type { Db } from '../../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'

/** Payouts that were sent and are not final; part of the reserved balance. */
export interface InTransitRow {
  currency: CurrencyCode
  amount_minor: bigint
  /** At most one more than `countMax`. */
  count: number
}

/** Lists say "1,000+" from here on. */
export const countMax = 1_000

/**
 * Sums of the point's payouts in transit per currency, with their fees. A payout that waits for approval was not sent,
 * nor one whose attempts surely did not leave.
 */
export async function readInTransit(db: Db, pointId: string): Promise<readonly InTransitRow[]> {
  const found = await db.query<InTransitRow>({
    name: 'balance-in-transit',
    text: `select t.currency, sum(t.amount_minor + t.fee_minor)::bigint as amount_minor,
        least(count(*), ${countMax + 1})::int as count
      from transactions t
      where t.point_id = $1 and t.pay_type = 'payout' and t.status = 'PENDING' and t.reason <> 'awaiting_approval' and t.booked
        and exists (select from attempts a where a.transaction_id = t.id and a.point_id = $1
          and not (a.state = 'waiting' and not a.maybe_sent))
      group by t.currency order by t.currency`,
    values: [pointId],
  })
  return found.rows
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
 * days. Reads with a trusted point id: the merchant's role may not read the table. Rows of a version that did not write
 * the point are found by their transactions.
 */
export async function readWaitingReleases(db: Db, pointId: string): Promise<readonly WaitingReleaseRow[]> {
  const found = await db.query<WaitingReleaseRow>({
    name: 'balance-waiting-releases',
    text: `select currency, date_bin('15 minutes', release_at, timestamptz '2000-01-01 00:00Z') as release_at,
        sum(amount_minor)::bigint as amount_minor, count(*)::int as count
      from (
        select currency, release_at, amount_minor from ledger_releases where point_id = $1 and released_at is null
        union all
        select t.currency, r.release_at, r.amount_minor from ledger_releases r join transactions t on t.id = r.transaction_id
        where r.point_id is null and r.released_at is null and t.point_id = $1) waiting
      group by 1, 2 order by 1, 2`,
    values: [pointId],
  })
  return found.rows
}
