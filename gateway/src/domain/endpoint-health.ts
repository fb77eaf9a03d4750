const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Attempts are judged together within this time. */
export const windowMs = 5 * minuteMs

/** Fewer attempts than this in a window prove nothing. */
const attemptsMin = 10

/** The breaker opens when at least this part of a window's attempts failed. */
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

/** How an endpoint has answered lately. A point without a record is well. Times are the gateway's. */
export interface EndpointHealth {
  windowStartedAt: Date
  attempts: number
  failures: number
  /** Attempts in a row without any answer. */
  silentInARow: number
  /** Since when nothing succeeded; null while it is well. */
  failingSince: Date | null
  /** How often the breaker opened in a row; 0 = closed. */
  opens: number
  /** Open: when the next probe may go out. */
  nextProbeAt: Date | null
  /** The way back: its waiting callbacks are being spread over the next seconds. */
  recovering: boolean
}

/** One attempt as the breaker sees it: `silent` = no answer came at all. */
export interface Observation {
  result: 'success' | 'refused' | 'silent'
  /** It was the one that an open breaker lets through. */
  probe: boolean
}

export function wellSince(now: Date): EndpointHealth {
  return {
    windowStartedAt: now,
    attempts: 0,
    failures: 0,
    silentInARow: 0,
    failingSince: null,
    opens: 0,
    nextProbeAt: null,
    recovering: false,
  }
}

/**
 * The health after one more attempt. The first success closes an open breaker, and what waited goes out. While it is
 * open only probes count; what was still in flight when it opened says nothing new.
 */
export function observe(health: EndpointHealth, seen: Observation, now: Date): EndpointHealth {
  const succeeded = seen.result === 'success'
  if (health.opens > 0) {
    if (succeeded) return { ...wellSince(now), recovering: true }
    return seen.probe ? { ...health, ...opened(health.opens + 1, now) } : health
  }
  const fresh = now.getTime() - health.windowStartedAt.getTime() >= windowMs
  const counted: EndpointHealth = {
    ...health,
    windowStartedAt: fresh ? now : health.windowStartedAt,
    attempts: (fresh ? 0 : health.attempts) + 1,
    failures: (fresh ? 0 : health.failures) + (succeeded ? 0 : 1),
    silentInARow: seen.result === 'silent' ? health.silentInARow + 1 : 0,
    failingSince: succeeded ? null : (health.failingSince ?? now),
  }
  return !succeeded && isBroken(counted) ? { ...counted, ...opened(1, now) } : counted
}

function isBroken({ attempts, failures, silentInARow }: EndpointHealth): boolean {
  return silentInARow >= silentInARowMax || (attempts >= attemptsMin && failures >= attempts * failedShareMax)
}

function opened(opens: number, now: Date): Pick<EndpointHealth, 'opens' | 'nextProbeAt'> {
  const delayMs = Math.min(probeDelayMs * 2 ** Math.min(opens - 1, 10), probeDelayMaxMs)
  return { opens, nextProbeAt: new Date(now.getTime() + delayMs) }
}

/** What is due to be told about an endpoint that fails, the earliest first; the caller tells each once. */
export function alertsDue(failingSince: Date, now: Date): readonly AlertLevel[] {
  const failingMs = now.getTime() - failingSince.getTime()
  const levels = (Object.keys(alertAfterMs) as (keyof typeof alertAfterMs)[]).filter(
    (level) => failingMs >= alertAfterMs[level],
  )
  return failingMs >= suspendAfterMs ? [...levels, 'suspended'] : levels
}
