import { type Balance, getBalances } from '../ledger/get-balances.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import type { Caller } from '../values/caller.ts'
import { getWebhook, type Webhook } from '../webhooks/get-webhook.ts'
import { bucketCounts, type Counted } from './bucket-counts.ts'
import { lastDays, lastHours, type TimeBucket } from './rules/time-buckets.ts'
import {
  type AskedCountRow,
  type BookedOtherwiseRow,
  type BucketCountRow,
  countByBuckets,
  type PendingAge,
  type PendingRow,
  readBeginnings,
  readBookedOtherwise,
  readPending,
} from './store/reads/overview.ts'

/** Ranges of an overview in days. A single day is shown by hours. */
export const overviewDays = [1, 7, 30] as const

const hoursOfDay = 24
const hourMs = 3_600_000

export interface OverviewQuery {
  days: (typeof overviewDays)[number]
  /** IANA name of the time zone in which days begin. */
  timeZone: string
}

/** Figures of a point. */
export interface Overview {
  now: Date
  /**
   * Oldest first, with the counts of created transactions. `overview/bucket-counts.ts` has the maximum age of the
   * counts.
   */
  slots: readonly (TimeBucket & { counted: readonly Counted[] })[]
  pending: readonly PendingRow[]
  webhook: Webhook
  balances: readonly Balance[]
  hasTransaction: boolean
  hasCompleted: boolean
}

/**
 * Reads overviews with the merchant's database role. Throws Problem `rate_limited` if too many requests wait for the
 * same point.
 */
export function overviewReader(
  deps: Pick<PlatformDeps, 'database'>,
): (caller: Caller, query: OverviewQuery) => Promise<Overview> {
  const countedOf = bucketCounts(() => performance.now())
  return async (caller, { days, timeZone }) => {
    const { pointId, merchantId } = caller.point
    const { lists } = deps.database
    const { beginnings, pending } = await lists.asMerchant({ merchantId }, async (tx) => {
      const found = await readBeginnings(tx, pointId)
      return { beginnings: found, pending: await readPending(tx, pointId, agesAt(found.now)) }
    })
    const { now } = beginnings
    const slots = days === 1 ? lastHours(now, hoursOfDay) : lastDays(now, days, timeZone)
    const counted = await countedOf({ pointId, slots, now }, async (missing) =>
      lists.asMerchant({ merchantId }, async (tx) => {
        const counts = await countByBuckets(tx, pointId, missing)
        return withBooked(counts, await readBookedOtherwise(tx, pointId, missing))
      }),
    )
    return {
      now,
      slots: slots.map((slot, index) => ({ ...slot, counted: counted[index] ?? [] })),
      pending,
      webhook: await getWebhook(deps, pointId),
      balances: await getBalances(deps, caller),
      hasTransaction: beginnings.has_transaction,
      hasCompleted: beginnings.has_completed,
    }
  }
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
