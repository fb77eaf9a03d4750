import { dayMs, startOfDay, wallClock } from '../../values/days.ts'

/** An interval, from `since` up to but not including `until`. */
export interface TimeBucket {
  since: Date
  until: Date
}

const hourMs = 3_600_000

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

function bucketsBetween(bounds: readonly number[]): readonly TimeBucket[] {
  return bounds.slice(1).map((until, index) => ({ since: new Date(bounds[index] ?? 0), until: new Date(until) }))
}
