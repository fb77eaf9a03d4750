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

/** Turns what banks write into days of one account. */
export class AccountDays {
  /** The file holds an instant: a date and time with a zone. Its day depends on the account's zone. */
  sawInstant = false
  readonly #format: Intl.DateTimeFormat | undefined

  /** `timeZone`: IANA name. Without it an instant has the day that the bank writes. */
  constructor(timeZone: string | undefined) {
    this.#format =
      timeZone === undefined
        ? undefined
        : new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  }

  /** The day of ISO 8601 text, with or without a time and a zone. */
  iso(text: string): string | undefined {
    const parts = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/.exec(text)
    if (!parts) return undefined
    const [, year, month, day, time, offset] = parts
    const written = dayOf(Number(year), Number(month), Number(day))
    if (written === undefined || time === undefined) return written
    const instant = new Date(`${written}T${time}${offset ?? 'Z'}`)
    if (Number.isNaN(instant.getTime())) return /^24:00(:00)?$/.test(time) ? written : undefined
    if (offset === undefined) return written
    this.sawInstant = true
    return this.#format?.format(instant) ?? written
  }
}
