import type { PlatformDeps } from '../../core/platform/deps.ts'
import { cutPage } from '../../core/platform/page-cursor.ts'
import { formatAmount } from '../../core/values/money.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { type BankAccount, showBankAccounts } from './set-bank-account.ts'
import { type ShownStatement, showStatements } from './show-statements.ts'
import { type AccountFiguresRow, countLinesInSuspense, readAccountFigures } from './store/account-figures.ts'

/** An own account with how it stands. Amounts are decimal text in its currency. */
export interface StandingAccount {
  account: BankAccount
  /** The newest closing balance of the bank, and its day. */
  bank: { amount: string; day: string } | null
  /** What the ledger holds at this bank. Null: it is being added up. */
  ledger: string | null
  /** Lines that only the bank's balance holds, less those that only the ledger holds. */
  oneSided: string
  /** What the bank holds beyond ledger and one-sided lines. Null: one of the two is not known. */
  difference: string | null
  waiting: { lines: number; credits: string; debits: string }
  lastFile: AccountFiguresRow['last_file']
  automaticSet: AccountFiguresRow['automatic_set']
  /** Its newest statements, by their last day. */
  statements: readonly ShownStatement[]
}

/** Statements of an account in which gaps are looked for: a month of days. */
const statementsMax = 31

/** The own accounts after the one with the id `after`, or from the first. `next`: the last one, if others follow. */
export async function listStandingAccounts(
  deps: Pick<PlatformDeps, 'database'>,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ accounts: readonly StandingAccount[]; next: string | undefined }> {
  const all = await showBankAccounts(deps)
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  const { items, last } = cutPage(all.slice(from), limit)
  return { accounts: await standing(deps, items), next: last?.id }
}

/** How many lines of all own accounts wait for a person. */
export async function countWaitingLines({ database }: Pick<PlatformDeps, 'database'>) {
  return await countLinesInSuspense(database.engine)
}

/** Throws `not_found`. */
export async function showStandingAccount(deps: Pick<PlatformDeps, 'database'>, id: string): Promise<StandingAccount> {
  const [found] = await standing(
    deps,
    (await showBankAccounts(deps)).filter((account) => account.id === id),
  )
  if (!found) throw new Problem('not_found', { message: say('account.unknown') })
  return found
}

async function standing(
  deps: Pick<PlatformDeps, 'database'>,
  accounts: readonly BankAccount[],
): Promise<StandingAccount[]> {
  const rows = await readAccountFigures(
    deps.database.engine,
    accounts.map(({ id }) => id),
  )
  const figures = new Map(rows.map((row) => [row.id, row]))
  const found: StandingAccount[] = []
  for (const account of accounts) {
    const row = figures.get(account.id)
    if (row) found.push(shown(account, row, await showStatements(deps, account.id, statementsMax)))
  }
  return found
}

function shown(account: BankAccount, row: AccountFiguresRow, statements: readonly ShownStatement[]): StandingAccount {
  const text = (minor: bigint | string) => formatAmount(BigInt(minor), account.currency)
  const { closing_minor: closing, closing_day: day, ledger_minor: ledger, one_sided_minor: oneSided } = row
  return {
    account,
    bank: closing === null || day === null ? null : { amount: text(closing), day },
    ledger: ledger === null ? null : text(ledger),
    oneSided: text(oneSided),
    difference: closing === null || ledger === null ? null : text(BigInt(closing) - BigInt(ledger) - BigInt(oneSided)),
    waiting: {
      lines: row.waiting_lines,
      credits: text(row.waiting_in_minor),
      debits: text(row.waiting_out_minor),
    },
    lastFile: row.last_file,
    automaticSet: row.automatic_set,
    statements,
  }
}
