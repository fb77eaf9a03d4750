import { dayMs, startOfDay, wallClock } from '../../../core/values/days.ts'

/** An interval, from `since` up to but not including `until`. */
export interface TimeBucket {
  since: Date
  until: Date
}

/** The buckets of a period and of the period before it, in a time zone. */
export interface Period {
  /** Oldest first. The last days, today last; or the hours of today, those to come included. */
  slots: readonly TimeBucket[]
  /** The days before those, or the hours of the same day a week ago. A day may have 23 or 25 hours. */
  previous: readonly TimeBucket[]
  /** As far into the previous period as the current one is: the same time of its last day. */
  previousUntil: Date
  today: TimeBucket
  /** The day a week ago, up to the same time. */
  sameDayLastWeek: TimeBucket
}

const hourMs = 3_600_000
const daysOfWeek = 7

/** The same time a day or a week ago is known to this, so that what was counted up to it can be used again. */
const sameTimeStepMs = 300_000

/** One day: today by hours beside the same day of last week. More: days beside as many days before them. */
export function periodOf(now: Date, days: number, timeZone: string): Period {
  const clock = wallClock(timeZone)
  const midnight = Math.floor(clock(now.getTime()) / dayMs) * dayMs
  const dayBefore = (ago: number): TimeBucket => ({
    since: new Date(startOfDay(midnight - ago * dayMs, clock)),
    until: new Date(startOfDay(midnight - (ago - 1) * dayMs, clock)),
  })
  const daysFrom = (oldest: number) => Array.from({ length: days }, (_, index) => dayBefore(oldest - index))
  const today = dayBefore(0)
  const elapsedMs = Math.floor((now.getTime() - today.since.getTime()) / sameTimeStepMs) * sameTimeStepMs
  const sameTimeOf = ({ since, until }: TimeBucket) => new Date(Math.min(since.getTime() + elapsedMs, until.getTime()))
  const weekAgo = dayBefore(daysOfWeek)
  const isOneDay = days === 1
  return {
    slots: isOneDay ? hoursOf(today) : daysFrom(days - 1),
    previous: isOneDay ? hoursOf(weekAgo) : daysFrom(2 * days - 1),
    previousUntil: sameTimeOf(isOneDay ? weekAgo : dayBefore(days)),
    today,
    sameDayLastWeek: { since: weekAgo.since, until: sameTimeOf(weekAgo) },
  }
}

/** The parts of a bucket before and from an instant; a part that is empty is left out. */
export function splitAt({ since, until }: TimeBucket, at: Date): readonly TimeBucket[] {
  if (at <= since || at >= until) return [{ since, until }]
  return [
    { since, until: at },
    { since: at, until },
  ]
}

/** The last hour of a day is shorter where its clock changes by less than an hour. */
function hoursOf({ since, until }: TimeBucket): readonly TimeBucket[] {
  const hours = Math.ceil((until.getTime() - since.getTime()) / hourMs)
  return Array.from({ length: hours }, (_, index) => {
    const begins = since.getTime() + index * hourMs
    return { since: new Date(begins), until: new Date(Math.min(begins + hourMs, until.getTime())) }
  })
}
