import { decideLines } from './decide-lines.ts'
import { type SettleDeps, settleLines } from './settle-lines.ts'
import { markConfirmedLines, readMarkedLines, readNewLines } from './store/line-states.ts'

/** Lines of one round. */
const linesPerRound = 200

/** Judges lines that were imported: each is in the ledger after its round. Returns how many it handled. */
export async function matchNewLines(deps: SettleDeps): Promise<number> {
  const rows = await readNewLines(deps.database.engine, linesPerRound)
  return await settleLines(deps, await decideLines(deps.database.engine, rows))
}

/**
 * Judges lines in suspense again where it can change something: an operator confirmed the money by hand, or another
 * statement of the account came. Returns how many it handled.
 */
export async function matchWaitingLines(deps: SettleDeps): Promise<number> {
  const { engine } = deps.database
  await markConfirmedLines(engine)
  const rows = await readMarkedLines(engine, linesPerRound)
  return await settleLines(deps, await decideLines(engine, rows))
}
