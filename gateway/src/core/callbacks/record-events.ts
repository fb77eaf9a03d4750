import type { Db } from '../platform/database/database.ts'
import { assert } from '../values/assert.ts'
import { newCallbackNumber } from './rules/callback-signature.ts'
import { insertUnlessKeyUsed, type NewCallbackEvent } from './store/callbacks.ts'

/** With 10^10 keys, repeated collisions mean another fault. */
const apiKeyAttemptsMax = 10

/**
 * Writes events with their deliveries in the transaction that changes the status. That transaction holds the locks of
 * the transaction rows, so `seq` grows without gaps. Older unsent deliveries of the same transaction become superseded.
 */
export async function insertCallbackEvents(tx: Db, events: readonly NewCallbackEvent[]): Promise<void> {
  for (const layer of oneEventPerTransaction(events)) await insertLayer(tx, layer)
}

/** A statement does not see its own writes, so two events of one transaction need two statements. */
function oneEventPerTransaction(events: readonly NewCallbackEvent[]): NewCallbackEvent[][] {
  const layers: NewCallbackEvent[][] = []
  const counts = new Map<string, number>()
  for (const event of events) {
    const depth = counts.get(event.transactionId) ?? 0
    counts.set(event.transactionId, depth + 1)
    const layer = layers[depth] ?? []
    layers[depth] = layer
    layer.push(event)
  }
  return layers
}

async function insertLayer(tx: Db, layer: readonly NewCallbackEvent[]): Promise<void> {
  let open = layer
  for (let tries = 0; open.length > 0; tries++) {
    assert(tries < apiKeyAttemptsMax, 'no unused api_key was found')
    const written = await insertUnlessKeyUsed(tx, open)
    open = open.filter((event) => !written.has(event.id)).map((event) => ({ ...event, apiKey: newCallbackNumber() }))
  }
}
