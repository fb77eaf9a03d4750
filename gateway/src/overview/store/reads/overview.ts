import type { Db } from '../../../platform/database/database.ts'
import { bookedMinorSql } from '../../../processing/rules/booked-sql.ts'
import type { CurrencyCode } from '../../../values/currency.ts'
import { type PayType, payTypes, type Status, statuses } from '../../../values/status.ts'
import type { TimeBucket } from '../../rules/time-buckets.ts'

/** Named in statements, where an index has them in front of the time. */
const inSql = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')

/** How many of a kind were created in a slot. `slot` = the slot's place in what was asked for, from 0. */
export interface BucketCountRow {
  slot: number
  pay_type: PayType
  service_code: string
  currency: CurrencyCode
  status: Status
  count: number
  /** What was asked for. */
  amount_minor: bigint
  /** Of COMPLETED: what is booked to the merchant, or was paid out. */
  booked_minor: bigint
}

/**
 * The point's transactions by when they were created. Reads the index `transactions_list_by_status` alone: about 15 ms for each
 * 30 000 of them, so that whoever asks again and again must remember the answers.
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
      cross join lateral (
        select pay_type, service_code, currency, status, count(*)::int as count, sum(amount_minor)::bigint as amount_minor
        from transactions where point_id = $1 and pay_type in (${inSql(payTypes)}) and status in (${inSql(statuses)})
          and created_at >= s.since and created_at < s.until
        group by pay_type, service_code, currency, status) c`,
    values: [pointId, slots.map(({ since }) => since), slots.map(({ until }) => until)],
  })
  return found.rows
}

/** A row without what `readBookedOtherwise` adds. */
export type AskedCountRow = Omit<BucketCountRow, 'booked_minor'>

/** By how much the booked sum of completed payments differs from the asked one, minor units; negative: less was booked. */
export type BookedOtherwiseRow = Omit<BucketCountRow, 'status' | 'count' | 'amount_minor' | 'booked_minor'> & {
  difference_minor: bigint
}

/** Reads the few that `transactions_booked_otherwise` holds. */
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
        from transactions where point_id = $1 and status = 'COMPLETED'
          and (credited_minor <> amount_minor or reversed_minor > 0)
          and created_at >= s.since and created_at < s.until
        group by pay_type, service_code, currency) c`,
    values: [pointId, slots.map(({ since }) => since), slots.map(({ until }) => until)],
  })
  return found.rows
}

/** Beyond this a number says no more than "very many". */
const pendingCountMax = 10_000

/** How long something has waited. */
export type PendingAge = 'under_1_hour' | 'under_6_hours' | 'under_24_hours' | 'older'

/** What is under way of one pay type. */
export interface PendingRow {
  pay_type: PayType
  /** In the order of what was asked for; up to `pendingCountMax` each. */
  counts: readonly { age: PendingAge; count: number }[]
  oldest_id: string | null
  oldest_at: Date | null
}

/** What waits, by when it was created. */
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

/** What stands at the beginning of a point's life. `now` = the time by which the gateway goes. */
export interface BeginningsRow {
  now: Date
  has_transaction: boolean
  has_completed: boolean
}

export async function readBeginnings(db: Db, pointId: string): Promise<BeginningsRow> {
  const found = await db.query<BeginningsRow>({
    name: 'read-beginnings',
    text: `select gateway_now()::timestamptz(3) as now,
        exists (select from transactions where point_id = $1) as has_transaction,
        exists (select from transactions where point_id = $1 and pay_type in (${inSql(payTypes)})
          and status = 'COMPLETED') as has_completed`,
    values: [pointId],
  })
  return found.rows[0] as BeginningsRow
}
