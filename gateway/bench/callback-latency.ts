import { insertCallbackEvents } from '../src/callbacks/record-events.ts'
import { newApiKey, webhookId } from '../src/callbacks/rules/callback-signature.ts'
import { inTransaction } from '../src/platform/database/database.ts'
import { uuidV7 } from '../src/platform/ids.ts'
import { percentile } from './latencies.ts'
import { machineMs } from './machine-clock.ts'
import { type Delivering, delivered, insertDue, type Shops, startDelivering, templateOf } from './shops.ts'

/** So many events a second, whatever becomes of them. */
export const perSecond = 200

/** The noisy point hangs for this long before the measurement, so that its first deadlines (10 s) fall into it. */
const headStartMs = 2_000

export interface Latency {
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** Beginning to end of the transactions that wrote the events. */
  insertP99Ms: number
}

export interface OpenLoop {
  /** How many of the points get events. */
  points: number
  seconds: number
  /** Due rows of one more point, which hangs every request; 0 = there is none. */
  backlog: number
}

/**
 * From the answer to the commit of an event to the head of its callback at the endpoint. Writer and deliverer share a
 * process, as in the gateway, and a commit wakes the loop.
 */
export async function commitToFirstByte(shops: Shops, run: OpenLoop): Promise<Latency> {
  const pointIds = shops.merchants.slice(0, run.points).map(({ pointId }) => pointId)
  await shops.world.database.owner.query('update callback_endpoints set rate_per_s = default, max_inflight = default')
  if (run.backlog > 0) await makeNoise(shops, run.backlog)
  for (const receivers of shops.receivers) await receivers.take()
  const delivering = startDelivering(shops)
  if (run.backlog > 0) await new Promise((resolve) => setTimeout(resolve, headStartMs))
  const { committedMs, insertMs } = await writeEvents(shops, { delivering, pointIds, seconds: run.seconds })
  await delivered(shops.world.database.owner, pointIds)
  if (run.backlog > 0) await endNoise(shops, async () => await delivering.stop())
  else await delivering.stop()
  const latencies: number[] = []
  for (const receivers of shops.receivers) {
    for (const [id, atMs] of (await receivers.take()).arrivals) {
      const committed = committedMs.get(id)
      if (committed !== undefined) latencies.push(atMs - committed)
    }
  }
  if (latencies.length < committedMs.size) throw new Error(`${latencies.length} of ${committedMs.size} arrived`)
  latencies.sort((a, b) => a - b)
  return {
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    maxMs: latencies.at(-1) ?? 0,
    insertP99Ms: percentile(
      insertMs.sort((a, b) => a - b),
      0.99,
    ),
  }
}

interface Writing {
  delivering: Delivering
  pointIds: readonly string[]
  seconds: number
}

async function writeEvents({ world, writers }: Shops, { delivering, pointIds, seconds }: Writing) {
  const committedMs = new Map<string, number>()
  const insertMs: number[] = []
  const write = async (index: number) => {
    const id = uuidV7(world.clock.now())
    const transactionId = uuidV7(world.clock.now())
    const pointId = pointIds[index % pointIds.length] ?? ''
    const event = { id, transactionId, pointId, template: templateOf(transactionId), apiKey: newApiKey() }
    const startedMs = machineMs()
    await inTransaction(writers.engine, async (tx) => {
      await insertCallbackEvents(tx, [{ ...event, status: 'COMPLETED' }])
    })
    committedMs.set(webhookId(id), machineMs())
    insertMs.push(machineMs() - startedMs)
    delivering.notify()
  }
  const startedMs = machineMs()
  const writes: Promise<void>[] = []
  while (writes.length < seconds * perSecond) {
    const due = Math.min(seconds * perSecond, ((machineMs() - startedMs) / 1_000) * perSecond)
    while (writes.length < due) writes.push(write(writes.length))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(writes)
  return { committedMs, insertMs }
}

async function makeNoise(shops: Shops, backlog: number): Promise<void> {
  await insertDue(shops.world.database.owner, [shops.noisy.merchant.pointId], backlog)
  await shops.noisy.receivers.hang()
}

/** Ends the delivering and leaves no trace of the noise, so that the next run begins as this one did. */
async function endNoise({ world, noisy }: Shops, stop: () => Promise<void>): Promise<void> {
  const { owner } = world.database
  const stopping = stop()
  await noisy.receivers.letGo()
  await stopping
  await owner.query('delete from callback_deliveries where point_id = $1', [noisy.merchant.pointId])
  await owner.query('delete from callback_health where point_id = $1', [noisy.merchant.pointId])
  await owner.query('vacuum callback_deliveries')
}
