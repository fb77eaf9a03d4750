import { payoutArrival } from '../bank-accounts/batches/payout-arrival.ts'
import { computeBankDays } from '../bank-accounts/days/compute-days.ts'
import { holdExpiry } from '../bank-accounts/expiry/hold-expiry.ts'
import { forgetRefusedBytes, type ReadingDeps, readWaitingFiles } from '../bank-accounts/files/read-waiting-files.ts'
import { watchInbox } from '../bank-accounts/files/watch-inbox.ts'
import { matchExpectedLines, matchNewLines, matchWaitingLines } from '../bank-accounts/match-lines.ts'
import { referenceReleaser } from '../bank-accounts/release-references.ts'
import type { SettleDeps } from '../bank-accounts/settle-lines.ts'
import type { Extra } from '../extra.ts'
import type { LoopSpec } from '../jobs/start-jobs.ts'
import type { CoreDeps, Surroundings } from '../start-core.ts'

/**
 * The operator's own bank accounts: files of banks are read, lines of their statements find their orders, their days are
 * proven, pay-ins whose point wants it wait for a statement before they expire, payouts say when their bank executes them,
 * and numeric references are given out again after their orders ended.
 */
export function bankAccountsExtra(
  deps: CoreDeps & SettleDeps,
  { database, forLoops, config }: Pick<Surroundings, 'database' | 'forLoops' | 'config'>,
): Extra {
  return {
    holdExpiry: async (payins) => await holdExpiry({ ...deps, database }, payins),
    payoutArrival: async (payout) => await payoutArrival(deps, payout),
    loops: () => {
      const loopDeps = forLoops(deps)
      return {
        bankFiles: { runOnce: async () => await readWaitingFiles(loopDeps), idleMs: 1_000 },
        bankChannels: inboxLoop(loopDeps, config.bankInbox),
        bankLines: { runOnce: async () => await matchNewLines(loopDeps), idleMs: 1_000 },
        expectedLines: { runOnce: async () => await matchExpectedLines(loopDeps), idleMs: 15_000 },
        waitingLines: { runOnce: async () => await matchWaitingLines(loopDeps), idleMs: 15_000 },
        bankDays: { runOnce: async () => await computeBankDays(loopDeps), idleMs: 60_000 },
      }
    },
    housekeeping: [
      { name: 'references', work: referenceReleaser({ database }) },
      { name: 'refused bank files', work: async () => await forgetRefusedBytes({ database }) },
    ],
  }
}

/** Without a folder its rounds do nothing. */
function inboxLoop(deps: ReadingDeps, path: string | undefined): LoopSpec {
  const inbox = path === undefined ? undefined : watchInbox(deps, path)
  return {
    runOnce: async () => {
      await inbox?.round()
      // The next round must not follow at once: a file is taken only if it stood still for two of them.
      return 0
    },
    idleMs: 30_000,
  }
}
