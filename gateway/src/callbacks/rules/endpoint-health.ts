const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The breaker judges the attempts of this time together. */
export const windowMs = 5 * minuteMs

/** Attempts are counted per bucket of this length: eleven buckets hold the window. */
export const bucketMs = 30 * secondMs

/** Fewer attempts than this in the window prove nothing. */
const attemptsMin = 10

/** Failures of fewer transactions than this say something about the transactions, not about the endpoint. */
const transactionsMin = 3

/** The breaker opens when at least this part of the window's attempts failed. */
const failedShareMax = 0.7

/** So many attempts in a row without any answer (no connection, broken TLS, silence) open it without waiting for ten. */
const silentInARowMax = 5

/** An open breaker lets one probe through after this, doubling with each that fails, up to the maximum. */
const probeDelayMs = 30 * secondMs
const probeDelayMaxMs = 15 * minuteMs

/** How long an endpoint has failed when people are told: it is shown, logged and counted, once each. */
export const alertAfterMs = { '15m': 15 * minuteMs, '24h': 24 * hourMs, '3d': 3 * dayMs } as const
export type AlertLevel = keyof typeof alertAfterMs | 'suspended'

/** Without any success for this long an endpoint is suspended: nobody is there. */
export const suspendAfterMs = 5 * dayMs

/** Callbacks of a suspended endpoint are held this long for its return. */
export const holdMs = 30 * dayMs

/** Attempts of one `bucketMs`. `startedAtMs` is Unix time, a multiple of `bucketMs`. */
export interface HealthBucket {
  startedAtMs: number
  attempts: number
  failures: number
}

/** How an address has answered lately. A point without a record is well. Times are the gateway's. */
export interface EndpointHealth {
  /** Nothing before this counts: the address was set then, or answered again. */
  countedSince: Date
  /** What is known without a look into the log of attempts, oldest first: all failures, and successes since the last one. */
  buckets: readonly HealthBucket[]
  /** Attempts in a row without any answer. */
  silentInARow: number
  /** Since when nothing succeeded; null while it is well. */
  failingSince: Date | null
  /** How often the breaker opened in a row; 0 = closed. */
  opens: number
  /** Open: when the next probe may go out. */
  nextProbeAt: Date | null
  /** Open: when a callback that never failed may go out as a probe. Failures of others do not postpone it. */
  freshProbeAt: Date | null
  /** The way back: its waiting callbacks are being spread over the next seconds. */
  recovering: boolean
}

/** One attempt as the breaker sees it: `silent` = no answer came at all. */
export interface Observation {
  result: 'success' | 'refused' | 'silent'
  /** It was one that an open breaker lets through. */
  probe: boolean
  /** No attempt of this callback failed before. */
  fresh: boolean
}

/** All attempts at an address within the window, from the log of attempts. */
export interface CountedAttempts {
  buckets: readonly HealthBucket[]
  /** Different transactions among the failures; counting may end at `transactionsMin`. */
  failedTransactions: number
}

export function wellSince(now: Date): EndpointHealth {
  return {
    countedSince: now,
    buckets: [],
    silentInARow: 0,
    failingSince: null,
    opens: 0,
    nextProbeAt: null,
    freshProbeAt: null,
    recovering: false,
  }
}

/**
 * The health after one more attempt. The first success closes an open breaker, and what waited goes out. While it is
 * open only probes count; what was still in flight when it opened says nothing new. Silence opens the breaker here, the
 * share of failures does in `trustedShare`.
 */
export function observe(health: EndpointHealth, seen: Observation, now: Date): EndpointHealth {
  const succeeded = seen.result === 'success'
  if (health.opens > 0) {
    if (succeeded) return { ...wellSince(now), recovering: true }
    return seen.probe ? { ...health, ...opened(health, seen.fresh, now) } : health
  }
  const counted: EndpointHealth = {
    ...health,
    buckets: withAttempt(health.buckets, succeeded, now),
    silentInARow: seen.result === 'silent' ? health.silentInARow + 1 : 0,
    failingSince: succeeded ? null : (health.failingSince ?? now),
  }
  return counted.silentInARow >= silentInARowMax ? { ...counted, ...opened(counted, seen.fresh, now) } : counted
}

/**
 * The known attempts could open the breaker. Successes may be missing among them, and those of a bucket that began before
 * the window are left out, so `trustedShare` has the last word.
 */
export function isSuspect({ opens, buckets }: EndpointHealth, now: Date): boolean {
  const windowStartedMs = now.getTime() - windowMs
  const { failures } = sumOf(buckets)
  const { attempts } = sumOf(
    buckets.map((each) => (each.startedAtMs < windowStartedMs ? { ...each, attempts: each.failures } : each)),
  )
  return opens === 0 && failures >= attemptsMin * failedShareMax && failures >= attempts * failedShareMax
}

/**
 * Opens the breaker where most of all attempts of the window failed, for several transactions. Otherwise the health takes
 * over the true counts, so that it becomes suspect again only by further failures. `fresh`: of the last failure.
 */
export function trustedShare(
  health: EndpointHealth,
  counted: CountedAttempts,
  { fresh, now }: { fresh: boolean; now: Date },
): EndpointHealth {
  const known = { ...health, buckets: counted.buckets }
  if (counted.failedTransactions < transactionsMin || !isBroken(counted.buckets)) return known
  return { ...known, ...opened(known, fresh, now) }
}

/** Attempts and failures of some buckets. */
export function sumOf(buckets: readonly HealthBucket[]): { attempts: number; failures: number } {
  return {
    attempts: buckets.reduce((sum, each) => sum + each.attempts, 0),
    failures: buckets.reduce((sum, each) => sum + each.failures, 0),
  }
}

function isBroken(buckets: readonly HealthBucket[]): boolean {
  const { attempts, failures } = sumOf(buckets)
  return attempts >= attemptsMin && failures >= attempts * failedShareMax
}

/** With one attempt more, and without the buckets that ended before the window. */
function withAttempt(buckets: readonly HealthBucket[], succeeded: boolean, now: Date): readonly HealthBucket[] {
  const startedAtMs = Math.floor(now.getTime() / bucketMs) * bucketMs
  const kept = buckets.filter((each) => each.startedAtMs > now.getTime() - windowMs - bucketMs)
  const same = kept.find((each) => each.startedAtMs === startedAtMs)
  const grown = {
    startedAtMs,
    attempts: (same?.attempts ?? 0) + 1,
    failures: (same?.failures ?? 0) + (succeeded ? 0 : 1),
  }
  return [...kept.filter((each) => each !== same), grown]
}

/**
 * The breaker opened once more. A callback that had failed before may be the cause itself, so its failure does not delay
 * the probe by one that never failed.
 */
function opened(
  health: EndpointHealth,
  fresh: boolean,
  now: Date,
): Pick<EndpointHealth, 'opens' | 'nextProbeAt' | 'freshProbeAt'> {
  const opens = health.opens + 1
  const delayMs = Math.min(probeDelayMs * 2 ** Math.min(opens - 1, 10), probeDelayMaxMs)
  const nextProbeAt = new Date(now.getTime() + delayMs)
  return { opens, nextProbeAt, freshProbeAt: fresh ? nextProbeAt : (health.freshProbeAt ?? now) }
}

/**
 * What is due to be told about an endpoint that fails, the earliest first; the caller tells each once. Only an open
 * breaker leads to the suspension: a single transaction that is refused for days says nothing about the others.
 */
export function alertsDue(failing: { failingSince: Date; open: boolean }, now: Date): readonly AlertLevel[] {
  const failingMs = now.getTime() - failing.failingSince.getTime()
  const levels = (Object.keys(alertAfterMs) as (keyof typeof alertAfterMs)[]).filter(
    (level) => failingMs >= alertAfterMs[level],
  )
  return failing.open && failingMs >= suspendAfterMs ? [...levels, 'suspended'] : levels
}
