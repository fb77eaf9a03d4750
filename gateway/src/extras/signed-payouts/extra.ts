import type { CoreDeps } from '../../core/deps.ts'
import type { Extra } from '../../core/extra.ts'
import { checkSignatures } from './http/check-signatures.ts'
import { deleteOldNonces } from './store/request-nonces.ts'

/** Checks signatures of requests that make or decide a payout. Without it the core refuses what a point wants signed. */
export function signedPayoutsExtra(deps: CoreDeps, { engine }: CoreDeps['database']): Extra {
  return {
    keyHooks: (scope) => checkSignatures(scope, deps),
    cleanups: [{ name: 'nonces', work: async () => await deleteOldNonces(engine) }],
  }
}
