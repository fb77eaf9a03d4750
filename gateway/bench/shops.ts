import type pg from 'pg'
import { deliverCallbacksJob } from '../src/callbacks/delivery/deliver-callbacks.ts'
import { maintainEndpoints } from '../src/callbacks/delivery/maintain-endpoints.ts'
import { callbackTemplate } from '../src/callbacks/rules/callback-body.ts'
import { deliveryIdleMs } from '../src/jobs/core-loops.ts'
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import { createLog } from '../src/platform/log/log.ts'
import { createMetrics } from '../src/platform/log/metrics.ts'
import { type Loop, startLoop } from '../src/platform/process/loop.ts'
import { type CallbackWorld, callbackWorld, type Merchant } from '../test/support/callback-world.ts'
import { issueCertificate } from '../test/support/certificates.ts'
import { type ReceiverProcess, startReceivers } from './receiver-process.ts'

/** Processes that the endpoints are spread over: one alone would be busier than what calls it. */
const receiverProcesses = 2

/** A database with points, each with an HTTPS endpoint of its own in other processes. */
export interface Shops {
  world: CallbackWorld
  /** Connections of those who write events: the gateway groups its writes, and they do not fill the pool that delivers. */
  writers: Database
  merchants: readonly Merchant[]
  urls: readonly string[]
  receivers: readonly ReceiverProcess[]
  /** Another point, whose endpoint can hang. */
  noisy: { merchant: Merchant; receivers: ReceiverProcess }
  close(): Promise<void>
}

export async function openShops(count: number): Promise<Shops> {
  const closers: (() => Promise<void>)[] = []
  const world = await callbackWorld({ after: (close) => closers.unshift(close) })
  const certificate = await issueCertificate(world.authority)
  const each = Math.ceil(count / receiverProcesses)
  const receivers = await Promise.all(
    Array.from({ length: receiverProcesses }, async () => await startReceivers(each, certificate)),
  )
  const urls = receivers.flatMap((process) => process.urls).slice(0, count)
  const merchants: Merchant[] = []
  for (const url of urls) merchants.push(await world.merchant(url))
  const alone = await startReceivers(1, certificate)
  const noisy = { merchant: await world.merchant(alone.urls[0]), receivers: alone }
  const writers = openDatabase(world.url, () => undefined)
  const close = async () => {
    await writers.close()
    for (const end of closers) await end()
    for (const process of [...receivers, alone]) process.stop()
  }
  return { world, writers, merchants, urls, receivers, noisy, close }
}

export interface Delivering {
  notify(): void
  stop(): Promise<void>
}

/** A delivering process as the gateway runs one: the loop that sends and the loop that tends endpoints. */
export function startDelivering({ world }: Shops): Delivering {
  const deps = { database: world.database, log: createLog('silent'), metrics: createMetrics() }
  const job = deliverCallbacksJob({
    ...deps,
    secretBox: world.secretBox,
    clock: world.clock,
    processName: `bench-${process.hrtime.bigint()}`,
    guard: { allowCidrs: ['127.0.0.0/8'], ca: world.authority.cert },
    userAgentVersion: '1.2.3',
  })
  const loop = (name: 'callbacks' | 'endpoints', runOnce: () => Promise<number>): Loop =>
    startLoop({ name, runOnce, idleMs: deliveryIdleMs[name], log: deps.log, metrics: deps.metrics })
  const callbacks = loop('callbacks', job.runOnce)
  const endpoints = loop('endpoints', async () => await maintainEndpoints(deps))
  return {
    notify: () => callbacks.notify(),
    stop: async () => {
      const ending = [callbacks.stop(), endpoints.stop()]
      await job.stop()
      await Promise.all(ending)
    },
  }
}

/** Text of a callback of ordinary length. */
export function templateOf(transactionId: string): string {
  return callbackTemplate(
    {
      transactionId,
      status: 'COMPLETED',
      reason: 'paid',
      reference: `order-${transactionId}`,
      payType: 'payin',
      card: false,
      bookedMinor: 1000n,
      currency: 'BRL',
      updatedAt: new Date(),
      methodSendsAmount: true,
    },
    { extraFields: false, amountAlways: false, sendMetadata: false },
  )
}

/** Stands in a template for the id of the transaction. */
const placeholder = '00000000-0000-4000-8000-000000000000'

/** An id in order of time, as the gateway's own are: it belongs beside the last one in every index. */
const newId = idAt('(extract(epoch from clock_timestamp()) * 1000)::bigint')

/** SQL of such an id of this millisecond, which is SQL too. */
export function idAt(milliseconds: string): string {
  return `(lpad(to_hex(${milliseconds}), 12, '0') || '7' || substr(md5(random()::text), 1, 19))::uuid`
}

/** Events with deliveries that are due now, the same number for each point. */
export async function insertDue(db: pg.Pool, pointIds: readonly string[], each: number): Promise<void> {
  await db.query(
    `with made as (
      insert into callback_events (id, point_id, transaction_id, seq, status, body_template, api_key)
      select ${newId}, g.point_id, g.transaction_id, 1, 'COMPLETED',
        replace($3, $4, g.transaction_id::text), 1 + floor(random() * 9999999998)::bigint
      from (select p as point_id, ${newId} as transaction_id
            from unnest($1::uuid[]) p, generate_series(1, $2)) g
      on conflict (point_id, api_key) do nothing
      returning id, point_id, transaction_id, seq)
    insert into callback_deliveries (event_id, point_id, transaction_id, seq, trigger)
    select id, point_id, transaction_id, seq, 'auto' from made`,
    [pointIds, each, templateOf(placeholder), placeholder],
  )
}

/** Resolves when nothing of these points waits or is in flight. */
export async function delivered(db: pg.Pool, pointIds: readonly string[]): Promise<void> {
  for (;;) {
    const left = await db.query<{ n: boolean }>(
      `select exists (select from callback_deliveries where point_id = any ($1) and state = 'pending')
        or exists (select from callback_deliveries where point_id = any ($1) and state = 'sending') as n`,
      [pointIds],
    )
    if (left.rows[0]?.n === false) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
