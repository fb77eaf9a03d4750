import { decideLines } from './matching/decide-lines.ts'
import { type SettleDeps, settleLines } from './settle-lines.ts'
import {
  type LineRow,
  markConfirmedLines,
  readConfirmedReturns,
  readLinesByNumber,
  readMarkedLines,
  readNewLines,
} from './store/line-states.ts'

/** Lines of one round. */
const linesPerRound = 200

/** Judges lines that were imported: each is in the ledger after its round. Returns how many it handled. */
export async function matchNewLines(deps: SettleDeps): Promise<number> {
  const rows = await readNewLines(deps.database.engine, linesPerRound)
  return await settleLines(deps, await decideLines(deps.database.engine, rows))
}

/** Banks use short numbers again: more lines of one number are a job's work. */
const linesOfNumberMax = 20

/**
 * Links the waiting line by whose number an operator has just confirmed money, so that what it names, such as the account
 * that paid, is known at once and not after the next round. Never throws: that round does what this leaves.
 */
export async function linkConfirmedLine(deps: SettleDeps, bankReference: string): Promise<void> {
  const { engine } = deps.database
  try {
    await linkLines(deps, await readLinesByNumber(engine, bankReference, linesOfNumberMax))
  } catch (error) {
    deps.log.warn({ err: error }, 'a bank line was not linked to the money that it proves; a later round does it')
  }
}

/** Links lines to the money that they prove, and leaves all others as they are. */
async function linkLines(deps: SettleDeps, rows: readonly LineRow[]): Promise<number> {
  let linked = 0
  for (const account of new Set(rows.map((row) => row.bank_account_id))) {
    const ofAccount = rows.filter((row) => row.bank_account_id === account)
    const verdicts = await decideLines(deps.database.engine, ofAccount)
    linked += await settleLines(
      deps,
      verdicts.filter(({ kind }) => kind === 'link'),
    )
  }
  return linked
}

/**
 * Judges lines in suspense again where it can change something: an operator confirmed the money by hand, or another
 * statement of the account came. A line that is to be returned is only linked. Returns how many it handled.
 */
export async function matchWaitingLines(deps: SettleDeps): Promise<number> {
  const { engine } = deps.database
  await markConfirmedLines(engine)
  const linked = await linkLines(deps, await readConfirmedReturns(engine, linesPerRound))
  const rows = await readMarkedLines(engine, linesPerRound)
  return linked + (await settleLines(deps, await decideLines(engine, rows)))
}
