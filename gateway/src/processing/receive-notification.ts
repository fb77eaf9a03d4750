import type { Connector, ConnectorAccount, ProviderEvent, RawNotification } from '../connectors/connector.ts'
import { isUuid, uuidV7 } from '../platform/ids.ts'
import { failpoint } from '../platform/process/failpoint.ts'
import { callTimeoutMs, notifyUrl } from './call-connector.ts'
import type { ProcessingDeps } from './deps.ts'
import type { ApplyItem } from './status-update.ts'
import { findTransactionByKey, type KnownOrder } from './store/attempts.ts'
import {
  claimNotifications,
  type DueNotification,
  finishNotification,
  insertNotifications,
  postponeNotification,
} from './store/notifications.ts'
import { storedHeaders } from './stored-headers.ts'

const notificationsPerRound = 100

/** Events of one notification. */
const eventsMax = 500

/** A claimed notification that was not finished is due again after this time. */
const claimMs = 30_000

/**
 * When the gateway verified the notification. Stored with it, because a moved clock would fail the signature check
 * later.
 */
const checkedAtHeader = 'pasarela-checked-at'

/** The pause of a notification that needs an inquiry where the account's inquiries of this second are used up. */
const busyPauseMs = 1_000

/** A notification of an unknown order is retried after 1 s, 2 s, 4 s … up to 17 minutes, 12 tries in all. */
const unmatchedTriesMax = 12

/** An unconfirmed report of moved money is inquired about once a minute for a month; then it goes to an operator. */
const unconfirmedPauseMs = 60_000
const unconfirmedMaxMs = 30 * 86_400_000

export interface IncomingNotification extends RawNotification {
  connectorAccountId: string
}

/** `refused`: the connector of the account could not verify it. */
export type Received = 'stored' | 'refused' | 'unknown_account'

/**
 * Stores the events of a notification, acknowledges it, and leaves their processing to a loop: they are durable before the
 * provider forgets them.
 */
export async function receiveNotification(deps: ProcessingDeps, incoming: IncomingNotification): Promise<Received> {
  const account = isUuid(incoming.connectorAccountId)
    ? await deps.routes.account(incoming.connectorAccountId)
    : undefined
  const connector = account && deps.connectors.get(account.connector)
  const now = deps.clock.now()
  const events = account && connector?.readNotifications?.(incoming, account, now)
  if (!account || !events || events.length > eventsMax) {
    deps.metrics.connectorCalls.inc({
      connector: account?.connector ?? 'none',
      call: 'notification',
      outcome: 'refused',
    })
    return account ? 'refused' : 'unknown_account'
  }
  const headers = {
    ...storedHeaders(incoming.headers, connector?.notificationHeaders ?? []),
    [checkedAtHeader]: now.toISOString(),
  }
  await insertNotifications(
    deps.database.engine,
    events.map((event) => ({
      id: uuidV7(now),
      connectorAccountId: account.id,
      eventId: event.eventId,
      attemptKey: event.key,
      headers,
      body: event.part ?? incoming.body,
    })),
  )
  failpoint('notification_stored_before_answer')
  deps.notify('notifications')
  return 'stored'
}

/** Applies stored notifications. Returns how many it handled. */
export async function processNotifications(deps: ProcessingDeps): Promise<number> {
  const due = await claimNotifications(deps.database.engine, { limit: notificationsPerRound, leaseMs: claimMs })
  await Promise.all(due.map(async (notification) => await processOne(deps, notification)))
  return due.length
}

async function processOne(deps: ProcessingDeps, notification: DueNotification): Promise<void> {
  const { engine } = deps.database
  const order = await findTransactionByKey(engine, notification.connector_account_id, notification.attempt_key)
  const account = await deps.routes.account(notification.connector_account_id)
  const connector = account && deps.connectors.get(account.connector)
  if (!order || !account || !connector?.readNotifications) {
    await tryLater(deps, notification)
    return
  }
  // The signature is verified against the time of arrival, so that a late round accepts it too.
  const checkedAt = notification.headers[checkedAtHeader]
  const { body, headers } = notification
  const at = checkedAt === undefined ? notification.received_at : new Date(checkedAt)
  const event = connector
    .readNotifications({ body, headers }, account, at)
    ?.find(({ eventId }) => eventId === notification.event_id)
  if (event?.outcome.kind === 'inquire' && deps.inquiryBudget.left(account.id, perSecondOf(connector)) < 1) {
    await postponeNotification(engine, notification, busyPauseMs)
    return
  }
  if (event) {
    const item = await confirmed(deps, { order, account, connector, key: notification.attempt_key }, event.outcome)
    if (!item) {
      await askLater(deps, notification)
      return
    }
    await deps.outcomes.write(item)
    failpoint('notification_applied_before_finished')
  }
  await finishNotification(engine, notification, event ? 'processed' : 'unmatched')
}

function perSecondOf({ manifest }: Connector): number {
  return manifest.inquiries.perSecond
}

interface Reported {
  order: KnownOrder
  account: ConnectorAccount
  connector: Connector
  key: string
}

/**
 * A report that proves nothing by itself, or of another amount than ordered, needs confirmation by an inquiry. Undefined
 * where the provider does not answer, or does not know the order.
 */
async function confirmed(
  deps: ProcessingDeps,
  reported: Reported,
  outcome: ProviderEvent['outcome'],
): Promise<ApplyItem | undefined> {
  const { order, account, connector, key } = reported
  const transactionId = order.transaction_id
  const amountMinor = outcome.kind === 'completed' ? outcome.creditedMinor : undefined
  if (outcome.kind !== 'inquire' && (amountMinor === undefined || amountMinor === order.amount_minor)) {
    return { transactionId, update: outcome, source: 'notification' }
  }
  deps.inquiryBudget.spend(account.id, 1)
  const context = { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account) }
  const answer = await connector.inquire(key, context)
  deps.metrics.connectorCalls.inc({ connector: connector.manifest.name, call: 'inquire', outcome: answer.kind })
  if (answer.kind === 'not_sent' || answer.kind === 'unknown' || answer.kind === 'not_found') return undefined
  return { transactionId, update: answer, source: 'inquiry' }
}

async function askLater(deps: ProcessingDeps, notification: DueNotification): Promise<void> {
  const { engine } = deps.database
  const ageMs = deps.clock.now().getTime() - notification.received_at.getTime()
  if (ageMs < unconfirmedMaxMs) await postponeNotification(engine, notification, unconfirmedPauseMs)
  else {
    deps.log.error({ notificationId: notification.id }, 'a report of moved money was never confirmed by the provider')
    await finishNotification(engine, notification, 'unmatched')
  }
}

async function tryLater(deps: ProcessingDeps, notification: DueNotification): Promise<void> {
  const { engine } = deps.database
  if (notification.tries >= unmatchedTriesMax) await finishNotification(engine, notification, 'unmatched')
  else await postponeNotification(engine, notification, 500 * 2 ** notification.tries)
}
