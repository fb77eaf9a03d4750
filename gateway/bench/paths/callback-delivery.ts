import type pg from 'pg'
import type { Agent } from 'undici'
import { newCallbackNumber, webhookId } from '../../src/core/callbacks/rules/callback-signature.ts'
import { systemClock } from '../../src/core/platform/clock/clock.ts'
import { uuidV7 } from '../../src/core/platform/ids.ts'
import { issueCertificate } from '../../test/support/certificates.ts'
import { type Bench, driverPool, type Shop, shopOf } from '../bench-world.ts'
import { bareAgent, delivered, insertDue, postBare, type Targets, takeAll, templateOf } from '../callback-throughput.ts'
import type { OpenedPath } from '../contender.ts'
import { type Measured, machineMs, measuredOf } from '../latencies.ts'
import { openLoop } from '../open-loop.ts'
import { startReceivers } from '../receiver-process.ts'

/** Events of one run for each of its seconds: about what a process delivers in it. */
const eventsPerSecond = 1_500

/** Processes that the endpoints are spread over: one alone would be busier than what calls it. */
const receiverProcesses = 2

/** Writes in flight at most. */
const writesInFlightMax = 64

/** The loop that sends looks this often while it has nothing to do; what is written first waits for that. */
const leadInSeconds = 0.5

const clock = systemClock()

/**
 * Callbacks of all points to HTTPS endpoints in other processes. Busy: events that are due already, until every result is
 * written. Open: one event after the other; a time ends when the head of its callback has arrived.
 */
export async function openCallbackDelivery(bench: Bench): Promise<OpenedPath> {
  const certificate = await issueCertificate(bench.authority)
  const each = bench.shops.length / receiverProcesses
  const receivers = await Promise.all(
    Array.from({ length: receiverProcesses }, async () => await startReceivers(each, certificate)),
  )
  const urls = receivers.flatMap((process) => process.urls)
  const targets: Targets = { ca: bench.authority.cert, points: bench.shops, urls, receivers }
  const db = driverPool(bench.world.databaseUrl)
  await pointCallbacksTo(db, bench.shops, urls)
  // The gateway keeps its connections from run to run, and so does whoever it is compared with.
  const used: { connections: number; agent?: Agent } = { connections: urls.length }
  return {
    contenders: {
      gateway: {
        busy: async (seconds) => {
          const run = await deliverDue(bench, db, { targets, events: eventsOf(seconds) })
          used.connections = Math.max(used.connections, run.connections)
          return run.measured
        },
        open: async (perSecond, seconds) => await deliverAsWritten(bench, db, { targets, perSecond, seconds }),
      },
      http: {
        busy: async (seconds) => {
          used.agent ??= bareAgent(targets, used.connections)
          const posted = await postBare(targets, eventsOf(seconds), used.agent)
          return { ...measuredOf([], 0), perSecond: posted.perSecond, items: eventsOf(seconds) }
        },
      },
    },
    close: async () => {
      await used.agent?.close()
      await pointCallbacksTo(db, bench.shops, [])
      await db.end()
      for (const process of receivers) process.stop()
    },
  }
}

function eventsOf(seconds: number): number {
  return Math.ceil(seconds * eventsPerSecond)
}

/** Without addresses they go to the points' inboxes again. The limits of one endpoint are lifted: here all are one machine. */
async function pointCallbacksTo(db: pg.Pool, shops: readonly Shop[], urls: readonly string[]): Promise<void> {
  await db.query(
    `update callback_endpoints e set url = u.url, rate_per_s = 1000, max_inflight = 64
    from unnest($1::uuid[], $2::text[]) as u(point_id, url) where e.point_id = u.point_id`,
    [shops.map(({ pointId }) => pointId), shops.map((_, place) => urls[place] ?? null)],
  )
}

async function deliverDue(bench: Bench, db: pg.Pool, { targets, events }: { targets: Targets; events: number }) {
  const pointIds = bench.shops.map(({ pointId }) => pointId)
  await takeAll(targets)
  await insertDue(db, pointIds, Math.ceil(events / pointIds.length))
  await delivered(db, pointIds)
  const endedMs = machineMs()
  const { arrivals, connections } = await takeAll(targets)
  const firstMs = arrivals.reduce((first, [, atMs]) => Math.min(first, atMs), endedMs)
  if (arrivals.length < events) throw new Error(`${arrivals.length} of ${events} callbacks arrived`)
  const perSecond = (arrivals.length / (endedMs - firstMs)) * 1_000
  return { measured: { ...measuredOf([], 0), perSecond, items: arrivals.length }, connections }
}

interface AsWritten {
  targets: Targets
  perSecond: number
  seconds: number
}

async function deliverAsWritten(bench: Bench, db: pg.Pool, run: AsWritten): Promise<Measured> {
  const { targets, perSecond } = run
  await takeAll(targets)
  const dueMs = new Map<string, number>()
  let written = 0
  const startedMs = machineMs()
  const work = async () => {
    const index = written++
    const id = uuidV7(clock.now())
    dueMs.set(webhookId(id), startedMs + (index * 1_000) / perSecond)
    await insertEvent(db, { id, pointId: shopOf(bench, index).pointId })
  }
  const seconds = run.seconds + leadInSeconds
  await openLoop({ perSecond, seconds, inFlightMax: writesInFlightMax, work })
  await delivered(
    db,
    bench.shops.map(({ pointId }) => pointId),
  )
  const fromMs = startedMs + leadInSeconds * 1_000
  const tookMs: number[] = []
  let lastMs = fromMs
  for (const [id, atMs] of (await takeAll(targets)).arrivals) {
    const due = dueMs.get(id)
    lastMs = Math.max(lastMs, atMs)
    if (due !== undefined && due >= fromMs) tookMs.push(atMs - due)
  }
  return measuredOf(tookMs, lastMs - fromMs)
}

async function insertEvent(db: pg.Pool, { id, pointId }: { id: string; pointId: string }): Promise<void> {
  const transactionId = uuidV7(clock.now())
  await db.query({
    name: 'event-with-delivery',
    text: `with made as (
        insert into callback_events (id, point_id, transaction_id, seq, status, body_template, api_key)
        values ($1, $2, $3, 1, 'COMPLETED', $4, $5) returning id, point_id, transaction_id, seq)
      insert into callback_deliveries (event_id, point_id, transaction_id, seq, trigger)
      select id, point_id, transaction_id, seq, 'auto' from made`,
    values: [id, pointId, transactionId, templateOf(transactionId), newCallbackNumber()],
  })
}
