import { matchNewLines, matchWaitingLines } from '../bank-accounts/match-lines.ts'
import { referenceReleaser } from '../bank-accounts/release-references.ts'
import type { SettleDeps } from '../bank-accounts/settle-lines.ts'
import { channelWatcher } from '../bank-accounts/watch-channels.ts'
import type { Extra } from '../extra.ts'
import type { CoreDeps, Surroundings } from '../start-core.ts'

/**
 * The operator's own bank accounts: lines of their statements find their orders, and numeric references are given out
 * again after their orders ended.
 */
export function bankAccountsExtra(
  deps: CoreDeps & SettleDeps,
  { database, forLoops }: Pick<Surroundings, 'database' | 'forLoops'>,
): Extra {
  return {
    loops: () => {
      const loopDeps = forLoops(deps)
      return {
        bankLines: { runOnce: async () => await matchNewLines(loopDeps), idleMs: 1_000 },
        bankChannels: { runOnce: channelWatcher(loopDeps), idleMs: 60_000 },
        waitingLines: { runOnce: async () => await matchWaitingLines(loopDeps), idleMs: 15_000 },
      }
    },
    housekeeping: [{ name: 'references', work: referenceReleaser({ database }) }],
  }
}
