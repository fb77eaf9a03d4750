import type { Environment } from '../../values/environment.ts'

/**
 * What a callback that was not delivered waits for: `time` = its next attempt; `turn` = it is due and goes out as soon as
 * others made room; `endpoint` = it is due, and the merchant's server must answer a probe first; `resume` = callbacks are
 * paused or suspended; `address` = there is none.
 */
export const deliveryWaits = ['time', 'turn', 'endpoint', 'resume', 'address'] as const
export type WaitsFor = (typeof deliveryWaits)[number]

/** The address of a delivery as it stands now. */
export interface DeliveryEndpoint {
  status: 'active' | 'paused' | 'suspended'
  hasUrl: boolean
  environment: Environment
  breakerOpen: boolean
}

export interface DeliveryWait {
  /** Never in the past: null where the delivery does not wait for a time. */
  nextAttemptAt: Date | null
  /** Null: it waits for nothing, because it was delivered, is on its way or was given up. */
  waitsFor: WaitsFor | null
}

/** What a delivery waits for at `now`, the gateway's time. */
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
