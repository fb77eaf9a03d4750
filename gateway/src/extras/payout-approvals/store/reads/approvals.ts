import type { Db } from '../../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'

/** Payouts that a comparison reads; the latest ones of a busy point are enough and keep the page fast. */
const comparedMax = 10_000

/** A payout that waits for approval, with earlier payouts to the same account. */
export interface ApprovalRow {
  id: string
  /** The pay-in that a refund gives back. */
  payin_id: string | null
  payin_reference: string | null
  party_name: string | null
  reference: string
  service_code: string
  amount_minor: bigint
  currency: CurrencyCode
  details: Record<string, string>
  created_at: Date
  approval_until: Date
  created_by_key: string | null
  paid_count: number
  paid_minor: bigint
  last_paid_at: Date | null
}

/** Above which amounts a payout or refund of the point waits for a second person. */
export async function readApprovalLimits(db: Db, pointId: string) {
  const found = await db.query<{ currency: CurrencyCode; approval_above_minor: bigint }>({
    name: 'read-approval-limits',
    text: `select currency, approval_above_minor from payout_limits
      where point_id = $1 and approval_above_minor is not null order by currency`,
    values: [pointId],
  })
  return found.rows
}

/** A point's payouts that wait for approval, the next to expire first; after `after`, or from the start. */
export async function readApprovals(
  db: Db,
  pointId: string,
  page: { limit: number; after: { createdAt: Date; id: string } | undefined },
): Promise<readonly ApprovalRow[]> {
  const found = await db.query<ApprovalRow>({
    name: 'read-approvals',
    text: `select t.id, payin.id as payin_id, payin.reference as payin_reference, t.party_name, t.reference, t.service_code, t.amount_minor, t.currency, t.details, t.created_at, t.approval_until,
        t.created_by_key, b.paid_count, b.paid_minor, b.last_paid_at
      from transactions t left join refunds f on f.id = t.id left join transactions payin on payin.id = f.transaction_id
      cross join lateral (
        select count(*)::int as paid_count, coalesce(sum(p.amount_minor), 0)::bigint as paid_minor,
          max(p.created_at) as last_paid_at
        from (
          select amount_minor, created_at from transactions
          where point_id = t.point_id and pay_type = 'payout' and details ->> 'account' = t.details ->> 'account'
            and status = 'COMPLETED' and currency = t.currency
          order by created_at desc limit ${comparedMax}) p) b
      where t.point_id = $1 and t.approval_until is not null and t.status = 'PENDING' and t.reason = 'awaiting_approval'
        and ($2::timestamptz is null or (t.approval_until, t.id) > ($2, $3::uuid))
      order by t.approval_until, t.id limit $4`,
    values: [pointId, page.after?.createdAt ?? null, page.after?.id ?? null, page.limit],
  })
  return found.rows
}

export interface PayoutSums {
  count: number
  totalMinor: bigint
}

/** A point's completed payouts of the last 30 days by currency, limited to the latest ones. */
export async function readRecentPayouts(
  db: Db,
  pointId: string,
  currencies: readonly string[],
): Promise<ReadonlyMap<string, PayoutSums>> {
  const found = await db.query<{ currency: string; count: number; total_minor: bigint }>({
    name: 'read-recent-payouts',
    text: `select c.currency, s.count, s.total_minor from unnest($2::text[]) as c (currency) cross join lateral (
        select count(*)::int as count, coalesce(sum(p.amount_minor), 0)::bigint as total_minor from (
          select amount_minor from transactions
          where point_id = $1 and currency = c.currency and pay_type = 'payout' and status = 'COMPLETED'
            and created_at >= gateway_now() - interval '30 days'
          order by created_at desc limit ${comparedMax}) p) s`,
    values: [pointId, currencies],
  })
  return new Map(found.rows.map((row) => [row.currency, { count: row.count, totalMinor: row.total_minor }]))
}
