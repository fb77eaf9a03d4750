import assert from 'node:assert/strict'
import type { Order, RawNotification } from '../../../src/core/connectors/connector.ts'
import type { Bench } from './case.ts'
import type { Said, ToldEvent } from './under-test.ts'

/** When the provider tells it. */
export const toldAt = new Date('2030-06-15T12:00:00Z')

export interface Telling {
  /** The payout of the bench where omitted. */
  order?: Order
  said?: Said
  eventId?: string
  at?: Date
  secret?: string
}

/** An event about an order of the bench, for the description to tell. */
export function toldEvent(bench: Bench, telling: Telling = {}): { order: Order; key: string; given: ToldEvent } {
  const { said = { state: 'completed' }, eventId = 'event-1', at = toldAt, secret, order = bench.order } = telling
  const key = bench.connector.keyFor(order.transactionId, 1)
  return { order, key, given: { said, eventId, at, ...(secret === undefined ? {} : { secret }) } }
}

/** A notification about an order of the bench. */
export function told(bench: Bench, telling: Telling = {}): RawNotification {
  const { order, key, given } = toldEvent(bench, telling)
  const notification = bench.speaks.notification?.(order, key, given)
  assert.ok(notification)
  return notification
}
