import { printDecimal, printForViewer } from '../../../gateway/src/core/values/printed-amount.ts'
import type { CurrencyCode } from '../../../gateway/src/core/web/contract/words.ts'
import { nowMs } from './clock.ts'
import { type Language, localeOf } from './languages.ts'

export interface AmountFormat {
  language: Language
  /** True: amounts above zero get a plus, for lists of differences. */
  signed?: boolean
}

/** The amount in the viewer's style, with the currency's own digits: `$ 1.250,50`. `amount` in major units, exact. */
export function formatAmount(amount: number | string, currency: string, { language, ...format }: AmountFormat): string {
  return printForViewer(amount, currency as CurrencyCode, { ...format, locale: localeOf(language) })
}

/** The amount with its currency's code, for sentences and labels: `$ 1.250,50 ARS`. */
export function formatAmountWithCode(amount: number | string, currency: string, format: AmountFormat): string {
  return `${formatAmount(amount, currency, format)}\u00a0${currency}`
}

/** Whether a balance has something to see: an amount that is not zero. Amounts in decimal text. */
export function hasMoney(balance: Readonly<Record<'available' | 'pending' | 'reserved', string>>): boolean {
  return [balance.available, balance.pending, balance.reserved].some((amount) => Number(amount) !== 0)
}

/** `Mexican Peso`. */
export function currencyName(currency: string, language: Language): string {
  return new Intl.DisplayNames(language, { type: 'currency' }).of(currency) ?? ''
}

/** A typed amount with all its digits, in the viewer's style. `decimal` is exact text. */
export function formatDecimal(decimal: string, language: Language): string {
  return printDecimal(decimal, localeOf(language))
}

/** A count with the separators of the viewer's region. */
export function formatCount(count: number, language: Language): string {
  return new Intl.NumberFormat(localeOf(language), { useGrouping: 'always' }).format(count)
}

/** The size of a file: `1.4 MB`. */
export function formatSize(bytes: number, language: Language): string {
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte']
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}

/** A number in few characters, for axes: `1.5M`, in the language's own words. */
export function formatCompact(value: number, language: Language): string {
  return new Intl.NumberFormat(localeOf(language), { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}

/** A share between 0 and 1 as `97.5 %`. */
export function formatShare(share: number, language: Language): string {
  return new Intl.NumberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: 1 }).format(share)
}

/** Reads an instant of the API; without a zone it is UTC. Undefined where it is none. */
export function readInstant(text: string): Date | undefined {
  const iso = text.trim().replace(' ', 'T')
  const at = new Date(/(Z|[+-]\d{2}:?\d{2})$/i.test(iso) ? iso : `${iso}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** `31 Jan 2026, 09:00:05` on the viewer's clock. */
export function formatInstant(at: Date, language: Language, { seconds = false } = {}): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: seconds ? 'medium' : 'short',
    hourCycle: 'h23',
  }).format(at)
}

/**
 * `31/01, 09:00` on the viewer's clock, for lists; of another year `31/01/2025, 09:00`. In English the month is a word,
 * because its readers write days and months in either order.
 */
export function formatInstantShort(at: Date, language: Language): string {
  return new Intl.DateTimeFormat(language, {
    day: '2-digit',
    month: language === 'en' ? 'short' : '2-digit',
    ...(at.getFullYear() !== new Date(nowMs()).getFullYear() && { year: 'numeric' }),
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).format(at)
}

/** `2026-01-31 12:00:05 UTC`, for the title of an instant and for support. */
export function formatUtc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** The viewer's zone as its distance from UTC now: `UTC−3`. */
export function zoneName(language: Language): string {
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'shortOffset' }).formatToParts(new Date(nowMs()))
  return (parts.find((part) => part.type === 'timeZoneName')?.value ?? 'UTC').replace('GMT', 'UTC').replace('-', '−')
}

/** `09:00` on the viewer's clock. */
export function formatHour(at: Date, language: Language): string {
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
}

/** How far off an instant is: `3 minutes ago`, `in 2 hours`, and from a day on by days of the viewer's calendar: `tomorrow`. */
export function formatDistance(at: Date, language: Language, fromMs = nowMs()): string {
  const seconds = Math.round((at.getTime() - fromMs) / 1000)
  const [unit, size] = distanceUnits.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1]
  // "Next month" is a month of the calendar, and is not always what begins in thirty days.
  const numeric = unit === 'month' || unit === 'year' ? 'always' : 'auto'
  const count = unit === 'day' ? calendarDays(new Date(fromMs), at) : Math.trunc(seconds / size)
  return new Intl.RelativeTimeFormat(language, { numeric }).format(count, unit)
}

/** How many midnights of the viewer's calendar lie between two instants; below zero where `to` is earlier. */
function calendarDays(from: Date, to: Date): number {
  // Days of UTC have 24 hours each, those of a calendar with summer time have not.
  const dayOf = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())
  return Math.round((dayOf(to) - dayOf(from)) / 86_400_000)
}

const distanceUnits: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** A duration in milliseconds as people say it: `240 ms`, `1.2 s`. */
export function formatDuration(ms: number, language: Language): string {
  const inSeconds = ms >= 1000
  const number = new Intl.NumberFormat(localeOf(language), {
    maximumFractionDigits: inSeconds ? 1 : 0,
    useGrouping: 'always',
  })
  return inSeconds ? `${number.format(ms / 1000)} s` : `${number.format(ms)} ms`
}

/** The day's beginning on the viewer's clock as an instant, `daysLater` days on; undefined where the text is no day. */
export function startOfDay(day: string, daysLater = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (year === undefined) return undefined
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString()
}
