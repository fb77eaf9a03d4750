import type { PlatformDeps } from '../../platform/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import type { Environment } from '../../values/environment.ts'
import { Problem } from '../../values/problem.ts'
import { type BankAccountRow, findBankAccount, listBankAccounts } from '../store/bank-accounts.ts'
import { type AccountFiguresRow, countWaitingLines, readAccountFigures } from '../store/reads/bank-account-figures.ts'

/** An account with its figures. Amounts are minor units, days `2030-06-14`. */
export type AccountWithFigures = BankAccountRow & { figures: AccountFiguresRow | undefined }

/** Counts end here. */
export const waitingLinesMax = 1_000

/** The own bank accounts of an environment, or of both. */
export async function showAccounts(
  deps: Pick<PlatformDeps, 'database'>,
  environment?: Environment,
): Promise<readonly AccountWithFigures[]> {
  const { engine } = deps.database
  const rows = (await listBankAccounts(engine)).filter(
    (row) => environment === undefined || row.environment === environment,
  )
  const figures = await readAccountFigures(
    engine,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, figures: figures.find((each) => each.bank_account_id === row.id) }))
}

/** One account. Throws `not_found`. */
export async function showAccount(deps: Pick<PlatformDeps, 'database'>, id: string): Promise<AccountWithFigures> {
  const { engine } = deps.database
  const row = isUuid(id) ? await findBankAccount(engine, id) : undefined
  if (!row) throw new Problem('not_found', { message: 'There is no such bank account.' })
  const [figures] = await readAccountFigures(engine, [row.id])
  return { ...row, figures }
}

/** Lines that wait for a person, counted up to `waitingLinesMax` in each environment. */
export async function showWaitingCounts(
  deps: Pick<PlatformDeps, 'database'>,
): Promise<Readonly<Record<Environment, number>>> {
  return await countWaitingLines(deps.database.engine, waitingLinesMax)
}
