import type { Db } from '../../../../core/platform/database/database.ts'
import { bookedMinorSql } from '../../../../core/processing/rules/amounts.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'
import { type PayType, payTypes, type Reason, type Status, statuses } from '../../../../core/values/status.ts'
import type { TimeBucket } from '../../rules/time-buckets.ts'

/** Written into the statement, so that the planner can use an index that begins with the column. */
const inSql = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')

/** Number of transactions of a kind created in a bucket. `slot` = index of the requested bucket, from 0. */
export interface BucketCountRow {
  slot: number
  pay_type: PayType
  service_code: string
  currency: CurrencyCode
  status: Status
  /** Why it failed; null for every other status. */
  reason: Reason | null
  count: number
  /** Ordered amount. */
  amount_minor: bigint
  /** For COMPLETED: the amount credited to the merchant or paid out. */
  booked_minor: bigint
}

/** ERROR is counted by its reason. */
const statusesWithoutReason = statuses.filter((status) => status !== 'ERROR')

const countedSql = (columns: string, condition: string, groups: string) => `
        select pay_type, service_code, currency, ${columns}, count(*)::int as count, sum(amount_minor)::bigint as amount_minor
        from transactions where point_id = $1 and pay_type in (${inSql(payTypes)}) and ${condition}
          and created_at >= s.since and created_at < s.until
        group by pay_type, service_code, currency, ${groups}`

/**
 * The point's transactions by creation time. Reads the index `transactions_list_by_status`, about 15 ms per 30 000
 * rows, and the rows that failed, which alone have a reason. Frequent callers must cache the result.
 */
export async function countByBuckets(
  db: Db,
  pointId: string,
  slots: readonly TimeBucket[],
): Promise<readonly AskedCountRow[]> {
  const found = await db.query<AskedCountRow>({
    name: 'count-by-slots',
    text: `select (s.place - 1)::int as slot, c.*
      from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality s (since, until, place)
      cross join lateral (${countedSql('status, null::text as reason', `status in (${inSql(statusesWithoutReason)})`, 'status')}
        union all ${countedSql('status, reason', `status = 'ERROR'`, 'status, reason')}) c`,
    values: [pointId, slots.map(({ since }) => since), slots.map(({ until }) => until)],
  })
  return found.rows
}

/** A row without the part that `readBookedOtherwise` adds. */
export type AskedCountRow = Omit<BucketCountRow, 'booked_minor'>

/** Difference of credited and ordered amounts of completed payments, minor units; negative: less was credited. */
export type BookedOtherwiseRow = Omit<
  BucketCountRow,
  'status' | 'reason' | 'count' | 'amount_minor' | 'booked_minor'
> & {
  difference_minor: bigint
}

/** Reads the few rows of the index `transactions_booked_otherwise`. */
export async function readBookedOtherwise(
  db: Db,
  pointId: string,
  slots: readonly TimeBucket[],
): Promise<readonly BookedOtherwiseRow[]> {
  const found = await db.query<BookedOtherwiseRow>({
    name: 'read-booked-otherwise',
    text: `select (s.place - 1)::int as slot, c.*
      from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality s (since, until, place)
      cross join lateral (
        select pay_type, service_code, currency, sum(${bookedMinorSql} - amount_minor)::bigint as difference_minor
        from transactions where point_id = $1 and status = 'COMPLETED' and pay_type in (${inSql(payTypes)})
          and (credited_minor <> amount_minor or reversed_minor > 0)
          and created_at >= s.since and created_at < s.until
        group by pay_type, service_code, currency) c`,
    values: [pointId, slots.map(({ since }) => since), slots.map(({ until }) => until)],
  })
  return found.rows
}

/** Larger counts are shown as "more than" this. */
const pendingCountMax = 10_000

/** How long a transaction has been pending. */
export type PendingAge = 'under_1_hour' | 'under_6_hours' | 'under_24_hours' | 'older'

/** Pending transactions of one pay type. */
export interface PendingRow {
  pay_type: PayType
  /** In the requested order; each up to `pendingCountMax`. */
  counts: readonly { age: PendingAge; count: number }[]
  oldest_id: string | null
  oldest_at: Date | null
}

/** Pending transactions by creation time. */
export async function readPending(
  db: Db,
  pointId: string,
  ages: readonly (TimeBucket & { age: PendingAge })[],
): Promise<readonly PendingRow[]> {
  const found = await db.query<PendingRow>({
    name: 'read-pending',
    text: `select p.pay_type, c.counts, o.id as oldest_id, o.created_at as oldest_at
      from (values ('payin'), ('payout')) p (pay_type)
      cross join lateral (
        select json_agg(json_build_object('age', a.age, 'count', (
          select count(*)::int from (
            select from transactions where point_id = $1 and pay_type = p.pay_type and status = 'PENDING'
              and created_at >= a.since and created_at < a.until
            limit ${pendingCountMax}) found)) order by a.place) as counts
        from unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) with ordinality a (age, since, until, place)) c
      left join lateral (
        select id, created_at from transactions where point_id = $1 and pay_type = p.pay_type and status = 'PENDING'
        order by created_at limit 1) o on true`,
    values: [pointId, ages.map(({ age }) => age), ages.map(({ since }) => since), ages.map(({ until }) => until)],
  })
  return found.rows
}

/** First steps of a new point. `now` = the gateway's time; `time_zone` = in which the point's days begin. */
export interface BeginningsRow {
  now: Date
  time_zone: string
  has_transaction: boolean
  has_completed: boolean
}

export async function readBeginnings(db: Db, pointId: string): Promise<BeginningsRow> {
  const found = await db.query<BeginningsRow>({
    name: 'read-beginnings',
    text: `select gateway_now()::timestamptz(3) as now,
        coalesce((select time_zone from points where id = $1), 'UTC') as time_zone,
        exists (select from transactions where point_id = $1) as has_transaction,
        exists (select from transactions where point_id = $1 and pay_type in (${inSql(payTypes)})
          and status = 'COMPLETED') as has_completed`,
    values: [pointId],
  })
  return found.rows[0] as BeginningsRow
}

/** More are shown as "100+". */
const waitingMax = 100

/** What waits for people of the merchant. */
export interface ApprovalsRow {
  /** Payouts that wait for a second person, up to 100. */
  count: number
  /** When the first of them expires. */
  first_until: Date | null
}

export async function readApprovalsWaiting(db: Db, pointId: string): Promise<ApprovalsRow> {
  const found = await db.query<ApprovalsRow>({
    name: 'read-approvals-waiting',
    text: `select count(*)::int as count, min(approval_until) as first_until from (
        select approval_until from transactions
        where point_id = $1 and approval_until is not null and status = 'PENDING' and reason = 'awaiting_approval'
        order by approval_until, id limit ${waitingMax}) a`,
    values: [pointId],
  })
  return found.rows[0] as ApprovalsRow
}

/** The review queue of all points is read up to this. What is behind it belongs to an incident that has its own alerts. */
const reviewedMax = 2_000

/** What the operator looks at. */
export interface UnderReviewRow {
  /** Among the oldest transactions of all points under review, up to 2 000. */
  count: number
  oldest_at: Date | null
  /** The oldest one. */
  oldest_id: string | null
  oldest_pay_type: PayType | null
}

/**
 * Read by the engine: the limit is one of the queue of all points, whose index does not begin with the point. Only rows
 * of the point leave the statement.
 */
export async function readUnderReview(engine: Db, pointId: string): Promise<UnderReviewRow> {
  const found = await engine.query<UnderReviewRow>({
    name: 'read-under-review',
    text: `select count(*)::int as count, min(created_at) as oldest_at,
        (array_agg(id order by created_at, id))[1] as oldest_id,
        (array_agg(pay_type order by created_at, id))[1] as oldest_pay_type
      from (select id, point_id, pay_type, created_at from transactions where needs_operator is not null
        order by created_at, id limit ${reviewedMax}) q
      where point_id = $1`,
    values: [pointId],
  })
  return found.rows[0] as UnderReviewRow
}
