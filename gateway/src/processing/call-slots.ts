import type { Metrics } from '../platform/log/metrics.ts'
import { Problem } from '../values/problem.ts'

/**
 * Requests that wait for one connector account at once: four times the sockets to it, so that a bank that answers is
 * never short of work, and one that hangs takes an eighth of the places that merchants have (`web/limits/admission-control.ts`).
 */
export const callsPerAccountMax = 256

/**
 * What nobody has who holds as much already: accounts are shared (all test points have one), and whoever makes a bank
 * hang would keep everybody else from it.
 */
const lastSlotsPart = 4

/** A bank that hangs costs each call 8 s; one that is only slow frees places every moment. */
const retrySeconds = 2

export interface CallSlots {
  /**
   * Runs `work` in a place of this account. Throws Problem `unavailable` before it where all are taken, or all but those
   * that are for points with less than a quarter of them.
   */
  within<T>(caller: SlotHolder, work: () => Promise<T>): Promise<T>
}

export interface SlotHolder {
  accountId: string
  pointId: string
}

/**
 * One per process. Taken before the commit and not after it: what is accepted is sent, and what could only wait for a
 * bank that hangs is refused while nothing of it is written.
 */
export function callSlots(metrics: Metrics, max = callsPerAccountMax): CallSlots {
  const taken = new Map<string, number>()
  const takenByPoint = new Map<string, number>()
  const lastSlots = Math.floor(max / lastSlotsPart)
  metrics.queues.watch('connector_account', { max, length: () => Math.max(0, ...taken.values()) })
  return {
    async within({ accountId, pointId }, work) {
      const all = taken.get(accountId) ?? 0
      const point = `${accountId} ${pointId}`
      const own = takenByPoint.get(point) ?? 0
      if (all >= max || (all >= max - lastSlots && own >= lastSlots)) {
        metrics.refused.inc({ why: 'connector_account' })
        throw new Problem('unavailable', {
          message: 'The bank answers too slowly at the moment: nothing was accepted.',
          retryAfterSeconds: retrySeconds,
        })
      }
      taken.set(accountId, all + 1)
      takenByPoint.set(point, own + 1)
      try {
        return await work()
      } finally {
        leave(taken, accountId)
        leave(takenByPoint, point)
      }
    },
  }
}

function leave(taken: Map<string, number>, key: string): void {
  const left = (taken.get(key) ?? 1) - 1
  if (left > 0) taken.set(key, left)
  else taken.delete(key)
}
