import { decideLines } from './decide-lines.ts'
import { type SettleDeps, settleLines } from './settle-lines.ts'
import { readNewLines, readWaitingLines } from './store/line-states.ts'

/** Lines of one round. */
const linesPerRound = 200

/** Judges lines that were imported: each is in the ledger after its round. Returns how many it handled. */
export async function matchNewLines(deps: SettleDeps): Promise<number> {
  const rows = await readNewLines(deps.database.engine, linesPerRound)
  return await settleLines(deps, await decideLines(deps.database.engine, rows))
}

/**
 * Judges lines in suspense again: the payer may have typed the number of the transfer meanwhile, an operator confirmed
 * the money by hand, or the missing statement came. Returns how many it handled.
 */
export async function matchWaitingLines(deps: SettleDeps): Promise<number> {
  const rows = await readWaitingLines(deps.database.engine, { now: deps.clock.now(), limit: linesPerRound })
  return await settleLines(deps, await decideLines(deps.database.engine, rows))
}
