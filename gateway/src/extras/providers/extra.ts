import type { Extra } from '../../core/extra.ts'
import type { Deps } from '../deps.ts'
import { deleteOldDrafts } from './store/provider-accounts.ts'

/** A proposal lapses earlier. */
const draftMs = 8 * 86_400_000

/** Accounts at providers that operators set up. Its routes are the dashboard's. */
export function providersExtra({ clock }: Deps, database: Deps['database']): Extra {
  return {
    cleanups: [
      {
        name: 'provider drafts',
        work: async () => await deleteOldDrafts(database.engine, new Date(clock.now().getTime() - draftMs)),
      },
    ],
  }
}
