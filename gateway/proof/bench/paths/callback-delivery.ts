import { fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { rootCertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { Agent, request } from 'undici'
import { callbackTemplate, renderCallback } from '../../../src/core/callbacks/rules/callback-body.ts'
import {
  newCallbackNumber,
  securityHash,
  standardWebhookHeaders,
  webhookId,
} from '../../../src/core/callbacks/rules/callback-signature.ts'
import { systemClock } from '../../../src/core/platform/clock/clock.ts'
import { uuidV7 } from '../../../src/core/platform/ids.ts'
import { issueCertificate } from '../../../test/support/certificates.ts'
import { type Bench, type Shop, shopOf } from '../bench-world.ts'
import type { Arrival, Opening } from '../callback-receivers.ts'
import type { OpenedPath } from '../contender.ts'
import { settle } from '../gateway-requests.ts'
import { type Measured, machineMs, measuredOf } from '../latencies.ts'
import { openLoop } from '../loops.ts'

/** Events of one run for each of its seconds: about what a process delivers in it. */
const eventsPerSecond = 1_500

/** As many as one process of the gateway has in flight. */
const postsInFlight = 128

/** As many of one point in a row as a claim of the gateway takes. */
const rowsOfPoint = 10

/** Writes in flight at most. */
const writesInFlightMax = 64

/** The loop that sends looks this often while it has nothing to do; what is written first waits for that. */
const leadInSeconds = 0.5

const clock = systemClock()

interface Callbacks {
  bench: Bench
  db: pg.Pool
  pointIds: readonly string[]
  urls: readonly string[]
  /** What arrived since the last time. */
  take(): Promise<Arrival[]>
}

/**
 * Callbacks of all points to HTTPS endpoints in another process. Busy: events that are due already, until every result is
 * written. Open: one event after the other; a time ends when the head of its callback has arrived.
 */
export async function openCallbackDelivery(bench: Bench): Promise<OpenedPath> {
  const program = new URL(`../callback-receivers${extname(import.meta.url)}`, import.meta.url)
  const child = fork(fileURLToPath(program), { stdio: 'inherit' })
  const ask = async <Reply>(message: Opening | string): Promise<Reply> => {
    child.send(message)
    const [reply] = await once(child, 'message')
    return reply as Reply
  }
  const certificate = await issueCertificate(bench.authority)
  const urls = await ask<string[]>({ count: bench.shops.length, certificate })
  const { db } = bench
  const pointIds = bench.shops.map(({ pointId }) => pointId)
  const callbacks: Callbacks = { bench, db, pointIds, urls, take: async () => await ask('take') }
  await pointTo(db, pointIds, urls)
  const agent = new Agent({
    connect: { ca: [...rootCertificates, bench.authority.cert] },
    connections: postsInFlight / urls.length,
    pipelining: 1,
    allowH2: false,
  })
  return {
    contenders: {
      gateway: {
        busy: async (seconds) => await deliverDue(callbacks, Math.ceil(seconds * eventsPerSecond)),
        open: async (perSecond, seconds) => await deliverAsWritten(callbacks, perSecond, seconds),
      },
      driver: { busy: async (seconds) => await postBare(callbacks, Math.ceil(seconds * eventsPerSecond), agent) },
    },
    close: async () => {
      await agent.close()
      await pointTo(db, pointIds, [])
      child.disconnect()
    },
  }
}

/** Without addresses they go to the points' inboxes again. The limits of one endpoint are lifted: here all are one machine. */
async function pointTo(db: pg.Pool, pointIds: readonly string[], urls: readonly string[]): Promise<void> {
  await db.query(
    `update callback_endpoints e set url = u.url, rate_per_s = 1000, max_inflight = 64
    from unnest($1::uuid[], $2::text[]) as u(point_id, url) where e.point_id = u.point_id`,
    [pointIds, pointIds.map((_, place) => urls[place] ?? null)],
  )
}

async function deliverDue({ db, pointIds, take }: Callbacks, events: number): Promise<Measured> {
  await take()
  const each = Math.ceil(events / pointIds.length)
  await insertEvents(
    db,
    pointIds.flatMap((pointId) => Array.from({ length: each }, () => anEvent(pointId))),
  )
  await settle(db)
  const endedMs = machineMs()
  const arrivals = await take()
  const firstMs = arrivals.reduce((first, [, atMs]) => Math.min(first, atMs), endedMs)
  if (arrivals.length < events) throw new Error(`${arrivals.length} of ${events} callbacks arrived`)
  return rateOf(arrivals.length, endedMs - firstMs)
}

async function deliverAsWritten(callbacks: Callbacks, perSecond: number, seconds: number): Promise<Measured> {
  const { bench, db, take } = callbacks
  await take()
  const dueMs = new Map<string, number>()
  const startedMs = machineMs()
  const work = async (index: number) => {
    const event = anEvent(shopOf(bench, index).pointId)
    dueMs.set(webhookId(event.id), startedMs + (index * 1_000) / perSecond)
    await insertEvents(db, [event])
  }
  await openLoop({ perSecond, seconds: seconds + leadInSeconds, inFlightMax: writesInFlightMax, work })
  await settle(db)
  const fromMs = startedMs + leadInSeconds * 1_000
  const arrived = (await take()).map(([id, atMs]) => ({ atMs, due: dueMs.get(id) ?? 0 }))
  const counted = arrived.filter(({ due }) => due >= fromMs)
  const lastMs = arrived.reduce((last, { atMs }) => Math.max(last, atMs), fromMs)
  return measuredOf(
    counted.map(({ atMs, due }) => atMs - due),
    lastMs - fromMs,
  )
}

/** The machine's own limit: bodies and headers that were made beforehand, over as many connections. */
async function postBare({ bench, urls, take }: Callbacks, events: number, agent: Agent): Promise<Measured> {
  const posts = Array.from({ length: events }, (_, index) => {
    const place = Math.floor(index / rowsOfPoint) % urls.length
    return { url: urls[place] ?? '', ...aPost(shopOf(bench, place)) }
  })
  const startedMs = machineMs()
  let next = 0
  const caller = async () => {
    for (let post = posts[next++]; post; post = posts[next++]) {
      const { url, headers, body } = post
      const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body })
      await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: postsInFlight }, caller))
  const tookMs = machineMs() - startedMs
  await take()
  return rateOf(events, tookMs)
}

function rateOf(items: number, tookMs: number): Measured {
  return { ...measuredOf([], 0), perSecond: (items / tookMs) * 1_000, items }
}

function aPost({ pointId, authApiToken, webhookSecret }: Shop) {
  const { id, template, apiKey } = anEvent(pointId)
  const body = renderCallback(template, apiKey, securityHash(authApiToken, apiKey, pointId))
  const timestampSeconds = Math.floor(clock.now().getTime() / 1_000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Pasarela/1.2.3',
    'x-attempt': '1',
    ...standardWebhookHeaders({ secrets: [webhookSecret], id: webhookId(id), timestampSeconds, body }),
  }
  return { headers, body: Buffer.from(body, 'utf8') }
}

type Event = ReturnType<typeof anEvent>

/** With a text of ordinary length. */
function anEvent(pointId: string) {
  const transactionId = uuidV7(clock.now())
  const template = callbackTemplate(
    {
      ...{ transactionId, status: 'COMPLETED', reason: 'paid', reference: `order-${transactionId}`, payType: 'payin' },
      ...{ card: false, bookedMinor: 1000n, currency: 'BRL', updatedAt: new Date(), methodSendsAmount: true },
    },
    { extraFields: false, amountAlways: false, sendMetadata: false, sendRefunds: false, sendWithdrawals: false },
  )
  return { id: uuidV7(clock.now()), pointId, transactionId, template, apiKey: newCallbackNumber() }
}

/** Events with deliveries that are due now. */
async function insertEvents(db: pg.Pool, events: readonly Event[]): Promise<void> {
  await db.query({
    name: 'events-with-deliveries',
    text: `with made as (
        insert into callback_events (id, point_id, transaction_id, seq, status, body_template, api_key)
        select id, point_id, transaction_id, 1, 'COMPLETED', template, api_key
        from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[])
          as e (id, point_id, transaction_id, template, api_key)
        returning id, point_id, transaction_id, seq)
      insert into callback_deliveries (event_id, point_id, transaction_id, seq, trigger)
      select id, point_id, transaction_id, seq, 'auto' from made`,
    values: (['id', 'pointId', 'transactionId', 'template', 'apiKey'] as const).map((name) =>
      events.map((event) => event[name]),
    ),
  })
}
