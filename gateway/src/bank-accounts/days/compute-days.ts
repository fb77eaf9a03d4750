import type { Db } from '../../platform/database/database.ts'
import { inTransaction } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { addDays } from '../../values/days.ts'
import { type DayEnd, type DayMovement, proveDays } from '../rules/bank-day.ts'
import {
  deleteBankDaysBefore,
  listAccountsToProve,
  lockDayProgress,
  type ProvenAccountRow,
  readAccountToProve,
  readBankDays,
  saveBankDays,
  saveDayProgress,
} from '../store/bank-days.ts'
import { readHolidays } from '../store/bank-holidays.ts'
import { readDayClosings } from '../store/day-closings.ts'
import {
  type MovementRow,
  type MovementScope,
  readChangedDay,
  readMovements,
  readUnprovenBefore,
} from '../store/day-movements.ts'
import { lastDayOf, statementsOfDays } from './statements-of-days.ts'

/** Accounts of one round. */
const accountsPerRound = 50
/** Days of one account in one round. */
export const daysPerRound = 62
/** A commit may come so long after the time that it wrote. */
const overlapMs = 10 * 60_000

/**
 * Computes the days that changed, of every bank account with a statement, up to yesterday in the account's time zone, or
 * today where a statement says its closing balance already.
 * Returns how many accounts have more days to compute.
 */
export async function computeBankDays(deps: Pick<PlatformDeps, 'database' | 'clock'>): Promise<number> {
  const accounts = await listAccountsToProve(deps.database.engine, { limit: accountsPerRound })
  let unfinished = 0
  for (const { id } of accounts) {
    const now = deps.clock.now()
    const rest = await inTransaction(deps.database.engine, async (tx) => await computeAccount(tx, id, now))
    if (rest !== null) unfinished += 1
  }
  return unfinished
}

/** Returns the first day that is left for the next round. */
async function computeAccount(tx: Db, id: string, now: Date): Promise<string | null> {
  if (!(await lockDayProgress(tx, id))) return null
  const account = await readAccountToProve(tx, id, now)
  if (!account) return null
  const scope = scopeOf(account)
  const from = await firstStaleDay(tx, account, scope)
  const last = addDays(from, daysPerRound - 1)
  const to = last < account.until ? last : account.until
  if (from <= to) {
    if (from === account.first_day) await deleteBankDaysBefore(tx, id, from)
    await saveBankDays(tx, { bankAccountId: id, ends: await proveAccount(tx, { account, scope, from, to }), now })
  }
  const rest = to < account.until ? addDays(to, 1) : null
  await saveDayProgress(tx, { bankAccountId: id, lookedAt: now, staleFrom: rest })
  return rest
}

export function scopeOf(account: ProvenAccountRow): MovementScope {
  return {
    bankAccountId: account.id,
    timeZone: account.time_zone,
    settlement: account.settlement,
    firstDay: account.first_day,
    hasOpening: account.opening_minor !== null,
  }
}

/** The first day whose end is to be computed: it changed, or it is the first one that is over. */
export async function firstStaleDay(tx: Db, account: ProvenAccountRow, scope: MovementScope): Promise<string> {
  const { first_day: first, last_day: last, looked_at: lookedAt, stale_from: stale } = account
  if (last === null || lookedAt === null || last < first) return first
  const changed = await readChangedDay(tx, scope, new Date(lookedAt.getTime() - overlapMs))
  const days = [addDays(last, 1), ...[changed, stale].flatMap((day) => day ?? [])].sort()
  return days[0] !== undefined && days[0] > first ? days[0] : first
}

interface Span {
  account: ProvenAccountRow
  scope: MovementScope
  from: string
  to: string
}

/** The ends of days, from the stored end of the day before. Writes nothing. */
export async function proveAccount(tx: Db, { account, scope, from, to }: Span): Promise<DayEnd[]> {
  const statements = await statementsOfDays(tx, { bankAccountId: account.id, from, to })
  const rows = await readMovements(tx, scope, { from, to, linesTo: lastDayOf(statements, to) })
  const before = await endBefore(tx, { account, scope, from })
  const earlier = rows.filter(({ what, day }) => what === 'unlinked' && day < from)
  return proveDays({
    days: daysFrom(from, to),
    before,
    movements: movementsOf(rows, { from, to }),
    earlier: byDay(earlier),
    statements,
    closings: await readDayClosings(tx, { bankAccountId: account.id, from, to }),
    hasOpening: scope.hasOpening,
    holidays: await readHolidays(tx, { country: account.country, from: addDays(from, -60), to }),
  })
}

/** Confirmations by hand and by notices of one day together. */
function byDay(rows: readonly MovementRow[]): ReadonlyMap<string, { minor: bigint; count: number }> {
  const found = new Map<string, { minor: bigint; count: number }>()
  for (const { day, minor, n } of rows) {
    const known = found.get(day)
    found.set(day, { minor: (known?.minor ?? 0n) + minor, count: (known?.count ?? 0) + n })
  }
  return found
}

function daysFrom(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

type Before = Pick<DayEnd, 'ledgerMinor' | 'unpostedMinor' | 'unprovenMinor'> & Partial<DayEnd>

/** The end of the day before: as it was stored, or the balance that the account begins with. */
async function endBefore(tx: Db, { account, scope, from }: Omit<Span, 'to'>): Promise<Before> {
  if (from <= account.first_day) {
    const unprovenMinor = scope.hasOpening ? 0n : await readUnprovenBefore(tx, scope)
    return { ledgerMinor: (account.opening_minor ?? 0n) + unprovenMinor, unpostedMinor: 0n, unprovenMinor }
  }
  const day = addDays(from, -1)
  const [row] = await readBankDays(tx, { bankAccountId: account.id, from: day, to: day })
  if (!row) throw new Error(`the day ${day} of the bank account ${account.id} is not computed`)
  return {
    ledgerMinor: row.ledger_minor,
    unpostedMinor: row.unposted_minor,
    unprovenMinor: row.unproven_minor,
    differenceMinor: row.difference_minor,
    lateMinor: row.late_minor,
    state: row.state,
  }
}

/** What moved on each day. A transfer without a line is unproven from its day until its line's, if that comes later. */
function movementsOf(
  rows: readonly MovementRow[],
  { from, to }: { from: string; to: string },
): ReadonlyMap<string, Partial<DayMovement>> {
  const found = new Map<string, DayMovement>()
  const on = (day: string): DayMovement => {
    const known = found.get(day)
    if (known) return known
    const fresh = {
      ...{ bankMinor: 0n, postedMinor: 0n, unpostedMinor: 0n, unpostedLines: 0 },
      ...{ unprovenMinor: 0n, unlinkedMinor: 0n, unlinked: 0 },
    }
    found.set(day, fresh)
    return fresh
  }
  for (const { what, day, proven_day: provenDay, minor, n } of rows) {
    if (what === 'line') on(day).bankMinor += minor
    else if (what === 'posted') on(day).postedMinor += minor
    else if (what === 'unposted') {
      on(day).unpostedMinor += minor
      on(day).unpostedLines += n
    } else if (what === 'unlinked') {
      on(day).unlinkedMinor += minor
      on(day).unlinked += n
    } else {
      const isProvenLater = provenDay === null || provenDay > day
      if (isProvenLater && day >= from) on(day).unprovenMinor += minor
      if (provenDay === null || provenDay < from || provenDay > to) continue
      if (isProvenLater) on(provenDay).unprovenMinor -= minor
      // Money of another own account leaves this one with the same line.
      if (what === 'manual') on(provenDay).postedMinor += minor
    }
  }
  return found
}
