import type { ProcessingDeps } from './deps.ts'

/** A pay-in whose time has passed. */
export interface PastPayin {
  id: string
  connector_account_id: string
}

/**
 * Which of the pay-ins do not expire yet, by their ids, because something still shows whether they were paid. The capability
 * that knows it registers this at the start: see `Extra.holdExpiry`. Each is asked about again until none is held.
 */
export type ExpiryHold = (payins: readonly PastPayin[]) => Promise<ReadonlySet<string>>

/** The pay-ins that some capability holds. */
export async function heldPayins(
  { expiryHolds = [] }: Pick<ProcessingDeps, 'expiryHolds'>,
  payins: readonly PastPayin[],
): Promise<ReadonlySet<string>> {
  if (payins.length === 0) return new Set()
  const held = await Promise.all(expiryHolds.map(async (hold) => await hold(payins)))
  return new Set(held.flatMap((ids) => [...ids]))
}
