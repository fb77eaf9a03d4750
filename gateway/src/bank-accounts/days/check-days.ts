import { type Db, inTransaction } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { addDays } from '../../values/days.ts'
import type { DayEnd } from '../rules/bank-day.ts'
import { type BankDayRow, listAccountsWithDays, readAccountToProve, readBankDays } from '../store/bank-days.ts'
import { daysPerRound, firstStaleDay, proveAccount, scopeOf } from './compute-days.ts'

/** Accounts of one page. */
const accountsPerPage = 50
/** Days of an account that each run computes again. The full run takes all. */
const recentDays = 7

export interface CheckedDays {
  checked: number
  violations: { id: string; what: string }[]
}

/**
 * Computes days of own bank accounts again from lines, statements and ledger, and compares the stored figures: the last
 * days of accounts that were computed since an instant, or all days. Days that changed after they were computed, or
 * within minutes before, are left to a later run. Writes nothing.
 */
export async function checkBankDays(
  { database, clock }: Pick<PlatformDeps, 'database' | 'clock'>,
  since: Date | undefined,
): Promise<CheckedDays> {
  const { engine } = database
  const all: CheckedDays = { checked: 0, violations: [] }
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await listAccountsWithDays(engine, { since: since ?? null, after, limit: accountsPerPage })
    for (const id of page) {
      const found = await inTransaction(engine, async (tx) => {
        await tx.query({ text: 'set transaction isolation level repeatable read, read only' })
        return await checkAccount(tx, id, { now: clock.now(), full: since === undefined })
      })
      all.checked += found.checked
      all.violations.push(...found.violations)
    }
    const last = page.at(-1)
    if (last === undefined || page.length < accountsPerPage) return all
    after = last
  }
}

async function checkAccount(tx: Db, id: string, { now, full }: { now: Date; full: boolean }): Promise<CheckedDays> {
  const account = await readAccountToProve(tx, id, now)
  const found: CheckedDays = { checked: 0, violations: [] }
  if (!account || account.last_day === null || account.looked_at === null) return found
  const scope = scopeOf(account)
  const stale = await firstStaleDay(tx, account, scope)
  const last = addDays(stale, -1) < account.last_day ? addDays(stale, -1) : account.last_day
  const recent = addDays(last, 1 - recentDays)
  for (let from = full || recent < account.first_day ? account.first_day : recent; from <= last; ) {
    const end = addDays(from, daysPerRound - 1)
    const to = end < last ? end : last
    const stored = await readBankDays(tx, { bankAccountId: id, from, to })
    const computed = new Map((await proveAccount(tx, { account, scope, from, to })).map((day) => [day.day, day]))
    found.checked += stored.length
    for (const row of stored) {
      found.violations.push(...faultsOf(row, computed.get(row.day)).map((what) => ({ id, what })))
    }
    from = addDays(to, 1)
  }
  return found
}

const figures = [
  ['bank_minor', 'bankMinor'],
  ['ledger_minor', 'ledgerMinor'],
  ['unposted_minor', 'unpostedMinor'],
  ['unproven_minor', 'unprovenMinor'],
  ['difference_minor', 'differenceMinor'],
  ['late_minor', 'lateMinor'],
] as const

function faultsOf(row: BankDayRow, end: DayEnd | undefined): string[] {
  return figures
    .filter(([column, name]) => row[column] !== end?.[name])
    .map(([column, name]) => `bank day ${row.day}: ${column} is ${row[column]}, computed again ${end?.[name]}`)
}
