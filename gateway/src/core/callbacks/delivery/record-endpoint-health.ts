import { type Database, type Db, inTransaction } from '../../platform/database/database.ts'
import {
  type EndpointHealth,
  isSuspect,
  type Observation,
  observe,
  openOnFailureShare,
} from '../rules/endpoint-health.ts'
import { countAttempts } from '../store/callback-attempt-counts.ts'
import { type KnownHealth, lockHealth, saveHealth } from '../store/callback-health.ts'
import type { DeliveryResult } from '../store/callback-results.ts'

/**
 * Records the results of attempts as endpoint health. Only failures, and successes of endpoints that failed lately, are
 * written; a healthy endpoint costs nothing. Where these could open the breaker, all attempts of the window, by all
 * processes, are counted in the attempt log. A lost record only delays the breaker.
 */
export async function recordEndpointHealth(
  engine: Database['engine'],
  results: readonly DeliveryResult[],
): Promise<void> {
  const seen = observationsByPoint(results)
  if (seen.size === 0) return
  await inTransaction(engine, async (tx) => {
    const ids = [...seen.keys()].sort()
    const { now, known } = await lockHealth(tx, ids)
    const after: { pointId: string; health: EndpointHealth }[] = []
    for (const [pointId, before] of known) {
      after.push({ pointId, health: await healthAfter(tx, { pointId, before, seen: seen.get(pointId) ?? [], now }) })
    }
    await saveHealth(tx, after)
  })
}

interface SeenAttempt extends Observation {
  url: string | null
}

async function healthAfter(
  tx: Db,
  { pointId, before, seen, now }: { pointId: string; before: KnownHealth; seen: readonly SeenAttempt[]; now: Date },
): Promise<EndpointHealth> {
  // The result of a former address says nothing about the current address.
  const { url } = before
  const counting = seen.filter((each) => each.url === url)
  const health = counting.reduce<EndpointHealth>((sum, each) => observe(sum, each, now), before.health)
  const hasFailed = counting.some(({ result }) => result !== 'success')
  if (url === null || !hasFailed || !isSuspect(health, now)) return health
  const counted = await countAttempts(tx, { pointId, url, since: health.countedSince, now })
  return openOnFailureShare(health, counted, now)
}

/** The observations of points that have one to record. */
function observationsByPoint(results: readonly DeliveryResult[]): Map<string, SeenAttempt[]> {
  const seen = new Map<string, SeenAttempt[]>()
  for (const { pointId, observation } of results) {
    if (observation && (observation.watched || observation.result !== 'success')) seen.set(pointId, [])
  }
  for (const { pointId, observation, record } of results) {
    if (observation) seen.get(pointId)?.push({ ...observation, url: record.url })
  }
  return seen
}
