import type { Db } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { addDays, type Day, dayOf } from '../../values/days.ts'
import { bookingDayOf, lastWaitingDay, wholeUntil } from '../rules/expiry/paid-in-time.ts'
import { holidaysAheadDays } from '../rules/next-execution.ts'
import { waitOf } from '../rules/statement-soundness.ts'
import { readHolidays } from '../store/bank-holidays.ts'
import { listStatements } from '../store/bank-statements.ts'
import { type ExpiringOrderRow, readExpiringOrders } from '../store/expiring-orders.ts'

/** The newest statements of an account that are looked at. */
const statementsMax = 30

/**
 * The pay-ins of own bank accounts whose time has passed and that do not expire yet: their point waits for a statement, none
 * that takes effect holds the day on which the bank books what it got then, or lines of the account are still to be judged.
 * Nothing waits longer than until the end of the second business day.
 */
export async function holdExpiry(
  { database, clock }: Pick<PlatformDeps, 'database' | 'clock'>,
  payins: readonly { id: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await readExpiringOrders(
    database.engine,
    payins.map(({ id }) => id),
  )
  const held = new Set<string>()
  for (const account of new Set(rows.map((row) => row.bank_account_id))) {
    const orders = rows.filter((row) => row.bank_account_id === account)
    for (const id of await heldOf(database.engine, orders, clock.now())) held.add(id)
  }
  return held
}

/** Of orders of one bank account. */
async function heldOf(db: Db, orders: readonly ExpiringOrderRow[], now: Date): Promise<readonly string[]> {
  const [account] = orders
  const days = orders.map((order) => order.expired_day).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (!account || first === undefined || last === undefined) return []
  const { country, time_zone: timeZone, cutoff, bank_account_id: bankAccountId } = account
  const holidays = await readHolidays(db, { country, from: first, to: addDays(last, holidaysAheadDays) })
  const today = dayOf(now, timeZone)
  const waiting = orders
    .filter((order) => today <= lastWaitingDay(order.expired_day, holidays))
    .map(({ id, expired_at: at }) => ({ id, day: bookingDayOf(at, { timeZone, cutoff, holidays }) }))
  const [earliest] = waiting.map(({ day }) => day).sort()
  if (earliest === undefined) return []
  const until = account.has_new_lines ? undefined : await provenUntil(db, { bankAccountId, from: earliest, timeZone })
  return waiting.filter(({ day }) => until === undefined || until < day).map(({ id }) => id)
}

/** The last day that a statement holds whole which takes effect without a person; undefined: none from that day on. */
async function provenUntil(
  db: Db,
  { bankAccountId, from, timeZone }: { bankAccountId: string; from: Day; timeZone: string },
): Promise<Day | undefined> {
  const statements = await listStatements(db, {
    ...{ bankAccountId, kind: 'booked', limit: statementsMax },
    days: { from, to: '9999-12-31' },
  })
  return statements
    .filter((statement) => waitOf(statement) === null)
    .map(({ to_day: toDay, received_at: receivedAt }) => wholeUntil({ toDay, receivedAt }, timeZone))
    .sort()
    .at(-1)
}
