export const dayMs = 86_400_000

/** Whether this is the IANA name of a time zone, such as `America/Bogota`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A day of the calendar as `YYYY-MM-DD`. */
export type Day = string

/** Whether the text is a real day, such as 2030-01-31. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** The day of an instant in a time zone. */
export function dayOf(at: Date, timeZone: string): Day {
  return new Date(wallClock(timeZone)(at.getTime())).toISOString().slice(0, 10)
}

/** The day that many days later; negative: earlier. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** The instant at which a day of a time zone begins. */
export function dayBegins(day: Day, timeZone: string): Date {
  return new Date(startOfDay(Date.parse(`${day}T00:00:00Z`), wallClock(timeZone)))
}

/** The instant at which local time is `wallMs`. If daylight saving skips that time, the instant of the change. */
export function startOfDay(wallMs: number, clock: (at: number) => number): number {
  const before = wallMs - (clock(wallMs - dayMs) - (wallMs - dayMs))
  const after = wallMs - (clock(wallMs + dayMs) - (wallMs + dayMs))
  const [first, second] = [Math.min(before, after), Math.max(before, after)]
  return clock(first) === wallMs ? first : second
}

/** Local time at an instant, written as if it were UTC; milliseconds, whole seconds. */
export function wallClock(timeZone: string): (at: number) => number {
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
