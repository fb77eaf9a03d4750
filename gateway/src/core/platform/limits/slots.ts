import type { Metrics } from '../log/metrics.ts'
import { type LimitName, processLimits } from './process-limits.ts'

/** The slots of one limit of the process. */
export interface Slots {
  /** Takes a slot for the caller, or tells that all are taken or that the caller holds its share. */
  take(caller: string): 'taken' | 'full' | 'share_held'
  leave(caller: string): void
}

/** How many of something each caller holds. Callers that hold nothing are forgotten. */
export interface Held {
  of(caller: string): number
  take(caller: string): void
  leave(caller: string): void
  /** What the caller with the most holds. */
  most(): number
}

export function heldByCaller(): Held {
  const counts = new Map<string, number>()
  const of = (caller: string) => counts.get(caller) ?? 0
  return {
    of,
    take: (caller) => void counts.set(caller, of(caller) + 1),
    leave: (caller) => {
      const left = of(caller) - 1
      if (left > 0) counts.set(caller, left)
      else counts.delete(caller)
    },
    most: () => Math.max(0, ...counts.values()),
  }
}

/** The slots of one limit. Each process needs one for each. */
function openSlots(metrics: Metrics, name: LimitName): Slots {
  const { max, share } = processLimits[name]
  const held = heldByCaller()
  let taken = 0
  metrics.queues.watch(name, { max, length: () => taken })
  return {
    take(caller) {
      const isFull = taken >= max
      if (isFull || held.of(caller) >= share) {
        metrics.refused.inc({ why: isFull ? name : `share_${name}` })
        return isFull ? 'full' : 'share_held'
      }
      taken++
      held.take(caller)
      return 'taken'
    },
    leave(caller) {
      taken--
      held.leave(caller)
    },
  }
}

/** What requests hold a slot for as long as they last. */
export interface ProcessSlots {
  exports: Slots
  longPolls: Slots
  auditProofs: Slots
  bankFiles: Slots
  sentFiles: Slots
}

export function processSlots(metrics: Metrics): ProcessSlots {
  return {
    exports: openSlots(metrics, 'exports'),
    longPolls: openSlots(metrics, 'long_polls'),
    auditProofs: openSlots(metrics, 'audit_proofs'),
    bankFiles: openSlots(metrics, 'bank_files'),
    sentFiles: openSlots(metrics, 'sent_files'),
  }
}
