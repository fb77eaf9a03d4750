import { addDays, type Day, dayOf, startOfDay, wallClock } from '../../values/days.ts'

export interface ExecutionRules {
  /** IANA name. */
  timeZone: string
  /** `HH:MM` in that zone: until then the bank executes on the same day. Null: not known, so the whole day counts. */
  cutoff: string | null
  /** Holidays of the account's country, `2030-06-14`. */
  holidays?: ReadonlySet<Day>
}

export interface Execution {
  /** The business day on which the bank executes what it has by the cut-off; the money arrives on it at the earliest. */
  day: Day
  /** Until when the bank must have it. Null: not known. */
  cutoffAt: Date | null
}

/** No country has that many days without business in a row. */
const restDaysMax = 30

/** Days for which holidays are read: further than any row of holidays and weekends. */
export const holidaysAheadDays = 40

/** When the bank executes what it is given now. */
export function nextExecution(now: Date, { timeZone, cutoff, holidays }: ExecutionRules): Execution {
  const clock = wallClock(timeZone)
  let day = dayOf(now, timeZone)
  for (let passed = 0; passed <= restDaysMax; passed += 1, day = addDays(day, 1)) {
    if (isRestDay(day, holidays)) continue
    const cutoffAt =
      cutoff === null ? null : new Date(startOfDay(Date.parse(`${day}T${cutoff.slice(0, 5)}:00Z`), clock))
    if (cutoffAt === null || now.getTime() < cutoffAt.getTime()) return { day, cutoffAt }
  }
  throw new Error(`no business day within ${restDaysMax} days`)
}

function isRestDay(day: Day, holidays: ReadonlySet<Day> | undefined): boolean {
  const weekDay = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekDay === 0 || weekDay === 6 || (holidays?.has(day) ?? false)
}
