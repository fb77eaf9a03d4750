import { jsonPoster, type Poster } from '../../net/post-json.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { processLimits } from '../../platform/limits/process-limits.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Metrics } from '../../platform/log/metrics.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { type ClaimedDelivery, oldestDueSeconds } from '../store/callback-claims.ts'
import type { DeliveryResult } from '../store/callback-results.ts'
import { claimer } from './claim.ts'
import { type DeliveryTimes, type DeliveryTools, deliver, deliveryTimes } from './deliver.ts'
import { pointSecrets } from './point-secrets.ts'
import { resultWriter } from './result-writer.ts'

/**
 * Deliveries in flight per process. Most of them wait for an answer, so the limit bounds memory. It is large enough
 * that 16 dead endpoints do not delay the others.
 */
const inFlightMax = processLimits.callbacks.max

/** Rows per claim: the statement stays short, and other processes get their share of a backlog. */
const claimMax = 64

/**
 * Smallest claim: many small claims would cost more. Half of the maximum lets the database claim while the other half
 * is sent and written.
 */
const claimMin = claimMax / 2

/**
 * How long a round waits for its deliveries or for free capacity. Slower deliveries continue beside the next rounds.
 */
const patienceMs = 100

/** The age of the oldest due delivery changes slowly; more frequent queries would cost time and show nothing new. */
const gaugeEveryMs = 5_000

export interface DeliverCallbacksOptions {
  database: Database
  secretBox: SecretBox
  clock: Clock
  log: Log
  metrics: Metrics
  /** Unique per process and start; written into the leases. */
  processName: string
  /** `allowCidrs` and `ca` widen what test points may reach. They do not apply to live points. */
  guard: { allowCidrs: readonly string[]; ca?: Buffer | string }
  /** Replaces the poster built from `guard`; `stop` closes it. */
  poster?: Poster | undefined
  /** Number of processes that deliver; each sends its part of an endpoint's rate. Default: 1. */
  workers?: () => number
  /** Sent as `User-Agent: Pasarela/<version>`. */
  userAgentVersion: string
  /** For tests only. */
  times?: DeliveryTimes
  /** For tests only: how long a round waits for its deliveries. */
  patienceMs?: number
}

export interface CallbackDeliveryJob {
  runOnce(): Promise<number>
  stop(): Promise<void>
}

/**
 * Delivers callbacks. `runOnce` claims and starts due deliveries and returns how many it started. It returns when all
 * of them are done, after a short wait when an endpoint is slow, or at once after a full claim. `stop` ends claiming,
 * waits for deliveries in flight (deadline 10 s) and closes the sockets.
 */
export function deliverCallbacksJob(options: DeliverCallbacksOptions): CallbackDeliveryJob {
  const { database, log, metrics } = options
  const times = options.times ?? deliveryTimes
  const poster = options.poster ?? jsonPoster({ ...options.guard, deadlineMs: times.deadlineMs })
  const tools = deliveryTools(options, { poster, times })
  const writer = resultWriter(database.engine, log)
  const claim = claimer(database.engine, {
    owner: options.processName,
    leaseMs: times.leaseMs,
    workers: options.workers ?? (() => 1),
  })
  const patience = options.patienceMs ?? patienceMs
  const flights = inFlight(patience)
  let stopping = false
  let claiming: Promise<unknown> = Promise.resolve()
  let gaugedMs = Number.NEGATIVE_INFINITY

  async function work(delivery: ClaimedDelivery, claimedMs: number): Promise<void> {
    try {
      const result = await deliver(tools, delivery, claimedMs)
      recordAttempt(options, delivery, result)
      await writer.write(result, claimedMs + times.leaseMs)
    } catch (error) {
      log.error(
        { err: error, deliveryId: String(delivery.deliveryId) },
        'a callback attempt threw an error; its lease will expire',
      )
    }
  }

  return {
    async runOnce() {
      const wanted = await flights.capacity()
      if (performance.now() - gaugedMs >= gaugeEveryMs) {
        gaugedMs = performance.now()
        metrics.callbackOldestDueSeconds.set(await oldestDueSeconds(database.engine))
      }
      if (stopping || wanted <= 0) return 0
      const claimed = claim(wanted)
      claiming = claimed.catch(() => undefined)
      const { deliveries, claimedMs } = await claimed
      const sent = Promise.all(deliveries.map((delivery) => flights.add(work(delivery, claimedMs))))
      // A full claim means that more is due, so the next claim does not wait for this one.
      if (deliveries.length < wanted) await withPatience(sent, patience)
      return deliveries.length
    },
    async stop() {
      stopping = true
      await claiming
      await flights.ended()
      await poster.close()
    },
  }
}

/** Tracks the deliveries in flight and the free capacity. */
function inFlight(patience: number) {
  const running = new Set<Promise<void>>()
  let onCapacity: () => void = () => undefined
  const hasCapacity = () => inFlightMax - running.size >= claimMin
  return {
    /** How many deliveries may be claimed now, after a short wait when there is no capacity. */
    capacity: async (): Promise<number> => {
      if (!hasCapacity()) {
        await withPatience(
          new Promise<void>((resolve) => {
            onCapacity = resolve
          }),
          patience,
        )
      }
      return Math.min(claimMax, inFlightMax - running.size)
    },
    add: async (work: Promise<void>): Promise<void> => {
      const flight = work.finally(() => {
        running.delete(flight)
        if (hasCapacity()) onCapacity()
      })
      running.add(flight)
      await flight
    },
    ended: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

function deliveryTools(
  options: DeliverCallbacksOptions,
  { poster, times }: Pick<DeliveryTools, 'poster' | 'times'>,
): DeliveryTools {
  return {
    poster,
    times,
    secretsOf: pointSecrets(options.secretBox),
    userAgent: `Pasarela/${options.userAgentVersion}`,
    clock: options.clock,
    log: options.log,
    random: Math.random,
  }
}

function recordAttempt(
  { log, metrics }: DeliverCallbacksOptions,
  delivery: ClaimedDelivery,
  result: DeliveryResult,
): void {
  const { status, error, errorCode, totalMs } = result.record
  const outcome = result.state === 'delivered' ? 'delivered' : result.free ? 'own_fault' : (error ?? 'failed')
  metrics.callbackAttempts.inc({ result: outcome })
  const { transactionId, pointId, attempt } = delivery
  const facts = { transactionId, pointId, attempt, outcome, status, errorCode, totalMs, state: result.state }
  if (result.state === 'delivered') log.debug(facts, 'callback delivered')
  else log.info(facts, 'callback not delivered')
}

async function withPatience(work: Promise<unknown>, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs)
  })
  await Promise.race([work, patience])
  clearTimeout(timer)
}
