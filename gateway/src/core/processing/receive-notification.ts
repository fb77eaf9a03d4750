import type { Connector, ConnectorAccount, RawNotification } from '../connectors/connector.ts'
import { isUuid, uuidV7 } from '../platform/ids.ts'
import { failpoint } from '../platform/process/failpoint.ts'
import { maskCardNumbers } from '../values/card-numbers.ts'
import type { Outcome } from '../values/outcome.ts'
import { callTimeoutMs, inquireOrder, notifyUrl } from './call-connector.ts'
import type { ProcessingDeps } from './deps.ts'
import type { ApplyItem } from './status-update.ts'
import { findTransactionByKey, type KnownOrder } from './store/attempts.ts'
import {
  claimNotifications,
  type DueNotification,
  type FinishedNotification,
  finishNotifications,
  insertNotification,
  postponeNotification,
} from './store/notifications.ts'

const notificationsPerRound = 100

/** A claimed notification that was not finished is due again after this time. */
const claimMs = 30_000

/**
 * When the gateway verified the notification. Stored with it, because a moved clock would fail the signature check
 * later.
 */
const checkedAtHeader = 'pasarela-checked-at'

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
 * Stores a notification, acknowledges it, and leaves its processing to a loop: it is durable before the provider
 * forgets it.
 */
export async function receiveNotification(deps: ProcessingDeps, incoming: IncomingNotification): Promise<Received> {
  const account = isUuid(incoming.connectorAccountId)
    ? await deps.routes.account(incoming.connectorAccountId)
    : undefined
  const connector = account && deps.connectors.get(account.connector)
  const now = deps.clock.now()
  const event = account && connector?.readNotification?.(incoming, account, now)
  if (!account || !event) {
    deps.metrics.connectorCalls.inc({
      connector: account?.connector ?? 'none',
      call: 'notification',
      outcome: 'refused',
    })
    return account ? 'refused' : 'unknown_account'
  }
  await insertNotification(deps.database.engine, {
    id: uuidV7(now),
    connectorAccountId: account.id,
    eventId: event.eventId,
    attemptKey: event.key,
    headers: {
      ...storedHeaders(incoming.headers, connector?.notificationHeaders ?? []),
      [checkedAtHeader]: now.toISOString(),
    },
    body: incoming.body,
  })
  failpoint('notification_stored_before_answer')
  deps.notify('notifications')
  return 'stored'
}

/**
 * Applies stored notifications. Returns how many it handled. Where one fails, the others are finished, and it is due
 * again when its claim ends.
 */
export async function processNotifications(deps: ProcessingDeps): Promise<number> {
  const { engine } = deps.database
  const due = await claimNotifications(engine, { limit: notificationsPerRound, leaseMs: claimMs })
  const finished: FinishedNotification[] = []
  const ended = await Promise.allSettled(
    due.map(async (notification) => {
      const { id, received_at } = notification
      const state = await processOne(deps, notification)
      if (state !== 'due') finished.push({ id, received_at, state })
    }),
  )
  await finishNotifications(engine, finished)
  const failed = ended.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
  return due.length
}

type After = FinishedNotification['state'] | 'due'

async function processOne(deps: ProcessingDeps, notification: DueNotification): Promise<After> {
  const order = await findTransactionByKey(
    deps.database.engine,
    notification.connector_account_id,
    notification.attempt_key,
  )
  const account = await deps.routes.account(notification.connector_account_id)
  const connector = account && deps.connectors.get(account.connector)
  if (!order || !account || !connector?.readNotification) return await tryLater(deps, notification)
  // The signature is verified against the time of arrival, so that a late round accepts it too.
  const checkedAt = notification.headers[checkedAtHeader]
  const event = connector.readNotification(
    notification,
    account,
    checkedAt === undefined ? notification.received_at : new Date(checkedAt),
  )
  if (!event) return 'unmatched'
  const item = await confirmed(deps, { order, account, connector, key: notification.attempt_key }, event.outcome)
  if (!item) return await askLater(deps, notification)
  await deps.applyOutcome(item)
  failpoint('notification_applied_before_finished')
  return 'processed'
}

interface Reported {
  order: KnownOrder
  account: ConnectorAccount
  connector: Connector
  key: string
}

/**
 * A report of another amount than ordered needs confirmation by an inquiry. Undefined where the provider does not
 * confirm it.
 */
async function confirmed(deps: ProcessingDeps, reported: Reported, outcome: Outcome): Promise<ApplyItem | undefined> {
  const { order, account, connector, key } = reported
  const transactionId = order.transaction_id
  const amountMinor = outcome.kind === 'completed' ? outcome.creditedMinor : undefined
  if (amountMinor === undefined || amountMinor === order.amount_minor) {
    return { transactionId, update: outcome, source: 'notification' }
  }
  const context = { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account) }
  const answer = await inquireOrder(deps, { connector, payType: order.pay_type, key, transactionId }, context)
  deps.metrics.connectorCalls.inc({ connector: connector.manifest.name, call: 'inquire', outcome: answer.kind })
  if (answer.kind === 'not_sent' || answer.kind === 'unknown' || answer.kind === 'not_found') return undefined
  return { transactionId, update: answer, source: 'inquiry' }
}

async function askLater(deps: ProcessingDeps, notification: DueNotification): Promise<After> {
  const ageMs = deps.clock.now().getTime() - notification.received_at.getTime()
  if (ageMs < unconfirmedMaxMs) return await postpone(deps, notification, unconfirmedPauseMs)
  deps.log.error({ notificationId: notification.id }, 'a report of moved money was never confirmed by the provider')
  return 'unmatched'
}

async function tryLater(deps: ProcessingDeps, notification: DueNotification): Promise<After> {
  if (notification.tries >= unmatchedTriesMax) return 'unmatched'
  return await postpone(deps, notification, 500 * 2 ** notification.tries)
}

async function postpone(deps: ProcessingDeps, notification: DueNotification, delayMs: number): Promise<'due'> {
  await postponeNotification(deps.database.engine, notification, delayMs)
  return 'due'
}

/**
 * Headers of a notification as stored, with card numbers masked. `needed`: lower-case names of headers that the
 * connector reads again later; they are stored unchanged.
 */
export function storedHeaders(
  headers: Readonly<Record<string, string | undefined>>,
  needed: readonly string[],
): Record<string, string> {
  const entries = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(
    entries.map(([name, value]) =>
      needed.includes(name) ? [name, value] : [maskCardNumbers(name), maskCardNumbers(value)],
    ),
  )
}
