import type { Extra } from '../../core/extra.ts'
import type { Surroundings } from '../../core/start-core.ts'
import type { Deps } from '../deps.ts'
import { checkAccounts } from './check-accounts.ts'
import { deleteOldDrafts } from './store/provider-accounts.ts'

/** A proposal lapses earlier. */
const draftMs = 8 * 86_400_000

/** Accounts at providers that operators set up. Its routes are the dashboard's. */
export function providersExtra(deps: Deps, { database, forLoops }: Pick<Surroundings, 'database' | 'forLoops'>): Extra {
  return {
    loops: () => {
      const loopDeps = forLoops(deps)
      return { providers: { runOnce: async () => await checkAccounts(loopDeps), idleMs: 30_000 } }
    },
    cleanups: [
      {
        name: 'provider drafts',
        work: async () => await deleteOldDrafts(database.engine, new Date(deps.clock.now().getTime() - draftMs)),
      },
    ],
  }
}
