import { jsonPoster, type Poster } from '../../net/post-json.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Metrics } from '../../platform/log/metrics.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { type ClaimedDelivery, oldestDueSeconds } from '../store/callback-claims.ts'
import type { DeliveryResult } from '../store/callback-results.ts'
import { claimer } from './claim.ts'
import { type DeliveryTimes, type DeliveryTools, deliver, deliveryTimes } from './deliver.ts'
import { pointSecrets } from './point-secrets.ts'
import { resultWriter } from './result-writer.ts'

/** Deliveries in flight per process: they mostly wait, so this bounds memory, and lets 16 dead endpoints stall nobody. */
const inFlightMax = 128

/** Rows per claim: a short statement, and other processes get their share of a backlog. */
const claimMax = 64

/**
 * A claim waits until it could take this many: many small ones would cost more. Half of it, so that the database claims
 * while the other half is sent and written.
 */
const claimMin = claimMax / 2

/** A round waits this long for its deliveries, or for room; what takes longer goes on beside the next rounds. */
const patienceMs = 100

/** The age of the oldest due delivery is a slow signal; asking more often costs and tells nothing. */
const gaugeEveryMs = 5_000

export interface DeliverCallbacksOptions {
  database: Database
  secretBox: SecretBox
  clock: Clock
  log: Log
  metrics: Metrics
  /** Unique per process and start; stands in the leases. */
  processName: string
  /** `allowCidrs` and `ca` widen what test points may reach; live points never notice. */
  guard: { allowCidrs: readonly string[]; ca?: Buffer | string }
  /** Sends instead of one that keeps to `guard`; `stop` closes it. */
  poster?: Poster | undefined
  /** How many processes deliver: each sends its part of what an endpoint takes. Default: this one alone. */
  workers?: () => number
  /** Sent as `User-Agent: Pasarela/<version>`. */
  userAgentVersion: string
  /** For tests only. */
  times?: DeliveryTimes
  /** For tests only: how long a round waits for its deliveries. */
  patienceMs?: number
}

/**
 * Delivers callbacks. `runOnce` claims what is due, starts it, and returns how many it started: after all of them are
 * done, after a short wait when an endpoint is slow, or at once when more is due than one claim takes. `stop` claims no
 * more, waits for what is in flight (its deadline is 10 s) and closes the sockets.
 */
export function deliverCallbacksJob(options: DeliverCallbacksOptions): {
  runOnce(): Promise<number>
  stop(): Promise<void>
} {
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
      note(options, delivery, result)
      await writer.write(result, claimedMs + times.leaseMs)
    } catch (error) {
      log.error({ err: error, deliveryId: String(delivery.deliveryId) }, 'a callback attempt broke; its lease will end')
    }
  }

  return {
    async runOnce() {
      const wanted = await flights.room()
      if (performance.now() - gaugedMs >= gaugeEveryMs) {
        gaugedMs = performance.now()
        metrics.callbackOldestDueSeconds.set(await oldestDueSeconds(database.engine))
      }
      if (stopping || wanted <= 0) return 0
      const claimed = claim(wanted)
      claiming = claimed.catch(() => undefined)
      const { deliveries, claimedMs } = await claimed
      const sent = Promise.all(deliveries.map((delivery) => flights.add(work(delivery, claimedMs))))
      // A full claim says that more is due: the next one need not wait for the end of this.
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

/** What is being sent, and how much more there is room for. */
function inFlight(patience: number) {
  const running = new Set<Promise<void>>()
  let onRoom: () => void = () => undefined
  const hasRoom = () => inFlightMax - running.size >= claimMin
  return {
    /** How many may be claimed now, after a short wait where there is no room. */
    room: async (): Promise<number> => {
      if (!hasRoom()) {
        await withPatience(
          new Promise<void>((resolve) => {
            onRoom = resolve
          }),
          patience,
        )
      }
      return Math.min(claimMax, inFlightMax - running.size)
    },
    add: async (work: Promise<void>): Promise<void> => {
      const flight = work.finally(() => {
        running.delete(flight)
        if (hasRoom()) onRoom()
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

function note({ log, metrics }: DeliverCallbacksOptions, delivery: ClaimedDelivery, result: DeliveryResult): void {
  const { status, error, errorCode, totalMs } = result.record
  const outcome = result.state === 'delivered' ? 'delivered' : result.free ? 'own_fault' : (error ?? 'failed')
  metrics.callbackAttempts.inc({ result: outcome })
  const facts = { transactionId: delivery.transactionId, pointId: delivery.pointId, attempt: delivery.attempt }
  const answer = { outcome, status, errorCode, totalMs, state: result.state }
  if (result.state === 'delivered') log.debug({ ...facts, ...answer }, 'callback delivered')
  else log.info({ ...facts, ...answer }, 'callback not delivered')
}

async function withPatience(work: Promise<unknown>, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs)
  })
  await Promise.race([work, patience])
  clearTimeout(timer)
}
