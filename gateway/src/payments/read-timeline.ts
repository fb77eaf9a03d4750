import { auditRowsWithMoney } from '../audit/audit-rows-with-money.ts'
import { type CallbackHistory, listCallbacks } from '../callbacks/list-callbacks.ts'
import type { PayoutsDeps } from '../payouts/deps.ts'
import { asMerchant } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { findTransaction } from '../processing/find-transaction.ts'
import type { TransactionRow } from '../processing/rules/transaction-row.ts'
import { Problem } from '../values/problem.ts'
import {
  type AttemptTimelineRow,
  type AuditTimelineRow,
  connectorNames,
  type NotificationTimelineRow,
  type RequestTimelineRow,
  readAttempts,
  readAuditOf,
  readCreatingRequest,
  readNotifications,
  readTransfers,
  type TransferTimelineRow,
  timelineRowsMax,
} from './store/reads/transaction-timeline.ts'
import { type HistoryRow, readHistory } from './store/reads/transactions.ts'

/** Of a notification's body so many bytes are shown: a bank's news has some hundred. */
export const notificationBytesShown = 16 * 1024

/** Everything known about one transaction. Each part in the order of time, and of bounded length. */
export interface Timeline {
  row: TransactionRow
  request: RequestTimelineRow | undefined
  attempts: readonly AttemptTimelineRow[]
  notifications: readonly NotificationTimelineRow[]
  history: readonly HistoryRow[]
  transfers: readonly TransferTimelineRow[]
  callbacks: readonly CallbackHistory[]
  audit: readonly AuditTimelineRow[]
  /** By connector account. */
  connectors: ReadonlyMap<string, string>
  /** A part may be longer than what is told. */
  cut: boolean
}

/** Whose transaction it is: the story is read with no more than that merchant's rights. */
export interface TimelinePlace {
  merchantId: string
  pointId: string
}

/** Throws `not_found` for an unknown id and for somebody else's alike. */
export async function readTimeline(deps: PayoutsDeps, place: TimelinePlace, id: string): Promise<Timeline> {
  const own = await ownParts(deps, place, id)
  if (!own) throw new Problem('not_found', { message: 'There is no such transaction.' })
  const { engine } = deps.database
  const { pointId } = place
  // What bears no point, or is nobody's to read as merchant, is read only by way of what was found to be the merchant's.
  const [notifications, audit, callbacks, connectors] = await Promise.all([
    readNotifications(engine, own.attempts, notificationBytesShown),
    readAuditOf(engine, pointId, id),
    listCallbacks(deps, pointId, id),
    connectorNames(engine, [...new Set(own.attempts.map((each) => each.connector_account_id))]),
  ])
  const parts = [own.attempts, own.transfers, own.history, notifications, audit]
  return {
    ...own,
    notifications,
    audit: await auditRowsWithMoney(engine, audit),
    callbacks,
    connectors,
    cut: parts.some((part) => part.length >= timelineRowsMax),
  }
}

async function ownParts(deps: Pick<PlatformDeps, 'database'>, { pointId, merchantId }: TimelinePlace, id: string) {
  return await asMerchant(deps.database.reader, { merchantId }, async (tx) => {
    const row = await findTransaction(tx, pointId, id)
    if (!row) return undefined
    return {
      row,
      request: await readCreatingRequest(tx, pointId, id),
      attempts: await readAttempts(tx, pointId, id),
      history: await readHistory(tx, pointId, id),
      transfers: await readTransfers(tx, pointId, id),
    }
  })
}
