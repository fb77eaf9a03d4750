import { type ProcessLimit, processLimits } from '../platform/limits/process-limits.ts'
import { heldByCaller } from '../platform/limits/slots.ts'
import type { Metrics } from '../platform/log/metrics.ts'
import { say } from '../texts/messages/say.ts'
import { Problem } from '../values/problem.ts'

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
export function callSlots(
  metrics: Metrics,
  { max, share }: Pick<ProcessLimit, 'max' | 'share'> = processLimits.connector_account,
): CallSlots {
  const taken = heldByCaller()
  const takenByPoint = heldByCaller()
  // For points that hold fewer.
  const lastSlots = max - share
  metrics.queues.watch('connector_account', { max, length: taken.most })
  return {
    async within({ accountId, pointId }, work) {
      const point = `${accountId} ${pointId}`
      const all = taken.of(accountId)
      if (all >= max || (all >= share && takenByPoint.of(point) >= lastSlots)) {
        metrics.refused.inc({ why: 'connector_account' })
        throw new Problem('unavailable', {
          message: say('payment.bank_slow'),
          retryAfterSeconds: retrySeconds,
        })
      }
      taken.take(accountId)
      takenByPoint.take(point)
      try {
        return await work()
      } finally {
        taken.leave(accountId)
        takenByPoint.leave(point)
      }
    },
  }
}
