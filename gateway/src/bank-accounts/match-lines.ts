import { adoptLines } from './adoption/adopt-lines.ts'
import { settleBatchDebits } from './batches/settle-batch-debits.ts'
import { decideLines } from './decide-lines.ts'
import { adoptionDays } from './rules/adoption/movement.ts'
import { type SettleDeps, settleLines } from './settle-lines.ts'
import { closeNotBooked } from './store/announced-lines.ts'
import { type LineRow, readExpectedLines, readNewLines, readWaitingLines } from './store/line-states.ts'

/** Lines of one round. */
const linesPerRound = 200

/** Judges lines that were imported: each is in the ledger after its round. Returns how many it handled. */
export async function matchNewLines(deps: SettleDeps): Promise<number> {
  const rows = await readNewLines(deps.database.engine, linesPerRound)
  return await judge(deps, rows)
}

/**
 * Judges lines in suspense again: the payer may have typed the number of the transfer meanwhile, an operator confirmed
 * the money by hand, or the missing statement came. Returns how many it handled.
 */
export async function matchWaitingLines(deps: SettleDeps): Promise<number> {
  const rows = await readWaitingLines(deps.database.engine, { now: deps.clock.now(), limit: linesPerRound })
  return await judge(deps, rows)
}

/**
 * Judges lines again that only reports and notices hold and that moved no money, and closes those that the statements came
 * without. Returns how many it handled.
 */
export async function matchExpectedLines(deps: SettleDeps): Promise<number> {
  const { engine } = deps.database
  const now = deps.clock.now()
  const closed = await closeNotBooked(engine, { days: adoptionDays, now })
  return closed + (await judge(deps, await readExpectedLines(engine, { now, limit: linesPerRound })))
}

/** A debit of a whole payment file first: its payouts have amounts of their own, so nothing else finds it. */
async function judge(deps: SettleDeps, rows: readonly LineRow[]): Promise<number> {
  const { rows: open, doubtful, settled, seen } = await adoptLines(deps, rows)
  const sure = open.filter(({ id, standing }) => standing !== 'announced' && !doubtful.has(id))
  const paid = await settleBatchDebits(deps, sure)
  const others = open.filter(({ id }) => !paid.has(id))
  const decided = await decideLines(deps.database.engine, others, doubtful)
  return settled + paid.size + (await settleLines(deps, decided, seen))
}
