import type { PendingPayout } from '../../payouts/payout-arrivals.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import type { RouteFinder } from '../../processing/route-finder.ts'
import { addDays, type Day, dayOf } from '../../values/days.ts'
import { holidaysAheadDays, nextExecution } from '../rules/next-execution.ts'
import { readHolidays } from '../store/bank-holidays.ts'
import { readPayoutExecution } from '../store/payment-batches.ts'

const ownConnector = 'own-account'
/**
 * When the bank executes a payout of an own bank account that is paid by payment files: the day of the file that it stands
 * in, or else that of a file which the bank gets by the next cut-off. Undefined for every other payout.
 */
export async function payoutArrival(
  { database, clock, routes }: Pick<PlatformDeps, 'database' | 'clock'> & { routes: RouteFinder },
  { id, connectorAccountId }: PendingPayout,
): Promise<Day | undefined> {
  // Remembered for seconds, so that payouts of other connectors cost no statement.
  const account = await routes.account(connectorAccountId)
  if (account?.connector !== ownConnector) return undefined
  const found = await readPayoutExecution(database.engine, { connectorAccountId, transactionId: id })
  if (!found) return undefined
  const { country, time_zone: timeZone, cutoff, execution_day: executionDay } = found
  if (executionDay !== null) return executionDay
  const now = clock.now()
  const today = dayOf(now, timeZone)
  const holidays = await readHolidays(database.engine, { country, from: today, to: addDays(today, holidaysAheadDays) })
  return nextExecution(now, { timeZone, cutoff, holidays }).day
}
