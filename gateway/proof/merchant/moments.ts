import type { Stage } from '../stages/virtual/parts.ts'
import { pause } from './client.ts'

/**
 * Instants at which a bank does something to a transaction's money. Whoever waits for one acts beside what the bank tells
 * of it: two who decide about the same at once hardly ever meet where each keeps to hours of their own.
 */
export interface Moments {
  /** Money of it moves, or its order ends, now. */
  tell(transactionId: string): void
  /** Resolves at the next moment of the transaction. */
  next(transactionId: string): Promise<void>
}

export function createMoments(): Moments {
  const waiting = new Map<string, (() => void)[]>()
  return {
    tell: (transactionId) => {
      const woken = waiting.get(transactionId) ?? []
      waiting.delete(transactionId)
      for (const wake of woken) wake()
    },
    next: async (transactionId) =>
      await new Promise<void>((resolve) => {
        waiting.set(transactionId, [...(waiting.get(transactionId) ?? []), resolve])
      }),
  }
}

/** A meeting with the bank. Virtual milliseconds. */
export interface Meeting {
  /** So long after the moment: what the bank tells of it is stored, and applied, within some of these. */
  afterMs: number
  /** Without a moment it happens after so long all the same. */
  withinMs: number
}

/** Waits for a meeting. `name` is unique in the run. */
export async function meet(
  { stage, moments }: { stage: Stage; moments: Moments },
  name: string,
  { transactionId, meeting }: { transactionId: string; meeting: Meeting },
): Promise<void> {
  await Promise.race([moments.next(transactionId), pause(stage, `${name}.alone`, meeting.withinMs)])
  if (meeting.afterMs > 0) await pause(stage, `${name}.meets`, meeting.afterMs)
}
