import type { AlongOutcomes, OutcomeChange } from '../../core/processing/deps.ts'
import { useStateAfter } from './rules/card-velocity.ts'
import { type SettledUse, saveUseStates } from './store/card-velocity.ts'

/** Records what the first decisions about card pay-ins, and redirects to 3-D Secure, mean for the limits. */
export const settleCardUses: AlongOutcomes = async (tx, changes) => await saveUseStates(tx, changes.flatMap(usesOf))

function usesOf({ before, after }: OutcomeChange): SettledUse[] {
  if (before.card_bin === null || before.status !== 'PENDING') return []
  const { status, reason, point_id: pointId, reference } = after
  const state = useStateAfter(status, reason)
  return state === undefined ? [] : [{ pointId, reference, state }]
}
