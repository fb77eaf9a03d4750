import type { RawNotification } from '../connectors/connector.ts'
import { failpoint } from '../lib/failpoint.ts'
import { isUuid, uuidV7 } from '../lib/ids.ts'
import { findTransactionByKey } from '../store/attempts.ts'
import {
  claimNotifications,
  type DueNotification,
  finishNotification,
  insertNotification,
  postponeNotification,
} from '../store/notifications.ts'
import type { Deps } from './deps.ts'

/** Notifications per round. */
const notificationsPerRound = 100

/** A claimed notification that its process did not finish is tried again after this time. */
const claimMs = 30_000

/** News about an order that we do not know (yet) wait this long in all: 1 s, 2 s, 4 s … up to 17 minutes, 12 tries. */
const unmatchedTriesMax = 12

export interface IncomingNotification extends RawNotification {
  connectorAccountId: string
}

/** First stored, then answered, then processed: a provider's news is durable before it is told so. */
export async function receiveNotification(deps: Deps, incoming: IncomingNotification): Promise<'stored' | 'refused'> {
  const account = isUuid(incoming.connectorAccountId)
    ? await deps.routes.account(incoming.connectorAccountId)
    : undefined
  const connector = account && deps.connectors.get(account.connector)
  const event = account && connector?.readNotification?.(incoming, account, deps.clock.now())
  if (!account || !event) {
    deps.metrics.connectorCalls.inc({
      connector: account?.connector ?? 'none',
      call: 'notification',
      outcome: 'refused',
    })
    return 'refused'
  }
  await insertNotification(deps.database.engine, {
    id: uuidV7(deps.clock.now()),
    connectorAccountId: account.id,
    eventId: event.eventId,
    attemptKey: event.key,
    headers: incoming.headers,
    body: incoming.body,
  })
  failpoint('notification_stored_before_answer')
  deps.wake('notifications')
  return 'stored'
}

/** Applies stored notifications. Returns how many it handled. */
export async function processNotifications(deps: Deps): Promise<number> {
  const due = await claimNotifications(deps.database.engine, { limit: notificationsPerRound, leaseMs: claimMs })
  await Promise.all(due.map(async (notification) => await processOne(deps, notification)))
  return due.length
}

async function processOne(deps: Deps, notification: DueNotification): Promise<void> {
  const { engine } = deps.database
  const transactionId = await findTransactionByKey(engine, notification.connector_account_id, notification.attempt_key)
  const account = await deps.routes.account(notification.connector_account_id)
  const connector = account && deps.connectors.get(account.connector)
  if (!transactionId || !account || !connector?.readNotification) {
    if (notification.tries >= unmatchedTriesMax) await finishNotification(engine, notification, 'unmatched')
    else await postponeNotification(engine, notification, 500 * 2 ** notification.tries)
    return
  }
  // The signature was checked on arrival; the time of arrival stands in for now, so that a late round reads it too.
  const event = connector.readNotification(notification, account, notification.received_at)
  if (event) {
    await deps.outcomes.write({ transactionId, news: event.outcome, source: 'notification' })
    failpoint('notification_applied_before_finished')
  }
  await finishNotification(engine, notification, event ? 'processed' : 'unmatched')
}
