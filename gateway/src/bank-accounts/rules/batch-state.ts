/** States that are stored. Each is left once, to the right; `cancelled` is reached before `handed_over` alone. */
export type StoredBatchState = 'draft' | 'approved' | 'handed_over' | 'cancelled'

/** `part` and `done` follow from the payouts: some, or all, are decided. */
export const batchStates = ['draft', 'approved', 'handed_over', 'part', 'done', 'cancelled'] as const
export type BatchState = (typeof batchStates)[number]

export type BatchStep = 'approve' | 'hand_over' | 'cancel'

const steps: Readonly<Record<BatchStep, { from: readonly StoredBatchState[]; to: StoredBatchState }>> = {
  approve: { from: ['draft'], to: 'approved' },
  hand_over: { from: ['approved'], to: 'handed_over' },
  cancel: { from: ['draft', 'approved'], to: 'cancelled' },
}

/** The state after a step; undefined where the step is not possible. */
export function batchAfter(state: StoredBatchState, step: BatchStep): StoredBatchState | undefined {
  const { from, to } = steps[step]
  return from.includes(state) ? to : undefined
}

/** What people see. `open`: payouts of the batch whose outcome is not known. */
export function shownBatchState(state: StoredBatchState, { count, open }: { count: number; open: number }): BatchState {
  if (state !== 'handed_over' || open >= count) return state
  return open === 0 ? 'done' : 'part'
}

/** What became of one payment of a batch. */
export type ItemState = 'open' | 'paid' | 'rejected' | 'returned' | 'removed' | 'ended'

/** By the item's own state and its payout's status and reason. `ended`: not paid, by another way than this batch. */
export function itemState(
  stored: 'live' | 'rejected' | 'removed',
  payout: { status: string; reason: string },
): ItemState {
  if (stored !== 'live') return stored
  if (payout.status === 'PENDING') return 'open'
  if (payout.status === 'COMPLETED') return 'paid'
  return payout.reason === 'returned' ? 'returned' : 'ended'
}
