import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { Caller } from '../../core/values/caller.ts'
import { getWebhook, type Webhook } from '../webhooks/get-webhook.ts'
import { bucketCounts, type Counted } from './bucket-counts.ts'
import { type Period, periodOf, splitAt, type TimeBucket } from './rules/time-buckets.ts'
import {
  type ApprovalsRow,
  type AskedCountRow,
  type BookedOtherwiseRow,
  type BucketCountRow,
  countByBuckets,
  type PendingAge,
  type PendingRow,
  readApprovalsWaiting,
  readBeginnings,
  readBookedOtherwise,
  readPending,
  readUnderReview,
  type UnderReviewRow,
} from './store/reads/overview.ts'

/** Ranges of an overview in days. A single day is shown by hours. */
export const overviewDays = [1, 7, 30] as const

const hourMs = 3_600_000

/** A bucket with the counts of the transactions that were created in it. */
export type CountedBucket = TimeBucket & { counted: readonly Counted[] }

/** Figures of a point. `extras/overview/bucket-counts.ts` has the maximum age of the counts. */
export interface Overview {
  now: Date
  /** IANA name of the time zone in which the point's days begin. */
  timeZone: string
  /** Oldest first. What is to come is empty. */
  slots: readonly CountedBucket[]
  /** One for each bucket of the period before; its parts before and from `previousUntil`. */
  previous: readonly (readonly CountedBucket[])[]
  previousUntil: Date
  today: CountedBucket
  sameDayLastWeek: CountedBucket
  pending: readonly PendingRow[]
  approvals: ApprovalsRow
  underReview: UnderReviewRow
  webhook: Webhook
  hasTransaction: boolean
  hasCompleted: boolean
}

/**
 * Reads overviews with the merchant's database role. Throws Problem `rate_limited` if too many requests wait for the
 * same point.
 */
export function overviewReader(
  deps: Pick<PlatformDeps, 'database'>,
): (caller: Caller, days: (typeof overviewDays)[number]) => Promise<Overview> {
  const countedOf = bucketCounts(() => performance.now())
  return async (caller, days) => {
    const { pointId, merchantId } = caller.point
    const { engine, lists } = deps.database
    const { beginnings, pending, approvals } = await lists.asMerchant({ merchantId }, async (tx) => {
      const found = await readBeginnings(tx, pointId)
      return {
        beginnings: found,
        pending: await readPending(tx, pointId, agesAt(found.now)),
        approvals: await readApprovalsWaiting(tx, pointId),
      }
    })
    const { now, time_zone: timeZone } = beginnings
    const period = periodOf(now, days, timeZone)
    const buckets = bucketsOf(period).filter(({ since }) => since <= now)
    const counted = await countedOf({ pointId, slots: buckets, now }, async (missing) =>
      lists.asMerchant({ merchantId }, async (tx) => {
        const counts = await countByBuckets(tx, pointId, missing)
        return withBooked(counts, await readBookedOtherwise(tx, pointId, missing))
      }),
    )
    const found = new Map(buckets.map((bucket, index) => [keyOf(bucket), counted[index]]))
    const withCounts = (bucket: TimeBucket) => ({ ...bucket, counted: found.get(keyOf(bucket)) ?? [] })
    return {
      now,
      timeZone,
      slots: period.slots.map(withCounts),
      previous: period.previous.map((slot) => splitAt(slot, period.previousUntil).map(withCounts)),
      previousUntil: period.previousUntil,
      today: withCounts(period.today),
      sameDayLastWeek: withCounts(period.sameDayLastWeek),
      pending,
      approvals,
      underReview: await readUnderReview(engine, pointId),
      webhook: await getWebhook(deps, pointId),
      hasTransaction: beginnings.has_transaction,
      hasCompleted: beginnings.has_completed,
    }
  }
}

/** Everything that a period counts, each bucket once. */
function bucketsOf({ slots, previous, previousUntil, today, sameDayLastWeek }: Period): readonly TimeBucket[] {
  const all = [...slots, ...previous.flatMap((slot) => splitAt(slot, previousUntil)), today, sameDayLastWeek]
  return [...new Map(all.map((bucket) => [keyOf(bucket), bucket])).values()]
}

function keyOf({ since, until }: TimeBucket): string {
  return `${since.getTime()} ${until.getTime()}`
}

function withBooked(counts: readonly AskedCountRow[], otherwise: readonly BookedOtherwiseRow[]): BucketCountRow[] {
  return counts.map((row) => {
    const same = (each: BookedOtherwiseRow) =>
      each.slot === row.slot &&
      each.pay_type === row.pay_type &&
      each.service_code === row.service_code &&
      each.currency === row.currency
    const difference = row.status === 'COMPLETED' ? otherwise.find(same)?.difference_minor : undefined
    return { ...row, booked_minor: row.amount_minor + (difference ?? 0n) }
  })
}

/** Transactions created after `now` was read belong to the youngest bucket. */
function agesAt(now: Date): readonly (TimeBucket & { age: PendingAge })[] {
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)
  return [
    { age: 'under_1_hour', since: ago(1), until: ago(-1) },
    { age: 'under_6_hours', since: ago(6), until: ago(1) },
    { age: 'under_24_hours', since: ago(24), until: ago(6) },
    { age: 'older', since: new Date(0), until: ago(24) },
  ]
}
