import type { Environment } from '../../../core/values/environment.ts'

/**
 * What an undelivered callback waits for. `time` = its next attempt; `turn` = due, and sent as soon as there is
 * capacity; `endpoint` = due, and the merchant's server must answer a probe first; `resume` = callbacks are paused or
 * suspended; `address` = no address is set.
 */
export const deliveryWaits = ['time', 'turn', 'endpoint', 'resume', 'address'] as const
export type WaitsFor = (typeof deliveryWaits)[number]

/** The current address of a delivery. */
export interface DeliveryEndpoint {
  status: 'active' | 'paused' | 'suspended'
  hasUrl: boolean
  environment: Environment
  breakerOpen: boolean
}

export interface DeliveryWait {
  /** Never in the past; null where the delivery does not wait for a time. */
  nextAttemptAt: Date | null
  /** Null: waits for nothing, because it was delivered, is in flight or was given up. */
  waitsFor: WaitsFor | null
}

/** What a delivery waits for at `now` (gateway time). */
export function deliveryWait(
  delivery: { state: string; nextAttemptAt: Date; endpoint: DeliveryEndpoint },
  now: Date,
): DeliveryWait {
  const { state, nextAttemptAt, endpoint } = delivery
  const without = (waitsFor: WaitsFor | null): DeliveryWait => ({ nextAttemptAt: null, waitsFor })
  if (state !== 'pending' && state !== 'held') return without(null)
  if (endpoint.status !== 'active' || state === 'held') return without('resume')
  if (!endpoint.hasUrl && endpoint.environment === 'live') return without('address')
  if (nextAttemptAt.getTime() > now.getTime()) return { nextAttemptAt, waitsFor: 'time' }
  return without(endpoint.hasUrl && endpoint.breakerOpen ? 'endpoint' : 'turn')
}
