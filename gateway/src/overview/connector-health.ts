import type { PlatformDeps } from '../platform/deps.ts'
import { instantOfUuid, uuidFrom } from '../platform/ids.ts'
import type { Environment } from '../values/environment.ts'
import {
  type CallCountRow,
  type ConnectorAccountRow,
  type DayOfCallsRow,
  type NotificationCountRow,
  type OpenAttemptsRow,
  type ResultTimesRow,
  readCallCounts,
  readConnectorAccounts,
  readCuts,
  readDaysOfCalls,
  readNotificationCounts,
  readNotificationCut,
  readOpenAttempts,
  readResultTimes,
} from './store/reads/operator-connectors.ts'
import { readToday } from './store/reads/operator-overview.ts'

const dayMs = 86_400_000
const daysShown = 7

/**
 * Rows that one request reads for one kind of figure: its accounts share them evenly, so that a busy account displaces none
 * of another. What an account has beyond its share is not counted, and its answer says since when it is.
 */
export interface HealthLimits {
  /** Attempts that are counted, of all accounts of the environment. */
  attempts: number
  /** Attempts whose times are compared, of all accounts of the environment. */
  timed: number
  /** Notifications, of all accounts of both environments. */
  notifications: number
}

const usualLimits: HealthLimits = { attempts: 200_000, timed: 40_000, notifications: 100_000 }

/** One account has no more than it would have beside another. */
const fewestShares = 2

/** What the figures of an account are taken from. */
export interface Counted {
  /** Attempts from then on are counted: the start of the first day, or later where there are more. */
  since: Date
  attemptsMax: number
  /** The same of the times of payouts. */
  timedSince: Date
  timedMax: number
  /** Notifications of all accounts from then on; undefined: those of the whole day. */
  notificationsSince: Date | undefined
}

/** Health of one connector account in the last day and the last week, from stored calls. */
export interface ConnectorHealth {
  account: ConnectorAccountRow
  counted: Counted
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

/** All connector accounts of the environment, including those without calls. */
export async function readConnectorHealth(
  deps: Pick<PlatformDeps, 'database'>,
  environment: Environment,
  limits: HealthLimits = usualLimits,
): Promise<readonly ConnectorHealth[]> {
  const { engine } = deps.database
  const { now, day: today } = await readToday(engine)
  const accounts = await readConnectorAccounts(engine, environment)
  const firstDay = new Date(today.getTime() - (daysShown - 1) * dayMs)
  const shareOf = (rows: number) => Math.max(1, Math.floor(rows / Math.max(fewestShares, accounts.length)))
  const wish = { environment, since: firstDay, eachMax: shareOf(limits.attempts) }
  const ofDay = { ...wish, since: new Date(now.getTime() - dayMs) }
  const timed = { ...wish, eachMax: shareOf(limits.timed) }
  const notified = { environment, since: uuidFrom(ofDay.since), rowsMax: limits.notifications }
  const [calls, open, notifications, days, times, cuts, timedCuts, notificationCut] = await Promise.all([
    readCallCounts(engine, ofDay),
    readOpenAttempts(engine, wish),
    readNotificationCounts(engine, notified),
    readDaysOfCalls(engine, wish),
    readResultTimes(engine, timed),
    readCuts(engine, wish),
    readCuts(engine, timed),
    readNotificationCut(engine, notified),
  ])
  return accounts.map((account) => {
    const isIts = (row: { connector_account_id: string }) => row.connector_account_id === account.id
    const own = calls.filter(isIts)
    return {
      account,
      counted: {
        since: cuts.find(isIts)?.at ?? firstDay,
        attemptsMax: wish.eachMax,
        timedSince: timedCuts.find(isIts)?.at ?? firstDay,
        timedMax: timed.eachMax,
        notificationsSince: notificationCut === undefined ? undefined : instantOfUuid(notificationCut),
      },
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
