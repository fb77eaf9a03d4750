import type { PlatformDeps } from '../platform/deps.ts'
import { uuidFrom } from '../platform/ids.ts'
import {
  type CallCountRow,
  type ConnectorAccountRow,
  type NotificationCountRow,
  type OpenAttemptsRow,
  readCallCounts,
  readConnectorAccounts,
  readNotificationCounts,
  readOpenAttempts,
} from './store/reads/operator-connectors.ts'
import { readToday } from './store/reads/operator-overview.ts'

const dayMs = 86_400_000

/** Health of one connector account in the last day, from stored calls. */
export interface ConnectorHealth {
  account: ConnectorAccountRow
  calls: readonly CallCountRow[]
  open: OpenAttemptsRow | undefined
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
  const { now } = await readToday(engine)
  const since = uuidFrom(new Date(now.getTime() - dayMs))
  const [accounts, calls, open, notifications] = await Promise.all([
    readConnectorAccounts(engine),
    readCallCounts(engine, since),
    readOpenAttempts(engine),
    readNotificationCounts(engine, since),
  ])
  return accounts.map((account) => {
    const isIts = (row: { connector_account_id: string }) => row.connector_account_id === account.id
    const own = calls.filter(isIts)
    return {
      account,
      calls: own,
      open: open.find(isIts),
      notifications: notifications.find(isIts),
      lastSuccessAt: latest(own.filter(({ outcome }) => outcome !== null && !failures.includes(outcome))),
      lastFailureAt: latest(own.filter(({ outcome }) => failures.includes(outcome))),
    }
  })
}

function latest(rows: readonly CallCountRow[]): Date | null {
  return rows.reduce<Date | null>((last, { last_at: at }) => (last && last > at ? last : at), null)
}
