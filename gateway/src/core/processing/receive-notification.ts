import type {
  ConnectorAccount,
  IncomingMoney,
  NotificationReply,
  NotificationsRead,
  ProviderEvent,
  RawNotification,
} from '../connectors/connector.ts'
import { inTransaction } from '../platform/database/database.ts'
import { isUuid, uuidV7 } from '../platform/ids.ts'
import { failpoint } from '../platform/process/failpoint.ts'
import { maskCardNumbers } from '../values/card-numbers.ts'
import type { ProcessingDeps } from './deps.ts'
import { insertNotifications, type NewNotifications } from './store/notifications.ts'
import { isIncomingMoney, takeIncoming } from './take-incoming.ts'

/**
 * When the gateway verified the notification. Stored with it, because a moved clock would fail the signature check
 * later.
 */
export const checkedAtHeader = 'pasarela-checked-at'

/** Events of one push. A provider that sends more is refused, and sends them again in smaller ones. */
const eventsMax = 100

/** Lengths that the tables take. */
const eventIdMax = 128
const keyMax = 64

export interface IncomingNotification extends RawNotification {
  connectorAccountId: string
}

/** `refused`: the connector of the account could not verify it. `reply`: the connector's own answer. */
export interface Received {
  kind: 'stored' | 'refused' | 'unknown_account'
  reply?: NotificationReply | undefined
}

/**
 * Stores the events of a push, acknowledges it, and leaves its processing to a loop: they are durable before the provider
 * forgets them.
 */
export async function receiveNotification(deps: ProcessingDeps, given: IncomingNotification): Promise<Received> {
  const account = isUuid(given.connectorAccountId) ? await deps.routes.account(given.connectorAccountId) : undefined
  const connector = account && deps.connectors.get(account.connector)
  const now = deps.clock.now()
  const count = (outcome: string, by = 1) =>
    deps.metrics.connectorCalls.inc({ connector: account?.connector ?? 'none', call: 'notification', outcome }, by)
  const read = account && connector?.readNotifications?.(given, account, now)
  const events = read && storable(read)
  const incoming = (read?.incoming ?? []).filter(isIncomingMoney)
  if (!account || !read || !events || Math.max(events.length, incoming.length) > eventsMax) {
    count('refused')
    if (!account) return { kind: 'unknown_account' }
    if (events)
      deps.log.error({ connector_account_id: account.id, events: events.length }, 'a push has too many events')
    return { kind: 'refused', reply: connector?.notificationReply?.(given, 'refused') }
  }
  const itemsGiven = read.events.length + (read.incoming?.length ?? 0)
  const dropped = itemsGiven - events.length - incoming.length + (read.dropped ?? 0)
  if (dropped > 0) {
    count('dropped', dropped)
    deps.log.warn({ connector_account_id: account.id, dropped }, 'events of a push were forged or unreadable')
  }
  const push = {
    connectorAccountId: account.id,
    events: events.map(({ eventId, key, outcome }) => ({
      id: uuidV7(now),
      eventId,
      attemptKey: key,
      promptsInquiry: outcome === undefined,
    })),
    isShared: itemsGiven + (read.dropped ?? 0) > 1,
    headers: {
      ...storedHeaders(given.headers, connector?.notificationHeaders ?? []),
      [checkedAtHeader]: now.toISOString(),
    },
    body: given.body,
  }
  await store(deps, { account, push, incoming })
  failpoint('notification_stored_before_answer')
  deps.notify('notifications')
  return { kind: 'stored', reply: connector?.notificationReply?.(given, 'stored') }
}

async function store(
  deps: ProcessingDeps,
  {
    account,
    push,
    incoming,
  }: { account: ConnectorAccount; push: NewNotifications; incoming: readonly IncomingMoney[] },
): Promise<void> {
  const { engine } = deps.database
  if (incoming.length === 0) {
    await insertNotifications(engine, push)
    return
  }
  await inTransaction(engine, async (tx) => {
    await insertNotifications(tx, push)
    await takeIncoming(deps, tx, { account, incoming })
  })
}

/** The events that the tables take, each once. */
function storable({ events }: NotificationsRead): readonly ProviderEvent[] {
  const byId = new Map(
    events
      .filter(({ eventId, key }) => fits(eventId, eventIdMax) && fits(key, keyMax))
      .map((each) => [each.eventId, each]),
  )
  return [...byId.values()]
}

function fits(text: string, max: number): boolean {
  return text.length > 0 && text.length <= max && !text.includes('\u0000')
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
