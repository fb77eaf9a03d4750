import { addDays, type Day, dayBegins, dayOf, isDay } from '../../../gateway/src/core/values/days.ts'
import { nowMs } from './clock.ts'

export const datePresets = ['today', 'yesterday', 'days7', 'days30', 'month', 'lastMonth'] as const
export type DatePreset = (typeof datePresets)[number]

/** First and last day, both included. */
export interface DaySpan {
  from: Day
  to: Day
}

/** The days of each preset, counted from today in the time zone. */
export function presetSpans(timeZone: string): Readonly<Record<DatePreset, DaySpan>> {
  const today = dayOf(new Date(nowMs()), timeZone)
  const monthBegins = `${today.slice(0, 8)}01`
  const lastMonthEnds = addDays(monthBegins, -1)
  const yesterday = addDays(today, -1)
  return {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    days7: { from: addDays(today, -6), to: today },
    days30: { from: addDays(today, -29), to: today },
    month: { from: monthBegins, to: today },
    lastMonth: { from: `${lastMonthEnds.slice(0, 8)}01`, to: lastMonthEnds },
  }
}

/** The instant at which the day begins in the time zone, `daysLater` days on; undefined where the text is no day. */
export function dayStartIn(timeZone: string, day: string, daysLater = 0): string | undefined {
  return isDay(day) ? dayBegins(addDays(day, daysLater), timeZone).toISOString() : undefined
}
