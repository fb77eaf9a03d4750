import type { Database } from '../../platform/database/database.ts'
import { isConnectionAway } from '../../platform/database/database-away.ts'
import type { Log } from '../../platform/log/log.ts'
import { type DeliveryResult, type WriteOutcome, writeDeliveryResults } from '../store/callback-results.ts'
import { trimInbox } from '../store/inbox.ts'
import { recordEndpointHealth } from './record-endpoint-health.ts'

/** Results per statement: larger groups gain nothing more, and one statement stays short. */
const batchMax = 200

/** Delay before a locked row is tried again; the transactions that lock it last a few milliseconds. */
const busyDelayMs = 20

/** Delay between tries while the database is unavailable. */
const failedDelayMs = 500

export interface ResultWriter {
  /** Resolves when the result is written. Also resolves when the lease has ended: the delivery is then sent again. */
  write(result: DeliveryResult, giveUpAtMs: number): Promise<void>
}

interface Waiting {
  result: DeliveryResult
  /** Monotonic time of the lease's end. */
  giveUpAtMs: number
  /** Write this result in a statement of its own after a failure, so that one bad result cannot block the others. */
  alone: boolean
  done: () => void
}

interface Queue {
  db: Database['engine']
  log: Log
  waiting: Waiting[]
  running: boolean
}

/**
 * Writes the results of all attempts of a process, many in one statement. Results that arrive while a statement runs go
 * into the next one. The number of deliveries in flight bounds the queue.
 */
export function resultWriter(db: Database['engine'], log: Log): ResultWriter {
  const queue: Queue = { db, log, waiting: [], running: false }
  return {
    write: async (result, giveUpAtMs) => {
      await new Promise<void>((done) => {
        queue.waiting.push({ result, giveUpAtMs, alone: false, done })
        start(queue)
      })
    },
  }
}

function start(queue: Queue): void {
  if (queue.running) return
  queue.running = true
  setImmediate(() => {
    drain(queue)
      .catch((error: unknown) => queue.log.error({ err: error }, 'the callback result writer threw an error'))
      .finally(() => {
        queue.running = false
        if (queue.waiting.length > 0) start(queue)
      })
  })
}

async function drain(queue: Queue): Promise<void> {
  while (queue.waiting.length > 0) {
    const alone = queue.waiting.findIndex((each) => each.alone)
    const batch = alone >= 0 ? queue.waiting.splice(alone, 1) : queue.waiting.splice(0, batchMax)
    await flush(queue, batch)
  }
}

async function flush(queue: Queue, batch: readonly Waiting[]): Promise<void> {
  try {
    const outcomes = await writeDeliveryResults(
      queue.db,
      batch.map((each) => each.result),
    )
    await trimPoints(queue, batch)
    await recordEndpointHealth(queue.db, writtenOf(batch, outcomes)).catch((error: unknown) =>
      queue.log.warn({ err: error }, 'the endpoint health was not recorded'),
    )
    const busy = batch.filter((each) => outcomes.get(each.result.deliveryId) === 'busy')
    for (const each of batch.filter((one) => !busy.includes(one))) {
      if (outcomes.get(each.result.deliveryId) === 'lost') {
        queue.log.warn(
          { deliveryId: String(each.result.deliveryId) },
          'a callback result came after its lease had expired',
        )
      }
      each.done()
    }
    later(queue, busy, busyDelayMs)
  } catch (error) {
    queue.log.warn({ err: error, results: batch.length }, 'callback results were not written')
    // Without a connection no single result is the cause. Written one by one, each result would wait for the same
    // timeout.
    const single = batch.map((each) => ({ ...each, alone: each.alone || !isConnectionAway(error) }))
    later(queue, single, failedDelayMs)
  }
}

function writtenOf(batch: readonly Waiting[], outcomes: ReadonlyMap<bigint, WriteOutcome>): DeliveryResult[] {
  return batch.map(({ result }) => result).filter(({ deliveryId }) => outcomes.get(deliveryId) === 'written')
}

/** Queues results for another try. Results whose lease has ended are dropped: their deliveries are sent again. */
function later(queue: Queue, batch: readonly Waiting[], delayMs: number): void {
  const nowMs = performance.now()
  for (const each of batch.filter((one) => one.giveUpAtMs <= nowMs)) {
    queue.log.error({ deliveryId: String(each.result.deliveryId) }, 'a callback result could not be written in time')
    each.done()
  }
  const again = batch.filter((one) => one.giveUpAtMs > nowMs)
  if (again.length === 0) return
  setTimeout(() => {
    queue.waiting.push(...again)
    start(queue)
  }, delayMs)
}

async function trimPoints({ db, log }: Queue, batch: readonly Waiting[]): Promise<void> {
  const points = new Set(batch.flatMap(({ result }) => (result.inbox ? [result.pointId] : [])))
  if (points.size === 0) return
  await trimInbox(db, [...points]).catch((error: unknown) => log.warn({ err: error }, 'the inbox was not trimmed'))
}
