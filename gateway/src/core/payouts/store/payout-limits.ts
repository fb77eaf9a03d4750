import type { Db } from '../../platform/database/database.ts'
import { noLimits, type PayoutLimits } from '../rules/payout-control.ts'

/** A point's limits in one currency, with its payouts and refunds of this UTC day (0 without a daily limit). */
export interface LimitsToday {
  limits: PayoutLimits
  todayMinor: bigint
}

export const unlimited: LimitsToday = { limits: noLimits, todayMinor: 0n }

/** The limits of points by `limitsKey`; points without limits are left out. Counts committed payouts. */
export async function readPayoutLimits(
  tx: Db,
  wanted: readonly { point_id: string; currency: string }[],
): Promise<ReadonlyMap<string, LimitsToday>> {
  const found = await tx.query<{
    point_id: string
    currency: string
    single_minor: bigint | null
    daily_minor: bigint | null
    approval_above_minor: bigint | null
    today_minor: bigint
  }>({
    name: 'read-payout-limits',
    text: `select l.point_id, l.currency, l.single_minor, l.daily_minor, l.approval_above_minor,
        case when l.daily_minor is null then 0 else (
          select coalesce(sum(t.amount_minor), 0)::bigint from transactions t
          where t.point_id = l.point_id and t.currency = l.currency and t.pay_type = 'payout' and t.status <> 'ERROR'
            and t.created_at >= date_trunc('day', gateway_now(), 'UTC'))
          + (
          select coalesce(sum(t.amount_minor), 0)::bigint from transactions t
          where t.point_id = l.point_id and t.currency = l.currency and t.pay_type = 'refund' and t.status <> 'ERROR'
            and t.created_at >= date_trunc('day', gateway_now(), 'UTC')) end as today_minor
      from payout_limits l
      where (l.point_id, l.currency) in (select * from unnest($1::uuid[], $2::text[]))`,
    values: [wanted.map((each) => each.point_id), wanted.map((each) => each.currency)],
  })
  return new Map(
    found.rows.map((row) => [
      limitsKey(row.point_id, row.currency),
      {
        limits: {
          singleMinor: row.single_minor,
          dailyMinor: row.daily_minor,
          approvalAboveMinor: row.approval_above_minor,
        },
        todayMinor: row.today_minor,
      },
    ]),
  )
}

export function limitsKey(pointId: string, currency: string): string {
  return `${pointId}/${currency}`
}
