import type { Db } from '../../platform/database/database.ts'
import { callbackAttemptsMax } from '../rules/callback-schedule.ts'
import { type ClaimedDelivery, claimDeliveries, releaseExpiredLeases } from '../store/callback-claims.ts'
import { rateBudgets } from './rate-budgets.ts'

/** Leases last much longer than this, so shorter intervals would find nothing sooner. */
const sweepEveryMs = 1_000

/**
 * One round of claimed deliveries. `claimedMs` is the monotonic time before the claim, so the real lease ends a little
 * later than computed.
 */
export interface Round {
  deliveries: readonly ClaimedDelivery[]
  claimedMs: number
}

/**
 * Claims deliveries for one process, round by round. The cursor that rotates over the points lives in process memory.
 */
export function claimer(
  db: Db,
  { owner, leaseMs, workers }: { owner: string; leaseMs: number; workers: () => number },
): (limit: number) => Promise<Round> {
  let afterPointId = '00000000-0000-0000-0000-000000000000'
  const budgets = rateBudgets()
  let sweptMs = Number.NEGATIVE_INFINITY
  return async (limit) => {
    if (performance.now() - sweptMs >= sweepEveryMs) {
      await releaseExpiredLeases(db, callbackAttemptsMax)
      sweptMs = performance.now()
    }
    const claimedMs = performance.now()
    const restingPointIds = budgets.spent()
    const deliveries = await claimDeliveries(db, { limit, afterPointId, owner, leaseMs, restingPointIds })
    // The inbox has no rate limit.
    const sent = deliveries.filter(({ url }) => url !== null)
    budgets.spend(sent.map(({ pointId, ratePerS }) => ({ pointId, ratePerS: ratePerS / workers() })))
    // Probes ignore the rotation, so they must not move its cursor.
    const inTurn = deliveries.filter(({ probe }) => !probe)
    afterPointId = lastReached(inTurn, afterPointId)
    return { deliveries, claimedMs }
  }
}

/** The last point of this round. A round takes the ids after the cursor first, then those before it. */
function lastReached(deliveries: readonly ClaimedDelivery[], afterPointId: string): string {
  const ids = deliveries.map((delivery) => delivery.pointId)
  const wrapped = ids.filter((id) => id <= afterPointId)
  return (wrapped.length > 0 ? wrapped : ids).toSorted().at(-1) ?? afterPointId
}
