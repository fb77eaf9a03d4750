/** `2030-06-14`, or undefined where the calendar has no such day. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year >= 1900 && year <= 2199 ? date.toISOString().slice(0, 10) : undefined
}

/** `300614` */
export function shortDay(text: string): string | undefined {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  if (year === undefined) return undefined
  // Statements of the last century are no longer sent.
  return dayOf(2000 + Number(year), Number(month), Number(day))
}

/** The date of ISO 8601 text, with or without a time. With a zone, the day of that instant there. */
export function isoDay(text: string, timeZone?: string): string | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text)
  if (!parts) return undefined
  const [, year, month, day, time, offset] = parts
  const written = dayOf(Number(year), Number(month), Number(day))
  if (written === undefined || time === undefined) return written
  const instant = new Date(`${written}T${time}${offset ?? 'Z'}`)
  if (Number.isNaN(instant.getTime())) return /^24:00(:00)?$/.test(time) ? written : undefined
  if (timeZone === undefined || offset === undefined) return written
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    instant,
  )
}
