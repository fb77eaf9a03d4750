import { addDays, type Day, dayOf, wallClock } from '../../../core/values/days.ts'

const saturday = 6
const msPerMinute = 60_000
const minutesPerDay = 1_440

/**
 * The day on which a bank executes what it gets now: today until the cut-off (`HH:MM` or `HH:MM:SS` in the account's zone;
 * null: all day), then the next one. Saturdays and Sundays are none. Holidays are not known.
 */
export function nextExecution(now: Date, { timeZone, cutoff }: { timeZone: string; cutoff: string | null }): Day {
  const minute = Math.floor(wallClock(timeZone)(now.getTime()) / msPerMinute) % minutesPerDay
  const [hours = 24, minutes = 0] = (cutoff ?? '24:00').split(':').map(Number)
  let day = addDays(dayOf(now, timeZone), minute < hours * 60 + minutes ? 0 : 1)
  while (new Date(`${day}T00:00:00Z`).getUTCDay() % saturday === 0) day = addDays(day, 1)
  return day
}
