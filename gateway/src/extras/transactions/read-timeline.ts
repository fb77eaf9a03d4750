import type { CoreDeps } from '../../core/deps.ts'
import type { BookedMoney } from '../../core/ledger/rules/fee-and-net.ts'
import { findShopName, type HistoryRow, readHistory } from '../../core/payments/store/reads/transactions.ts'
import { asMerchant } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { findTransaction } from '../../core/processing/find-transaction.ts'
import type { RefundSums } from '../../core/processing/rules/refund-sums.ts'
import type { TransactionRow } from '../../core/processing/rules/transaction.ts'
import type { NamedActor } from '../../core/values/actor.ts'
import { noSuchTransaction } from '../../core/web/no-such-transaction.ts'
import { nameActors } from '../point-settings/name-actors.ts'
import { type CallbackHistory, listCallbacks } from '../webhooks/list-callbacks.ts'
import {
  type AttemptTimelineRow,
  type AuditTimelineRow,
  connectorNames,
  type NotificationTimelineRow,
  type RefundTimelineRow,
  type RequestTimelineRow,
  readAttempts,
  readAuditOf,
  readBookedMoney,
  readCreatingRequest,
  readNotifications,
  readRefundedPayment,
  readRefundsOf,
  readTransfers,
  type TransferTimelineRow,
  timelineRowsMax,
} from './store/reads/transaction-timeline.ts'

/** Shown bytes of a notification's body; usual notifications have some hundred bytes. */
export const notificationBytesShown = 16 * 1024

/** All records about one transaction. Each section is in the order of time and of bounded length. */
export interface Timeline {
  row: TransactionRow
  request: RequestTimelineRow | undefined
  attempts: readonly AttemptTimelineRow[]
  notifications: readonly NotificationTimelineRow[]
  history: readonly HistoryRow[]
  transfers: readonly TransferTimelineRow[]
  bookedMoney: BookedMoney
  refundSums: RefundSums | null
  /** What a pay-in changed the merchant's balance by, with its refunds. */
  remainsMinor: bigint | null
  callbacks: readonly CallbackHistory[]
  audit: readonly AuditTimelineRow[]
  /** The refunds of a pay-in. */
  refunds: readonly RefundTimelineRow[]
  /** Of a refund. */
  refundedPayment: { id: string; reference: string; amount_minor: bigint } | undefined
  /** The key or person that created it. */
  madeBy: NamedActor
  /** The shop's name as payers know it. */
  shopName: string
  /** Connector names by connector account id. */
  connectors: ReadonlyMap<string, string>
  /** A section may have more entries than were read. */
  cut: boolean
}

/** The owner of the transaction. The merchant's own records are read with that merchant's rights only. */
export interface TimelineOwner {
  merchantId: string
  pointId: string
}

/** Throws `not_found` for an unknown id and for a transaction of another point. */
export async function readTimeline(deps: CoreDeps, owner: TimelineOwner, id: string): Promise<Timeline> {
  const own = await ownParts(deps, owner, id)
  if (!own) throw noSuchTransaction(id)
  const { engine } = deps.database
  const { pointId } = owner
  // Records without a point, or not readable as merchant, are selected only by ids of the merchant's own records.
  const { created_by_key: creator } = own.row
  const [notifications, audit, callbacks, connectors, named, shopName] = await Promise.all([
    readNotifications(engine, own.attempts, notificationBytesShown),
    readAuditOf(engine, pointId, id),
    listCallbacks(deps, pointId, id),
    connectorNames(engine, [...new Set(own.attempts.map((each) => each.connector_account_id))]),
    nameActors(deps, owner, [creator]),
    findShopName(engine, pointId),
  ])
  const parts = [own.attempts, own.transfers, own.history, own.refunds, notifications, audit]
  return {
    ...own,
    notifications,
    audit,
    callbacks,
    madeBy: named(creator),
    shopName: shopName ?? '',
    connectors,
    cut: parts.some((part) => part.length >= timelineRowsMax),
  }
}

async function ownParts(deps: Pick<PlatformDeps, 'database'>, { pointId, merchantId }: TimelineOwner, id: string) {
  return await asMerchant(deps.database.reader, { merchantId }, async (tx) => {
    const row = await findTransaction(tx, pointId, id)
    if (!row) return undefined
    return {
      row,
      request: await readCreatingRequest(tx, pointId, id),
      attempts: await readAttempts(tx, pointId, id),
      history: await readHistory(tx, pointId, id),
      transfers: await readTransfers(tx, pointId, id),
      ...(await readBookedMoney(tx, pointId, id)),
      refunds: row.pay_type === 'payin' ? await readRefundsOf(tx, pointId, id) : [],
      refundedPayment: row.pay_type === 'refund' ? await readRefundedPayment(tx, pointId, id) : undefined,
    }
  })
}
