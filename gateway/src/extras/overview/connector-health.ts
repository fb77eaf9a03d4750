import type { PlatformDeps } from '../../core/platform/deps.ts'
import { uuidFrom } from '../../core/platform/ids.ts'
import {
  type CallCountRow,
  type ConnectorAccountRow,
  type DayOfCallsRow,
  type NotificationCountRow,
  type OpenAttemptsRow,
  type ResultTimesRow,
  readCallCounts,
  readConnectorAccounts,
  readDaysOfCalls,
  readNotificationCounts,
  readOpenAttempts,
  readResultTimes,
} from './store/reads/operator-connectors.ts'
import { readToday } from './store/reads/operator-overview.ts'

const dayMs = 86_400_000
const daysShown = 7

/** Health of one connector account in the last day and the last week, from stored calls. */
export interface ConnectorHealth {
  account: ConnectorAccountRow
  calls: readonly CallCountRow[]
  open: OpenAttemptsRow | undefined
  /** The last seven UTC days, the oldest first, with those without attempts. */
  days: readonly Omit<DayOfCallsRow, 'connector_account_id'>[]
  times: ResultTimesRow | undefined
  notifications: NotificationCountRow | undefined
  /** The last call with a known outcome, and the last call without one; null: none within the day. */
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
}

/** Outcomes without an answer: the provider was not reached, or its answer was not understood. */
const failures: readonly (string | null)[] = ['unknown', 'not_sent', 'unresolved']

/** All connector accounts, including those without calls. */
export async function readConnectorHealth(deps: Pick<PlatformDeps, 'database'>): Promise<readonly ConnectorHealth[]> {
  const { engine } = deps.database
  const { now, day: today } = await readToday(engine)
  const since = uuidFrom(new Date(now.getTime() - dayMs))
  const firstDay = new Date(today.getTime() - (daysShown - 1) * dayMs)
  const sinceFirst = uuidFrom(firstDay)
  const [accounts, calls, open, notifications, days, times] = await Promise.all([
    readConnectorAccounts(engine),
    readCallCounts(engine, since),
    readOpenAttempts(engine),
    readNotificationCounts(engine, since),
    readDaysOfCalls(engine, sinceFirst),
    readResultTimes(engine, sinceFirst),
  ])
  return accounts.map((account) => {
    const isIts = (row: { connector_account_id: string }) => row.connector_account_id === account.id
    const own = calls.filter(isIts)
    return {
      account,
      calls: own,
      open: open.find(isIts),
      days: everyDay(firstDay, days.filter(isIts)),
      times: times.find(isIts),
      notifications: notifications.find(isIts),
      lastSuccessAt: latest(own.filter(({ outcome }) => outcome !== null && !failures.includes(outcome))),
      lastFailureAt: latest(own.filter(({ outcome }) => failures.includes(outcome))),
    }
  })
}

function everyDay(first: Date, found: readonly DayOfCallsRow[]): ConnectorHealth['days'] {
  return Array.from({ length: daysShown }, (_, at) => {
    const day = new Date(first.getTime() + at * dayMs).toISOString().slice(0, 10)
    const { attempts = 0, succeeded = 0, failed = 0, unknown = 0 } = found.find((row) => row.day === day) ?? {}
    return { day, attempts, succeeded, failed, unknown }
  })
}

function latest(rows: readonly CallCountRow[]): Date | null {
  return rows.reduce<Date | null>((last, { last_at: at }) => (last && last > at ? last : at), null)
}
