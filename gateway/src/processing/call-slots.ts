import type { Metrics } from '../platform/log/metrics.ts'
import { Problem } from '../values/problem.ts'

/**
 * Requests that may wait for one connector account at once: four times its sockets, so that a fast bank always has
 * work. A bank that hangs takes at most an eighth of the slots of merchants (`web/limits/admission-control.ts`).
 */
export const callsPerAccountMax = 256

/**
 * The last quarter of the slots is reserved for points below that share. All test points share one account, so one
 * point whose calls hang cannot block the others.
 */
const lastSlotsPart = 4

/** A hanging bank holds a slot for 8 s; a slow one frees slots continuously. */
const retrySeconds = 2

export interface CallSlots {
  /**
   * Runs `work` in a slot of this account. Throws Problem `unavailable` before it where no slot is free for this
   * point.
   */
  within<T>(caller: SlotHolder, work: () => Promise<T>): Promise<T>
}

export interface SlotHolder {
  accountId: string
  pointId: string
}

/**
 * One per process. The slot is taken before the commit: a request that would only wait for a hanging bank is refused
 * before anything is written.
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
