/** An interval, from `since` up to but not including `until`. */
export interface TimeBucket {
  since: Date
  until: Date
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Whether this is the IANA name of a time zone, such as `America/Bogota`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The last `count` hours, the current hour last. */
export function lastHours(now: Date, count: number): readonly TimeBucket[] {
  const running = Math.floor(now.getTime() / hourMs) * hourMs
  return bucketsBetween(Array.from({ length: count + 1 }, (_, index) => running + (index + 1 - count) * hourMs))
}

/** The last `count` days of a time zone, today last. A day may have 23 or 25 hours. */
export function lastDays(now: Date, count: number, timeZone: string): readonly TimeBucket[] {
  const clock = wallClock(timeZone)
  const today = Math.floor(clock(now.getTime()) / dayMs)
  return bucketsBetween(
    Array.from({ length: count + 1 }, (_, index) => startOfDay((today + index + 1 - count) * dayMs, clock)),
  )
}

/** The instant at which local time is `wallMs`. If daylight saving skips that time, the instant of the change. */
function startOfDay(wallMs: number, clock: (at: number) => number): number {
  const before = wallMs - (clock(wallMs - dayMs) - (wallMs - dayMs))
  const after = wallMs - (clock(wallMs + dayMs) - (wallMs + dayMs))
  const [first, second] = [Math.min(before, after), Math.max(before, after)]
  return clock(first) === wallMs ? first : second
}

/** Local time at an instant, written as if it were UTC; milliseconds, whole seconds. */
function wallClock(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second)
  }
}

function bucketsBetween(bounds: readonly number[]): readonly TimeBucket[] {
  return bounds.slice(1).map((until, index) => ({ since: new Date(bounds[index] ?? 0), until: new Date(until) }))
}
