import type { CoreDeps } from '../../core/deps.ts'
import type { Extra } from '../../core/extra.ts'
import { checkCardVelocity } from './check-card-velocity.ts'
import { deleteOldCardUses } from './store/card-velocity.ts'

/** Refuses card pay-ins that look like card testing. `settle-card-uses.ts` records what became of the others. */
export function cardVelocityExtra(deps: CoreDeps, { engine }: CoreDeps['database']): Extra {
  return {
    beforeCardPayin: async (caller, request, isRepeated) => await checkCardVelocity(deps, caller, request, isRepeated),
    cleanups: [{ name: 'card uses', work: async () => await deleteOldCardUses(engine) }],
  }
}
