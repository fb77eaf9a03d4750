import { comparableNumber } from '@pasarela/bank-statements'
import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { hasOnlyTestMoney } from '../../core/merchants/has-only-test-money.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { isTimeZone } from '../../core/values/days.ts'
import { type FieldProblem, Problem } from '../../core/values/problem.ts'
import { refuseFaults } from '../../core/values/refuse-faults.ts'
import { say } from './messages/en.ts'
import {
  addNumbers,
  type BankAccountRow,
  findBankAccount,
  listBankAccounts,
  updateBankAccount,
} from './store/bank-accounts.ts'

export type BankAccount = BankAccountRow

/** The operator's own bank accounts, of both environments. */
export async function showBankAccounts(deps: Pick<PlatformDeps, 'database'>): Promise<readonly BankAccount[]> {
  return await listBankAccounts(deps.database.engine)
}

export interface BankAccountChanges {
  bankAccountId: string
  /** One more form in which statements write the account's number. */
  number?: string | undefined
  /** IANA name. */
  timeZone?: string | undefined
  /** `HH:MM` in the account's time zone. */
  cutoff?: string | undefined
  active?: boolean | undefined
  /** Whether lines that name an order for sure complete it without a person. */
  automatic?: boolean | undefined
}

/**
 * Changes how the gateway recognises a bank account and reads its days. Returns the account after the change. Throws
 * `not_found`, `validation_failed` with every wrong field, or `second_person_required` for a live account: always where lines
 * are to complete orders by themselves, and for everything once a live point exists.
 */
export async function setBankAccount(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  changes: BankAccountChanges,
  by: SetBy,
): Promise<BankAccount> {
  const { bankAccountId, timeZone, cutoff, active, automatic } = changes
  const number = changes.number === undefined ? undefined : comparableNumber(changes.number)
  checkBankAccountChanges(changes)
  const isTest = await concernsTestMoney(deps, changes)
  return await inTransaction(deps.database.engine, async (tx) => {
    const account = await requireOwnAccount(tx, bankAccountId)
    requireSecondOperator(isTest ? 'test' : 'live', by)
    const taken = number === undefined ? [] : await addNumbers(tx, account, [number])
    if (taken.length > 0) refuseFaults([fault('number', 'this number belongs to another bank account')])
    const settings = {
      timeZone: timeZone ?? null,
      cutoff: cutoff ?? null,
      active: active ?? null,
      automatic: automatic ?? null,
    }
    await updateBankAccount(tx, account.id, settings)
    const given = Object.entries({ number, time_zone: timeZone, cutoff, active, automatic })
    const detail = detailOf(by, Object.fromEntries(given.filter(([, value]) => value !== undefined)))
    const facts = { objectId: account.id, merchantId: null, detail }
    await writeAudit(tx, { ...auditOf(by.actor, 'bank_account.set', facts), ...commitFacts(by) }, deps.clock.now())
    return (await findBankAccount(tx, account.id)) ?? account
  })
}

/**
 * Whether one person may make these changes alone. Lines that complete orders by themselves are about real money also before
 * the first live point. Throws `not_found`.
 */
export async function concernsTestMoney(
  deps: Pick<PlatformDeps, 'database'>,
  { bankAccountId, automatic }: BankAccountChanges,
): Promise<boolean> {
  const { environment } = await requireOwnAccount(deps.database.engine, bankAccountId)
  return environment === 'test' || (automatic !== true && (await hasOnlyTestMoney(deps)))
}

/** Throws `not_found`. */
export async function requireAccount(db: Db, id: string): Promise<BankAccount> {
  const account = isUuid(id) ? await findBankAccount(db, id) : undefined
  if (!account) throw new Problem('not_found', { message: say('account.unknown') })
  return account
}

/** An account at a bank. Throws `not_found`, and `not_in_this_state` for the list of a provider account. */
export async function requireOwnAccount(db: Db, id: string): Promise<BankAccount> {
  const account = await requireAccount(db, id)
  if (account.kind === 'provider') throw new Problem('not_in_this_state', { message: say('account.of_provider') })
  return account
}

/** Throws `validation_failed` with every wrong field. */
export function checkBankAccountChanges({ number, timeZone, cutoff, active, automatic }: BankAccountChanges): void {
  const faults: FieldProblem[] = []
  if (number !== undefined && comparableNumber(number) === undefined) {
    faults.push({ code: 'invalid_format', param: 'number', message: 'number has letters, digits and separators only' })
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    faults.push(fault('time_zone', 'time_zone is an IANA name, such as America/Mexico_City'))
  }
  if (cutoff !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(cutoff)) {
    faults.push({ code: 'invalid_format', param: 'cutoff', message: 'cutoff is a time such as 17:30' })
  }
  if ([number, timeZone, cutoff, active, automatic].every((each) => each === undefined)) {
    faults.push({ code: 'required', param: 'number', message: 'say what is to change' })
  }
  refuseFaults(faults)
}

function fault(param: string, message: string): FieldProblem {
  return { code: 'not_allowed', param, message }
}
