import { webhookId } from '../../core/callbacks/rules/callback-signature.ts'
import { type SignedCallback, signCallback } from '../../core/callbacks/rules/signed-callback.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import type { Message } from '../../core/texts/messages/say.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import { Problem } from '../../core/values/problem.ts'
import type { Status } from '../../core/values/status.ts'
import { openPointSecrets } from '../point-settings/open-point-secrets.ts'
import { say } from './messages/en.ts'
import { type FeedPlace, readFeed, readFeedEnd } from './store/callback-feed.ts'

/** Poll interval of a waiting reader: short for a developer, and cheap for the database. */
const lookEveryMs = 400

/** The smallest possible event id. */
const firstId = '00000000-0000-0000-0000-000000000000'

export interface EventQuery {
  pointId: string
  /** The end of the previous page; undefined: start now. */
  after: string | undefined
  limit: number
  /** How long to wait for an event if there is none. */
  waitMs: number
  /** Aborted when the reader disconnects or the process ends. */
  signal: AbortSignal
}

export interface FedEvent extends SignedCallback {
  eventId: string
  webhookId: string
  transactionId: string
  status: Status
  createdAt: Date
  /** Of the pay-in, by this event, in minor units of `currency`; null for payouts. */
  refundedMinor: bigint | null
  refundableMinor: bigint | null
  currency: CurrencyCode
  paymentLinkId: string | null
}

export interface EventPage {
  events: readonly FedEvent[]
  nextAfter: string
}

/**
 * The point's callbacks as a feed: each once, in order, signed at read time. Waits up to `waitMs` for the next one.
 * Where no slot to wait in is left, a reader gets its answer at once and polls again.
 */
export function eventFeed(
  deps: Pick<PlatformDeps, 'database' | 'secretBox' | 'slots'>,
): (query: EventQuery) => Promise<EventPage> {
  const { longPolls } = deps.slots
  return async (query) => {
    const { engine } = deps.database
    if (query.after === undefined) {
      return { events: [], nextAfter: writePlace({ xid: await readFeedEnd(engine), eventId: firstId }) }
    }
    const after = await readPlace(engine, query.after)
    const page = async () => await pageOf(deps, query, after)
    const first = await page()
    if (first.events.length > 0 || query.waitMs <= 0 || longPolls.take(query.pointId) !== 'taken') return first
    try {
      return await waitFor(page, query)
    } finally {
      longPolls.leave(query.pointId)
    }
  }
}

async function waitFor(page: () => Promise<EventPage>, { waitMs, signal }: EventQuery): Promise<EventPage> {
  const untilMs = performance.now() + waitMs
  for (;;) {
    await pause(Math.min(lookEveryMs, untilMs - performance.now()), signal)
    const found = await page()
    if (found.events.length > 0 || signal.aborted || performance.now() >= untilMs) return found
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, Math.max(0, ms))
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}

async function pageOf(
  deps: Pick<PlatformDeps, 'database' | 'secretBox'>,
  { pointId, limit }: EventQuery,
  after: FeedPlace,
): Promise<EventPage> {
  const found = await readFeed(deps.database.engine, pointId, { after, limit })
  const last = found.at(-1)
  if (!last) return { events: [], nextAfter: writePlace(after) }
  const secrets = await openPointSecrets(deps, pointId)
  const timestampSeconds = Math.floor(secrets.trueTime.getTime() / 1000)
  const events = found.map((event) => ({
    eventId: event.id,
    webhookId: webhookId(event.id),
    transactionId: event.transactionId,
    status: event.status,
    createdAt: event.createdAt,
    refundedMinor: event.refundedMinor,
    refundableMinor: event.refundableMinor,
    currency: event.currency,
    paymentLinkId: event.paymentLinkId,
    ...signCallback({ ...event, pointId, eventId: event.id }, secrets, timestampSeconds),
  }))
  return { events, nextAfter: writePlace({ xid: last.xid, eventId: last.id }) }
}

function writePlace({ xid, eventId }: FeedPlace): string {
  return Buffer.from(`${xid}.${eventId}`).toString('base64url')
}

async function readPlace(engine: PlatformDeps['database']['engine'], text: string): Promise<FeedPlace> {
  const [xid = '', eventId = ''] = Buffer.from(text, 'base64url').toString('utf8').split('.')
  const refuse = (message: Message) =>
    new Problem('validation_failed', { fields: [{ code: 'invalid_format', param: 'after', message }] })
  if (!/^\d{1,19}$/.test(xid) || !isUuid(eventId)) throw refuse(say('feed.no_place'))
  const position = { xid: BigInt(xid), eventId }
  // A restored database may count transaction ids from a lower number.
  if (position.xid > (await readFeedEnd(engine))) throw refuse(say('feed.other_database'))
  return position
}
