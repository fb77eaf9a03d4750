import { z } from 'zod'
import { detailOf, requireSecondOperator, type SetBy } from '../../audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../audit/write-audit.ts'
import { postTransfers } from '../../ledger/book-transfers.ts'
import { rememberAccounts } from '../../ledger/rules/known-accounts.ts'
import { openingTransfers } from '../../ledger/rules/line-transfers.ts'
import { hasOnlyTestMoney } from '../../merchants/has-only-test-money.ts'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import type { ApplyDeps } from '../../processing/apply-outcome.ts'
import { addDays, isDay } from '../../values/days.ts'
import { parseAmount } from '../../values/money.ts'
import { type FieldProblem, Problem } from '../../values/problem.ts'
import { refuseFaults } from '../../values/refuse-faults.ts'
import { uuidField } from '../../web/operator-query.ts'
import { bankAction } from '../bank-action.ts'
import { type BankAccountRow, noteStatementChange } from '../store/bank-accounts.ts'
import { closeAndReopenLines, markDaysStale, readAccountToProve, saveOpening } from '../store/bank-days.ts'
import { lockBankAccounts } from '../store/bank-statements.ts'
import { readLedgerBefore } from '../store/day-movements.ts'
import { scopeOf } from './compute-days.ts'
import { requireBankAccount } from './require-account.ts'

const fields = z.object({
  bank_account_id: uuidField,
  /** The first day whose lines count, in the account's time zone. */
  ledger_from: z.string().refine(isDay, 'must be a day such as 2030-06-14'),
  /** What the bank held where that day began: decimal text, with a minus sign if the account was overdrawn. */
  opening: z.string().regex(/^-?\d{1,15}(\.\d{1,2})?$/, 'must be a decimal number such as 1250.50'),
})
export type OpeningInput = z.output<typeof fields>

type OpenDeps = Pick<PlatformDeps, 'database' | 'clock'> & Pick<ApplyDeps, 'knownAccounts'>

/**
 * Says once from which day on the ledger of an own bank account counts, and what the bank held then. The ledger takes
 * over the difference to what it holds from before that day. Throws `not_found`, `validation_failed`,
 * `not_in_this_state` if it was said before, and `second_person_required`.
 */
export async function openLedger(deps: OpenDeps, input: OpeningInput, by: SetBy): Promise<void> {
  const onlyTest = await hasOnlyTestMoney(deps)
  const now = deps.clock.now()
  const accounts = await inTransaction(deps.database.engine, async (tx) => {
    await lockBankAccounts(tx, [input.bank_account_id])
    const account = await requireBankAccount(tx, input.bank_account_id)
    requireSecondOperator(onlyTest ? 'test' : account.environment, by)
    // Lines from before count no more. A process that judges one of them at this moment finds it closed.
    await closeAndReopenLines(tx, account.id, { day: input.ledger_from, now })
    const { openingMinor, bookedMinor, blocked } = await foreseen(tx, { account, input, now })
    if (blocked !== undefined) throw new Problem('not_in_this_state', { message: blocked })
    await saveOpening(tx, account.id, { ledgerFrom: input.ledger_from, openingMinor })
    await noteStatementChange(tx, account.id)
    await markDaysStale(tx, account.id, input.ledger_from)
    const facts = { objectId: account.id, merchantId: null, detail: detailOf(by, { ...input }) }
    const entry = auditOf(by.actor, 'bank_account.opening', facts)
    await writeAudit(tx, { ...entry, proposal: by.proposal, breakGlass: by.breakGlass }, now)
    const { environment, currency, connector_account_id: connectorAccountId } = account
    const transfers = openingTransfers({ environment, currency, connectorAccountId }, bookedMinor)
    return await postTransfers(tx, deps.knownAccounts, { transfers, now })
  })
  rememberAccounts(deps.knownAccounts, accounts)
}

/** Proposing the opening balance. */
export const openingBalanceAction = bankAction({
  fields,
  foresee: async ({ database }, input) => {
    const account = await requireBankAccount(database.engine, input.bank_account_id)
    const { environment, currency } = account
    const { bookedMinor, blocked } = await foreseen(database.engine, { account, input })
    const amountMinor = bookedMinor < 0n ? -bookedMinor : bookedMinor
    const [from, to] = bookedMinor < 0n ? ['owner_equity', 'settlement'] : ['settlement', 'owner_equity']
    return {
      ...{ environment, currency, alone: environment === 'test' },
      ...(blocked === undefined ? {} : { blocked }),
      movements: bookedMinor === 0n ? [] : [{ kind: 'opening' as const, from, to, amountMinor }],
      changes: [
        { name: 'ledger_from', before: null, after: input.ledger_from },
        { name: 'opening', before: null, after: input.opening },
      ],
    }
  },
  execute: async (deps, input, by) => await openLedger(deps, input, by),
})

/** The balance that is said, and what of it the ledger does not hold yet. */
async function foreseen(
  db: Db,
  { account, input, now }: { account: BankAccountRow; input: OpeningInput; now?: Date },
): Promise<{ openingMinor: bigint; bookedMinor: bigint; blocked: string | undefined }> {
  const proven = await readAccountToProve(db, account.id, now)
  if (!proven) throw new Problem('not_found', { message: 'There is no such bank account.' })
  const opening = signedMinor(input.opening, account)
  const isFuture = input.ledger_from > addDays(proven.yesterday, 1)
  refuseFaults([
    ...(opening.fault ? [opening.fault] : []),
    ...(isFuture
      ? [{ code: 'not_allowed' as const, param: 'ledger_from', message: 'ledger_from is today or an earlier day' }]
      : []),
  ])
  const blocked =
    proven.opening_minor === null ? undefined : 'The opening balance of this bank account was said before.'
  const held = await readLedgerBefore(db, scopeOf(proven), input.ledger_from)
  return { openingMinor: opening.minor, bookedMinor: opening.minor - held, blocked }
}

function signedMinor(text: string, { currency }: BankAccountRow): { minor: bigint; fault?: FieldProblem } {
  const isNegative = text.startsWith('-')
  const plain = isNegative ? text.slice(1) : text
  if (/^0+(\.0+)?$/.test(plain)) return { minor: 0n }
  const read = parseAmount(plain, currency)
  if (read.ok) return { minor: isNegative ? -read.minor : read.minor }
  return { minor: 0n, fault: { code: read.code, param: 'opening', message: `opening: ${read.message}` } }
}
