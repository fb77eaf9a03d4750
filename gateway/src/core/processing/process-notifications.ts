import type { Connector, ConnectorAccount } from '../connectors/connector.ts'
import { inTransaction } from '../platform/database/database.ts'
import { failpoint } from '../platform/process/failpoint.ts'
import type { Outcome } from '../values/outcome.ts'
import { callTimeoutMs, inquireOrder, notifyUrl } from './call-connector.ts'
import type { ProcessingDeps } from './deps.ts'
import { type OpenCalls, openCalls } from './inquiries/open-calls.ts'
import { checkedAtHeader } from './receive-notification.ts'
import type { ApplyItem } from './status-update.ts'
import { findTransactionByKey, type KnownOrder } from './store/attempts.ts'
import { markCertificationTold } from './store/certification-keys.ts'
import {
  claimNotifications,
  type DueNotification,
  type FinishedNotification,
  finishNotifications,
  postponeNotification,
} from './store/notifications.ts'
import { isIncomingMoney, takeIncoming } from './take-incoming.ts'

const notificationsPerRound = 100

/** A claimed notification that was not finished is due again after this time. */
const claimMs = 30_000

/** A notification of an unknown order is retried after 1 s, 2 s, 4 s … up to 17 minutes, 12 tries in all. */
const unmatchedTriesMax = 12

/** A notification that no inquiry confirms is inquired about once a minute for a month; then it goes to an operator. */
const unconfirmedPauseMs = 60_000
const unconfirmedMaxMs = 30 * 86_400_000

/** Open inquiries of one account that notifications prompted, and the pause of what is beyond them. */
const promptedOpenMax = 16
const busyPauseMs = 1_000

export interface NotificationJob {
  /** Applies what is due, and starts the inquiries that it prompts. Returns the number of notifications. */
  runOnce(): Promise<number>
  /** Resolves when no such inquiry is open. */
  stop(): Promise<void>
}

/** The loop. It does not wait for prompted inquiries, so that a silent provider does not delay the others. */
export function notificationJob(deps: ProcessingDeps): NotificationJob {
  const open = openCalls(deps, 'an inquiry that a notification prompted')
  return { runOnce: async () => await processNotifications(deps, open), stop: open.ended }
}

/**
 * Applies stored notifications. Returns how many it handled. Where one fails, the others are finished, and it is due
 * again when its claim ends.
 */
export async function processNotifications(deps: ProcessingDeps, open?: OpenCalls): Promise<number> {
  const { engine } = deps.database
  const due = await claimNotifications(engine, { limit: notificationsPerRound, leaseMs: claimMs })
  const finished: FinishedNotification[] = []
  const ended = await Promise.allSettled(
    due.map(async (notification) => {
      const { id, received_at } = notification
      const state = await processOne(deps, notification, open)
      if (state !== 'due') finished.push({ id, received_at, state })
    }),
  )
  await finishNotifications(engine, finished)
  const failed = ended.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
  return due.length
}

type After = FinishedNotification['state'] | 'due'

async function processOne(
  deps: ProcessingDeps,
  notification: DueNotification,
  open: OpenCalls | undefined,
): Promise<After> {
  const { connector_account_id: accountId, attempt_key: key } = notification
  const order = await findTransactionByKey(deps.database.engine, accountId, key)
  const account = await deps.routes.account(accountId)
  const connector = account && deps.connectors.get(account.connector)
  if (!account || !connector?.readNotifications) return await tryLater(deps, notification)
  if (!order && (await markCertificationTold(deps.database.engine, accountId, key))) return 'processed'
  if (notification.prompts_inquiry) {
    return await inquirePrompted(deps, notification, { asked: { order, account, connector, key }, open })
  }
  if (!order) return await tryLater(deps, notification)
  const reported = { order, account, connector, key }
  // The signature is verified against the time of arrival, so that a late round accepts it too.
  const checkedAt = notification.headers[checkedAtHeader]
  const read = connector.readNotifications(
    { body: notification.body, headers: notification.headers },
    account,
    checkedAt === undefined ? notification.received_at : new Date(checkedAt),
  )
  const event = read?.events.find(({ eventId }) => eventId === notification.event_id)
  if (!event?.outcome) return 'unmatched'
  const item = await confirmed(deps, reported, event.outcome)
  if (!item) return await askLater(deps, notification)
  await deps.applyOutcome(item)
  failpoint('notification_applied_before_finished')
  return 'processed'
}

/** Asks the provider, within the account's limits. With `open` the round does not wait for the answer. */
async function inquirePrompted(
  deps: ProcessingDeps,
  notification: DueNotification,
  { asked, open }: { asked: Asked; open: OpenCalls | undefined },
): Promise<After> {
  const { id: accountId } = asked.account
  const { perSecond } = asked.connector.manifest.inquiries
  if (!asked.order && !asked.connector.inquireIncoming) return await tryLater(deps, notification)
  const isBusy = (open?.of(accountId) ?? 0) >= promptedOpenMax
  if (isBusy || deps.inquiryBudget.left(accountId, perSecond) < 1)
    return await postpone(deps, notification, busyPauseMs)
  deps.inquiryBudget.spend(accountId, 1)
  const inquire = async (): Promise<After> => {
    const { order } = asked
    return order
      ? await applyAnswer(deps, notification, { ...asked, order })
      : await takePrompted(deps, notification, asked)
  }
  if (!open) return await inquire()
  open.begin(accountId, async () => {
    const state = await inquire()
    if (state !== 'due') await finishNotifications(deps.database.engine, [{ ...notification, state }])
  })
  return 'due'
}

async function applyAnswer(deps: ProcessingDeps, notification: DueNotification, reported: Reported): Promise<After> {
  const answer = await inquired(deps, reported)
  // What the provider does not know needs no second prompt: open orders have inquiries of their own.
  if (answer === 'not_found') return 'unmatched'
  if (!answer) return await askLater(deps, notification)
  await deps.applyOutcome(answer)
  failpoint('notification_applied_before_finished')
  return 'processed'
}

/** No order has the key: it may name a payment, or an order that is not committed yet. */
async function takePrompted(
  deps: ProcessingDeps,
  notification: DueNotification,
  { account, connector, key }: Asked,
): Promise<After> {
  const context = { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account) }
  const answer = (await connector.inquireIncoming?.(key, context)) ?? { kind: 'not_found' }
  deps.metrics.connectorCalls.inc({ connector: connector.manifest.name, call: 'inquireIncoming', outcome: answer.kind })
  if (answer.kind === 'not_found') return await tryLater(deps, notification)
  if (answer.kind === 'unknown' || !isIncomingMoney(answer.money)) return await askLater(deps, notification)
  const { money } = answer
  await inTransaction(deps.database.engine, async (tx) => await takeIncoming(deps, tx, { account, incoming: [money] }))
  return 'processed'
}

interface Asked extends Omit<Reported, 'order'> {
  order: KnownOrder | undefined
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
  const { order } = reported
  const amountMinor = outcome.kind === 'completed' ? outcome.creditedMinor : undefined
  if (amountMinor === undefined || amountMinor === order.amount_minor) {
    return { transactionId: order.transaction_id, update: outcome, source: 'notification' }
  }
  const answer = await inquired(deps, reported)
  return answer === 'not_found' ? undefined : answer
}

/** What the provider says of the order. Undefined where it says nothing. */
async function inquired(
  deps: ProcessingDeps,
  { order, account, connector, key }: Reported,
): Promise<ApplyItem | 'not_found' | undefined> {
  const context = { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account) }
  const { pay_type: payType, transaction_id: transactionId } = order
  const answer = await inquireOrder(deps, { connector, payType, key, transactionId }, context)
  deps.metrics.connectorCalls.inc({ connector: connector.manifest.name, call: 'inquire', outcome: answer.kind })
  if (answer.kind === 'not_found') return 'not_found'
  if (answer.kind === 'not_sent' || answer.kind === 'unknown') return undefined
  return { transactionId: order.transaction_id, update: answer, source: 'inquiry' }
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
