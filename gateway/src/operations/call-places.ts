import { Problem } from '../domain/problem.ts'
import type { Metrics } from '../lib/metrics.ts'

/**
 * Requests that wait for one connector account at once: four times the sockets to it, so that a bank that answers is
 * never short of work, and one that hangs takes an eighth of the places that merchants have (`http/gates.ts`).
 */
export const callsPerAccountMax = 256

/** A bank that hangs costs each call 8 s; one that is only slow frees places every moment. */
const retrySeconds = 2

export interface CallPlaces {
  /** Runs `work` in a place of this account. Throws Problem `unavailable` before it where all are taken. */
  within<T>(accountId: string, work: () => Promise<T>): Promise<T>
}

/**
 * One per process. Taken before the commit and not after it: what is accepted is sent, and what could only wait for a
 * bank that hangs is refused while nothing of it is written.
 */
export function callPlaces(metrics: Metrics, max = callsPerAccountMax): CallPlaces {
  const taken = new Map<string, number>()
  metrics.queues.watch('connector_account', { max, length: () => Math.max(0, ...taken.values()) })
  return {
    async within(accountId, work) {
      const own = taken.get(accountId) ?? 0
      if (own >= max) {
        metrics.refused.inc({ why: 'connector_account' })
        throw new Problem('unavailable', {
          message: 'The bank answers too slowly at the moment: nothing was accepted.',
          retryAfterSeconds: retrySeconds,
        })
      }
      taken.set(accountId, own + 1)
      try {
        return await work()
      } finally {
        const left = (taken.get(accountId) ?? 1) - 1
        if (left > 0) taken.set(accountId, left)
        else taken.delete(accountId)
      }
    },
  }
}
