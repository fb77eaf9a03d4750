import { type Database, type Db, inTransaction } from '../../platform/database/database.ts'
import { type EndpointHealth, isSuspect, type Observation, observe, trustedShare } from '../rules/endpoint-health.ts'
import { countAttempts } from '../store/callback-attempt-counts.ts'
import { type KnownHealth, lockHealth, saveHealth } from '../store/callback-health.ts'
import type { DeliveryResult } from '../store/callback-results.ts'

/**
 * Records what attempts said about their endpoints. A healthy endpoint that succeeds costs nothing: only failures, and
 * successes of endpoints that failed lately, are written. Where these look bad enough for the breaker, the log of attempts
 * is asked for all attempts of the window, of all processes. Losing a record on the way costs a little patience.
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
  // What an address answers that is no longer the point's own says nothing about the address of now.
  const { url } = before
  const counting = seen.filter((each) => each.url === url)
  const health = counting.reduce<EndpointHealth>((sum, each) => observe(sum, each, now), before.health)
  const failure = counting.findLast(({ result }) => result !== 'success')
  if (url === null || !failure || !isSuspect(health, now)) return health
  const counted = await countAttempts(tx, { pointId, url, since: health.countedSince, now })
  return trustedShare(health, counted, { fresh: failure.fresh, now })
}

function observationsByPoint(results: readonly DeliveryResult[]): Map<string, SeenAttempt[]> {
  const seen = new Map<string, SeenAttempt[]>()
  for (const { pointId, observation, record } of results) {
    if (observation) seen.set(pointId, [...(seen.get(pointId) ?? []), { ...observation, url: record.url }])
  }
  const matters = new Set(
    results.flatMap(({ pointId, observation }) =>
      observation && (observation.watched || observation.result !== 'success') ? [pointId] : [],
    ),
  )
  return new Map([...seen].filter(([pointId]) => matters.has(pointId)))
}
