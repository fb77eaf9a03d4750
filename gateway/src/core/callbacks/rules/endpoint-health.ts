const secondMs = 1_000
const minuteMs = 60 * secondMs

/** The circuit breaker evaluates the attempts of this window. */
export const windowMs = 5 * minuteMs

/** Attempts are counted per bucket of this length: eleven buckets hold the window. */
export const bucketMs = 30 * secondMs

/** Minimum attempts in the window; fewer are no evidence. */
const attemptsMin = 10

/** Minimum transactions among the failures. Failures of fewer ones point to the transactions, not to the endpoint. */
const transactionsMin = 3

/** The breaker opens when at least this share of the window's attempts failed. */
const failedShareMax = 0.7

/**
 * The breaker opens after this many attempts in a row without any answer (no connection, broken TLS, silence), before
 * there are ten.
 */
const silentInARowMax = 5

/** An open breaker allows one probe after this delay. Each failed probe doubles the delay, up to the maximum. */
const probeDelayMs = 30 * secondMs
const probeDelayMaxMs = 15 * minuteMs

/** Attempts of one `bucketMs`. `startedAtMs` is Unix time, a multiple of `bucketMs`. */
export interface HealthBucket {
  startedAtMs: number
  attempts: number
  failures: number
}

/** The health of an address. A point without a record is healthy. Times are gateway times. */
export interface EndpointHealth {
  /** Earlier attempts do not count: the address was set then, or recovered. */
  countedSince: Date
  /** Attempts known without reading the attempt log, oldest first: all failures, and successes since the last one. */
  buckets: readonly HealthBucket[]
  /** Attempts in a row without any answer. */
  silentInARow: number
  /** Time since which no attempt succeeded; null while healthy. */
  failingSince: Date | null
  /** How often the breaker opened in a row; 0 = closed. */
  opens: number
  /** While open: when the next probe may be sent. */
  nextProbeAt: Date | null
  /** The endpoint recovers: its waiting callbacks are being spread over the next seconds. */
  recovering: boolean
}

/** One attempt for the breaker: `silent` = no answer at all. */
export interface Observation {
  result: 'success' | 'refused' | 'silent'
  /** The attempt was a probe of an open breaker. */
  probe: boolean
}

/** All attempts at an address within the window, from the attempt log. */
export interface CountedAttempts {
  buckets: readonly HealthBucket[]
  /** Number of transactions among the failures; counting may end at `transactionsMin`. */
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
    recovering: false,
  }
}

/**
 * The health after one more attempt. The first success closes an open breaker and releases the waiting callbacks. While
 * the breaker is open, only probes count: attempts that were in flight when it opened add nothing. Silence opens the
 * breaker here; the share of failures opens it in `openOnFailureShare`.
 */
export function observe(health: EndpointHealth, seen: Observation, now: Date): EndpointHealth {
  const succeeded = seen.result === 'success'
  if (health.opens > 0) {
    if (succeeded) return { ...wellSince(now), recovering: true }
    return seen.probe ? { ...health, ...opened(health, now) } : health
  }
  const counted: EndpointHealth = {
    ...health,
    buckets: withAttempt(health.buckets, succeeded, now),
    silentInARow: seen.result === 'silent' ? health.silentInARow + 1 : 0,
    failingSince: succeeded ? null : (health.failingSince ?? now),
  }
  return counted.silentInARow >= silentInARowMax ? { ...counted, ...opened(counted, now) } : counted
}

/**
 * Whether the known attempts could open the breaker. They may lack successes, and successes of a bucket that began
 * before the window are left out. Therefore `openOnFailureShare` decides.
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
 * Opens the breaker if most attempts of the window failed, for several transactions. Otherwise the health takes over
 * the counted attempts, so that only further failures make it suspect again.
 */
export function openOnFailureShare(health: EndpointHealth, counted: CountedAttempts, now: Date): EndpointHealth {
  const known = { ...health, buckets: counted.buckets }
  if (counted.failedTransactions < transactionsMin || !isBroken(counted.buckets)) return known
  return { ...known, ...opened(known, now) }
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

/** Adds one attempt and drops the buckets that ended before the window. */
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

/** Opens the breaker once more. */
function opened(health: EndpointHealth, now: Date): Pick<EndpointHealth, 'opens' | 'nextProbeAt'> {
  const opens = health.opens + 1
  const delayMs = Math.min(probeDelayMs * 2 ** Math.min(opens - 1, 10), probeDelayMaxMs)
  return { opens, nextProbeAt: new Date(now.getTime() + delayMs) }
}
