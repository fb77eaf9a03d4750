const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Alert levels by the time that an endpoint has failed. Each is shown, logged and counted once. */
export const alertAfterMs = { '15m': 15 * minuteMs, '24h': 24 * hourMs, '3d': 3 * dayMs } as const
export type AlertLevel = keyof typeof alertAfterMs | 'suspended'

/** An endpoint without any success for this long is suspended. */
export const suspendAfterMs = 5 * dayMs

/** How long callbacks of a suspended endpoint are held. */
export const holdMs = 30 * dayMs

/**
 * The alert levels that a failing endpoint has reached, the earliest first; the caller raises each once. Only an open
 * breaker leads to suspension: one transaction refused for days says nothing about the others.
 */
export function alertsDue(failing: { failingSince: Date; open: boolean }, now: Date): readonly AlertLevel[] {
  const failingMs = now.getTime() - failing.failingSince.getTime()
  const levels = (Object.keys(alertAfterMs) as (keyof typeof alertAfterMs)[]).filter(
    (level) => failingMs >= alertAfterMs[level],
  )
  return failing.open && failingMs >= suspendAfterMs ? [...levels, 'suspended'] : levels
}
