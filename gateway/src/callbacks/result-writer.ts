import type { Log } from '../lib/log.ts'
import { type DeliveryResult, writeDeliveryResults } from '../store/callback-results.ts'
import type { Db } from '../store/database.ts'
import { trimInbox } from '../store/inbox.ts'

/** Results per statement: the gain of grouping is spent beyond this, and one statement stays short. */
const batchMax = 200

/** A row that another transaction holds is tried again after this; such transactions last a few milliseconds. */
const busyDelayMs = 20

/** While the database is away, results wait this long between tries. */
const failedDelayMs = 500

export interface ResultWriter {
  /** Resolves when the result is written, or can no longer be: its lease ended, and the delivery will be sent again. */
  write(result: DeliveryResult, giveUpAtMs: number): Promise<void>
}

interface Waiting {
  result: DeliveryResult
  /** Monotonic time when the lease ends. */
  giveUpAtMs: number
  /** Written by itself after a failure, so that one bad result cannot hold up the others. */
  alone: boolean
  done: () => void
}

/**
 * Writes the results of all attempts of a process, many in one statement: whatever arrives while a statement runs goes
 * into the next one. The queue is bounded by the number of deliveries in flight.
 */
export function resultWriter(db: Db, log: Log): ResultWriter {
  let waiting: Waiting[] = []
  let running = false

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const alone = waiting.findIndex((each) => each.alone)
      const batch = alone >= 0 ? waiting.splice(alone, 1) : waiting.splice(0, batchMax)
      await flush(batch)
    }
  }

  function start(): void {
    if (running) return
    running = true
    setImmediate(() => {
      drain()
        .catch((error: unknown) => log.error({ err: error }, 'writing callback results broke'))
        .finally(() => {
          running = false
          if (waiting.length > 0) start()
        })
    })
  }

  function later(batch: readonly Waiting[], delayMs: number): void {
    const nowMs = performance.now()
    const tooLate = batch.filter((each) => each.giveUpAtMs <= nowMs)
    for (const each of tooLate) {
      log.error({ deliveryId: String(each.result.deliveryId) }, 'a callback result could not be written in time')
      each.done()
    }
    const again = batch.filter((each) => each.giveUpAtMs > nowMs)
    if (again.length === 0) return
    setTimeout(() => {
      waiting = [...waiting, ...again]
      start()
    }, delayMs)
  }

  async function flush(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await writeDeliveryResults(
        db,
        batch.map((each) => each.result),
      )
      await trimPoints(batch)
      const busy = batch.filter((each) => outcomes.get(each.result.deliveryId) === 'busy')
      for (const each of batch) if (!busy.includes(each)) finish(each, outcomes.get(each.result.deliveryId) === 'lost')
      later(busy, busyDelayMs)
    } catch (error) {
      log.warn({ err: error, results: batch.length }, 'callback results were not written')
      later(
        batch.map((each) => ({ ...each, alone: true })),
        failedDelayMs,
      )
    }
  }

  async function trimPoints(batch: readonly Waiting[]): Promise<void> {
    const points = new Set(batch.flatMap(({ result }) => (result.inbox ? [result.pointId] : [])))
    if (points.size === 0) return
    await trimInbox(db, [...points]).catch((error: unknown) => log.warn({ err: error }, 'the inbox was not trimmed'))
  }

  function finish(each: Waiting, lost: boolean): void {
    if (lost) log.warn({ deliveryId: String(each.result.deliveryId) }, 'a callback result came after its lease')
    each.done()
  }

  return {
    write: async (result, giveUpAtMs) => {
      await new Promise<void>((done) => {
        waiting.push({ result, giveUpAtMs, alone: false, done })
        start()
      })
    },
  }
}
