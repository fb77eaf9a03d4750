import type { CoreDeps } from '../../core/deps.ts'
import type { Extra } from '../../core/extra.ts'
import { householdOf } from '../../core/platform/ip-network.ts'
import type { Surroundings } from '../../core/start-core.ts'
import { addressOf } from '../../core/web/request-context.ts'
import { channelWatcher } from './channels/watch-channels.ts'
import { checkBankDays } from './days/check-days.ts'
import { channelRoutes } from './http/channel-routes.ts'
import { matchNewLines, matchWaitingLines } from './match-lines.ts'
import { referenceReleaser } from './release-references.ts'
import type { SettleDeps } from './settle-lines.ts'

/**
 * The operator's own bank accounts: lines of their statements find their orders, and numeric references are given out
 * again after their orders ended.
 */
export function bankAccountsExtra(
  deps: CoreDeps & SettleDeps,
  { database, forLoops }: Pick<Surroundings, 'database' | 'forLoops'>,
): Extra {
  return {
    server: (_app, { controls, inScope }) =>
      inScope((scope) => {
        controls.providers.admit(scope)
        controls.providers.share(scope, (request) => householdOf(addressOf(request)))
        channelRoutes(scope, deps)
      }),
    loops: () => {
      const loopDeps = forLoops(deps)
      return {
        bankLines: { runOnce: async () => await matchNewLines(loopDeps), idleMs: 1_000 },
        bankChannels: { runOnce: channelWatcher(loopDeps), idleMs: 60_000 },
        waitingLines: { runOnce: async () => await matchWaitingLines(loopDeps), idleMs: 15_000 },
        bankDays: { runOnce: async () => await checkBankDays(loopDeps), idleMs: 30_000 },
      }
    },
    cleanups: [{ name: 'references', work: referenceReleaser({ database }) }],
  }
}
