import { type EndpointHealth, type Observation, observe, wellSince } from '../domain/endpoint-health.ts'
import { lockHealth, saveHealth } from '../store/callback-health.ts'
import type { DeliveryResult } from '../store/callback-results.ts'
import { type Database, inTransaction } from '../store/database.ts'

/**
 * Notes what attempts said about their endpoints. A healthy endpoint that succeeds costs nothing: only failures, and
 * successes of endpoints that failed lately, are written. Losing a note on the way costs a little patience.
 */
export async function noteHealth(engine: Database['engine'], results: readonly DeliveryResult[]): Promise<void> {
  const seen = observationsByPoint(results)
  if (seen.size === 0) return
  await inTransaction(engine, async (tx) => {
    const ids = [...seen.keys()].sort()
    const { now, known } = await lockHealth(tx, ids)
    const after = ids.map((pointId) => ({
      pointId,
      health: (seen.get(pointId) ?? []).reduce<EndpointHealth>(
        (health, each) => observe(health, each, now),
        known.get(pointId) ?? wellSince(now),
      ),
    }))
    await saveHealth(tx, after)
  })
}

function observationsByPoint(results: readonly DeliveryResult[]): Map<string, Observation[]> {
  const seen = new Map<string, Observation[]>()
  for (const { pointId, observation } of results) {
    if (observation) seen.set(pointId, [...(seen.get(pointId) ?? []), observation])
  }
  const matters = new Set(
    results.flatMap(({ pointId, observation }) =>
      observation && (observation.watched || observation.result !== 'success') ? [pointId] : [],
    ),
  )
  return new Map([...seen].filter(([pointId]) => matters.has(pointId)))
}
