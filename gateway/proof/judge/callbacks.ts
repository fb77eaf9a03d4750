import { createHmac } from 'node:crypto'
import { type CurrencyCode, currencyDecimals } from '../../src/core/values/currency.ts'
import { readJson } from '../merchant/client.ts'
import type { ReceivedCallback, Violation } from '../stages/virtual/parts.ts'
import type { PointFacts } from '../stages/virtual/world/points.ts'
import type { FedCallback } from './exchanges.ts'
import type { DeliveryRow, EventRow, HistoryRow, InboxRow, PointRow, TransferRow } from './rows.ts'
import { Findings, groupBy, nameOf, type Story } from './story.ts'

/** A point as its merchant knows it. */
type Receiver = Pick<PointFacts, 'pointId' | 'authApiToken' | 'webhookSecret'>

export interface CallbackContext {
  nowMs: number
  points: ReadonlyMap<string, PointRow>
  receivers: readonly Receiver[]
  received: readonly ReceivedCallback[]
  inbox: readonly InboxRow[]
  fed: readonly FedCallback[]
}

/**
 * Events have the words that fit their moment; what arrived was genuine, in order, complete, and
 * not repeated after a success that was written.
 */
export function checkCallbacks(stories: readonly Story[], context: CallbackContext): Violation[] {
  const found = new Findings()
  for (const story of stories) checkEvents(story, found)
  const arrivals = readArrivals(stories, context, found)
  const inbox = groupBy(context.inbox, ({ eventId }) => eventId)
  for (const story of stories) {
    const own = arrivals.get(story.id) ?? []
    checkOrder(story, own, found)
    for (const event of story.events) {
      const arrived = own.filter((arrival) => arrival.event.id === event.id)
      const point = context.points.get(event.pointId)
      if (point) checkDeliveries({ story, event, arrived, point, inbox: inbox.get(event.id) ?? [], found })
    }
    checkLast(story, context, found)
  }
  checkFeed(stories, context, found)
  return found.list
}

/** That each change has its event, in order, `verify` says. */
function checkEvents(story: Story, found: Findings): void {
  for (const [place, event] of story.events.entries()) {
    const change = story.changes[place]
    if (change && change.status === event.status) checkWords({ story, event, change, found })
  }
}

interface Words {
  story: Story
  event: EventRow
  change: HistoryRow
  found: Findings
}

const beginnings: Readonly<Record<string, readonly string[]>> = {
  COMPLETED: ['Payment approved', 'Payout completed', 'Refund completed'],
  ERROR: ['Payment failed', 'Payout failed', 'Refund failed'],
  EXPIRED: ['Payment expired', 'Payment cancelled'],
}

/** Service codes whose callback carries the amount by the specification; others may, by a setting. */
const amountCodes: ReadonlySet<string> = new Set(['PIX_BR', 'BT_AR'])

function checkWords({ story, event, change, found }: Words): void {
  const name = `callback ${event.seq} of ${nameOf(story)}`
  const rule = 'callback-content'
  const body = readJson(event.template)
  const zone = story.card ? '' : 'Z'
  const wanted: Readonly<Record<string, unknown>> = {
    transaction_id: story.id,
    status: event.status,
    reference: story.reference,
    pay_type: story.payType,
    updated_at: `${new Date(change.atMs).toISOString().slice(0, -1)}000${zone}`,
  }
  for (const [field, value] of Object.entries(wanted)) {
    found.check(body[field] === value, rule, () => `${field} of ${name} is ${body[field]}, must be ${value}`)
  }
  found.check(event.atMs >= change.atMs, rule, () => `${name} is older than what it tells`)
  const message = String(body['message'])
  const begins = (beginnings[event.status] ?? []).some((words) => message.startsWith(words))
  found.check(begins, rule, () => `the message of ${name} is "${message}"`)
  const amount = /"amount":(-?[0-9.]+)[,}]/.exec(event.template)?.[1]
  const possible = possibleAmounts(story, change)
  const mayBeAbsent = possible.includes(undefined) || !amountCodes.has(story.serviceCode)
  const fits = amount === undefined ? mayBeAbsent : possible.includes(amount)
  found.check(fits, 'callback-amount', () => {
    return `the amount of ${name} is ${amount ?? 'absent'}, must be ${possible.map((each) => each ?? 'absent').join(' or ')}`
  })
}

/**
 * What the ledger had booked to the merchant, or paid out, with that change. Several amounts are possible where more
 * transfers were written in the same millisecond. Undefined: nothing, so that the field is absent.
 */
function possibleAmounts(story: Story, change: HistoryRow): readonly (string | undefined)[] {
  const { transfers, currency } = story
  const before = transfers.filter(({ atMs }) => atMs < change.atMs)
  const during = transfers.filter(({ atMs }) => atMs === change.atMs)
  const isTied = story.history.some((entry) => entry.id !== change.id && entry.atMs === change.atMs)
  const counts = isTied ? during.map((_, place) => place) : []
  return [...counts, during.length].map((count) => {
    const minor = bookedMinor([...before, ...during.slice(0, count)], change)
    return minor > 0n ? twoDecimals(minor, currency) : undefined
  })
}

const bookedSigns: Readonly<Partial<Record<TransferRow['kind'], bigint>>> = {
  payin: 1n,
  suspense_accepted: 1n,
  reversal: -1n,
  payout: 1n,
  refund: 1n,
  late_payout: 1n,
  return: -1n,
}

export function bookedMinor(transfers: readonly TransferRow[], { status, reason }: HistoryRow): bigint {
  if (status !== 'COMPLETED' && reason !== 'reversed') return 0n
  return transfers.reduce((sum, { kind, amountMinor }) => sum + (bookedSigns[kind] ?? 0n) * amountMinor, 0n)
}

function twoDecimals(minor: bigint, currency: string): string {
  if (currencyDecimals[currency as CurrencyCode] === 0) return `${minor}.00`
  const digits = minor.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

interface Arrival extends ReceivedCallback {
  event: EventRow
  /** When it was signed, just before it was sent. */
  signedAtMs: number
}

/** Arrivals by transaction, in their order. What is not genuine is a finding, and left out. */
function readArrivals(
  stories: readonly Story[],
  context: CallbackContext,
  found: Findings,
): ReadonlyMap<string, Arrival[]> {
  const events = new Map(stories.flatMap((story) => story.events).map((event) => [webhookIdOf(event), event]))
  const receivers = new Map(context.receivers.map((receiver) => [receiver.pointId, receiver]))
  const arrivals = context.received.flatMap((callback) => {
    const header = headersOf(callback)
    const id = header('webhook-id')
    const event = events.get(id)
    if (!event) {
      found.add('callback-stranger', `a callback ${id} arrived at ${callback.url}, and there is no such event`)
      return []
    }
    const receiver = receivers.get(event.pointId)
    const fault = receiver ? faultOf({ callback, event, receiver, header }) : 'it belongs to no point of the template'
    if (fault !== undefined) {
      found.add('callback-forged', `the callback ${id} about ${event.transactionId} is not genuine: ${fault}`)
      return []
    }
    const point = context.points.get(event.pointId)
    found.check((point?.url ?? '') === callback.url, 'callback-address', () => {
      return `the callback ${id} went to ${callback.url}, and its point's address is ${point?.url}`
    })
    // The inbox rounds to whole seconds.
    const signedAtMs = Math.min(callback.atMs, Number(header('webhook-timestamp')) * 1_000)
    return [{ ...callback, event, signedAtMs }]
  })
  return groupBy(arrivals, ({ event }) => event.transactionId)
}

/** What the feed told is signed as what is delivered. */
function checkFeed(stories: readonly Story[], { receivers, fed }: CallbackContext, found: Findings): void {
  const events = new Map(stories.flatMap((story) => story.events).map((event) => [webhookIdOf(event), event]))
  for (const callback of fed) {
    const header = headersOf(callback)
    const event = events.get(header('webhook-id'))
    const receiver = receivers.find(({ pointId }) => pointId === event?.pointId)
    const fault = event && receiver ? faultOf({ callback, event, receiver, header }) : 'it is of no point'
    found.check(
      fault === undefined,
      'feed-forged',
      () => `${header('webhook-id')} of the feed is not genuine: ${fault}`,
    )
  }
}

function webhookIdOf({ id }: EventRow): string {
  return `evt_${id.replaceAll('-', '')}`
}

type Header = (name: string) => string

function headersOf({ headers }: FedCallback): Header {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (name) => lower.get(name) ?? ''
}

/** What merchants take as old: the tolerance of Standard Webhooks. */
const toleranceMs = 300_000

interface Genuine {
  callback: FedCallback
  event: EventRow
  receiver: Receiver
  header: Header
}

/** Why a callback is not what its point signed about the event; undefined where it is. */
function faultOf({ callback, event, receiver, header }: Genuine): string | undefined {
  const { body, atMs } = callback
  const apiKey = event.apiKey.toString()
  const hash = createHmac('sha256', receiver.authApiToken).update(`${apiKey}${receiver.pointId}`).digest('hex')
  const added = `,"api_key":${apiKey},"security_hash":"${hash}"`
  if (!body.includes(added)) return 'its api_key or security_hash is wrong'
  if (body.replace(added, '') !== event.template) return 'its body is not the text of the event'
  const timestamp = header('webhook-timestamp')
  const signedAtMs = Number(timestamp) * 1_000
  const signed = `${header('webhook-id')}.${timestamp}.${body}`
  const key = Buffer.from(receiver.webhookSecret.slice('whsec_'.length), 'base64')
  const wanted = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  if (header('webhook-signature') !== wanted) return 'its signature is wrong'
  const isFresh = Math.abs(atMs - signedAtMs) <= toleranceMs
  return isFresh ? undefined : `it was signed at ${timestamp} and arrived at ${atMs}`
}

/**
 * A lease outlasts the sending by so much at least. What was on its way for longer may come after what was sent when the
 * lease had run out: nobody can take it back.
 */
const leaseLeftMs = 11_000

function checkOrder(story: Story, arrivals: readonly Arrival[], found: Findings): void {
  for (const [place, arrival] of arrivals.entries()) {
    const newer = arrivals.slice(0, place).find(({ event }) => event.seq > arrival.event.seq)
    if (!newer) continue
    const wasOnItsWay = arrival.atMs - arrival.signedAtMs >= leaseLeftMs && arrival.signedAtMs <= newer.atMs
    found.check(wasOnItsWay, 'callback-order', () => {
      return `callback ${arrival.event.seq} of ${nameOf(story)} arrived at ${arrival.atMs}, after callback ${newer.event.seq} at ${newer.atMs}`
    })
  }
  for (const [place, { event, atMs, heldUntilMs = atMs }] of arrivals.entries()) {
    const beside = arrivals.slice(place + 1).find((each) => each.event.seq > event.seq && each.atMs < heldUntilMs)
    found.check(!beside, 'callback-beside', () => {
      return `callback ${beside?.event.seq} of ${nameOf(story)} arrived at ${beside?.atMs}, when callback ${event.seq} of ${atMs} had no answer before ${heldUntilMs}`
    })
  }
}

interface Delivered {
  story: Story
  event: EventRow
  arrived: readonly Arrival[]
  point: PointRow
  inbox: readonly InboxRow[]
  found: Findings
}

function checkDeliveries({ story, event, arrived, point, inbox, found }: Delivered): void {
  const name = `callback ${event.seq} of ${nameOf(story)}`
  const deliveries = story.deliveries.filter(({ eventId }) => eventId === event.id)
  if (isFeedOnly(story, point)) {
    const isTold = deliveries.length > 0 || arrived.length > 0
    found.check(!isTold, 'callback-unwanted', () => `${name} was delivered, and its point did not ask for it`)
    return
  }
  found.check(deliveries.length > 0, 'callback-queue', () => `${name} has no delivery`)
  const isSuccess = ({ answered }: Arrival) =>
    answered === 200 || (point.accept2xx && answered !== 'lost' && answered >= 200 && answered <= 299)
  const successes = arrived.filter(isSuccess)
  const delivered = deliveries.filter(({ state }) => state === 'delivered')
  const proofs = successes.length + inbox.length
  found.check(delivered.length <= proofs, 'callback-unproven', () => {
    return `${name} was delivered ${delivered.length} times, and its merchant took it ${proofs} times`
  })
  checkRepeats({ name, deliveries, arrived, found })
  const isOlder = story.events.some(({ seq }) => seq > event.seq)
  const open = deliveries.filter(({ state }) => state === 'pending' || state === 'held' || state === 'sending')
  found.check(!isOlder || open.length === 0, 'callback-overtaken', () => {
    return `${name} is still ${open[0]?.state}, although a newer one stands behind it`
  })
}

function isFeedOnly({ payType, withdrawalAccountId }: Story, { sendsRefunds }: PointRow): boolean {
  return withdrawalAccountId !== null || (payType === 'refund' && !sendsRefunds)
}

/** After its only delivery was written as successful nothing is sent any more. */
function checkRepeats(of: {
  name: string
  deliveries: readonly DeliveryRow[]
  arrived: readonly Arrival[]
  found: Findings
}): void {
  const { name, deliveries, arrived, found } = of
  const times = deliveries.map(({ deliveredAtMs }) => deliveredAtMs)
  if (times.length === 0 || times.some((time) => time === null)) return
  const lastMs = Math.max(...times.map((time) => time ?? 0))
  const again = arrived.find(({ signedAtMs }) => signedAtMs > lastMs)
  found.check(!again, 'callback-repeated', () => {
    return `${name} was delivered at ${lastMs}, and sent again at ${again?.signedAtMs}`
  })
}

/** Outages of receivers, and the schedule behind them, end within this time. */
const deliveredWithinMs = 60 * 3_600_000

/** A merchant who takes none of so many attempts, over 70 hours, is given up (docs/callbacks.md). */
const attemptsPromised = 15

/** The latest state reaches its merchant, unless callbacks are paused or the merchant has no address. */
function checkLast(story: Story, { points, nowMs }: CallbackContext, found: Findings): void {
  const event = story.events.at(-1)
  const point = points.get(story.pointId)
  if (!event || !point || point.endpointStatus !== 'active') return
  if ((point.url === null && point.environment === 'live') || isFeedOnly(story, point)) return
  const own = story.deliveries.filter(({ eventId }) => eventId === event.id)
  if (own.some(({ state }) => state === 'delivered')) return
  const isGivenUp = own.some(({ state, attempts }) => state === 'exhausted' && attempts >= attemptsPromised)
  if (isGivenUp) return
  const isYoung = event.atMs > nowMs - deliveredWithinMs && own.some(({ state }) => state === 'pending')
  found.check(isYoung, 'callback-missing', () => {
    return `callback ${event.seq} (${event.status}) of ${nameOf(story)} was not delivered: ${own.map(({ state }) => state).join(', ')}`
  })
}
