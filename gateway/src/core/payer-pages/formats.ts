import { textsIn } from '../texts/language.ts'
import type { Language } from '../texts/messages/languages.ts'
import { type Country, countries, isCountry } from '../values/country.ts'
import type { CurrencyCode } from '../values/currency.ts'
import { formatAmount } from '../values/money.ts'
import { printAmount } from '../values/printed-amount.ts'

/**
 * The amount in the format of the payer's country, without currency code: `$ 1.250,50` in Argentina, `R$ 1.250,50` in
 * Brazil.
 */
export function writtenAmount(
  amountMinor: bigint,
  currency: CurrencyCode,
  where: { country: string; language: Language },
): string {
  return printAmount(formatAmount(amountMinor, currency), currency, where)
}

/**
 * The amount as a bank's app takes it, to copy: the country's decimal separator, no symbol, no groups. `1250,50` in
 * Argentina, `1250.50` in Mexico, `1250` in Chilean pesos.
 */
export function typedAmount(
  amountMinor: bigint,
  currency: CurrencyCode,
  where: { country: string; language: Language },
): string {
  const decimal = formatAmount(amountMinor, currency)
  const separator = printAmount(decimal, currency, { ...where, withoutSymbol: true })
    .replace(/\d/g, '')
    .at(-1)
  return decimal.includes('.') ? decimal.replace('.', separator ?? '.') : decimal
}

/**
 * The instant in the country's time zone, which is named after its place, in the page's language: `Jan 31, 2030, 09:00
 * Colombia Time`. The page's script writes the same format for the time zone of the payer's device.
 */
export function writtenInstant(at: Date, country: string, language: Language): string {
  const timeZone = isCountry(country) ? countries[country].timeZone : 'UTC'
  const written = new Intl.DateTimeFormat(language, { ...instantFormat, timeZone }).format(at)
  return `${written} ${isCountry(country) ? textsIn(language).pay.zones[country] : 'UTC'}`
}

/** What `Intl` calls UTC. Matches an offset of zero too, but no other offset. */
export const utcPattern = /GMT(?:\+0$)?/

/** How a zone that is none of the countries' is named: in Portuguese the short name of many is an abbreviation. */
export const zoneNames = { en: 'shortGeneric', es: 'shortGeneric', pt: 'longGeneric' } as const

/** The names of the countries' zones, by zone: browsers know few of them by their place in the page's language. */
export function namesOfZones(language: Language): Readonly<Record<string, string>> {
  const { zones } = textsIn(language).pay
  const named = Object.entries(countries).map(([country, { timeZone }]) => [timeZone, zones[country as Country]])
  // The zone's older name, by which browsers still call it.
  return Object.fromEntries([...named, ['America/Buenos_Aires', zones.AR]])
}

/** Format of an instant, on the server and in the page's script. */
export const instantFormat = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** Numbers up to this length are easy to read without groups. */
const ungroupedLengthMax = 7

const groupLength = 4

/** A mobile number in international form. The country code has two digits, or three for 59x. */
const mobileNumber = /^(\+(?:59\d|\d{2}))(\d{3})(\d{3})(\d+)$/

/**
 * Splits long digit strings into groups of four from the left, and mobile numbers after the country code. Other texts
 * do not change.
 */
export function digitGroups(text: string): string[] {
  const mobile = mobileNumber.exec(text)
  if (mobile) return mobile.slice(1)
  if (!/^\d+$/.test(text) || text.length <= ungroupedLengthMax) return [text]
  return text.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? [text]
}

/** Whether a text may become a link or a redirect: `http` and `https` only, never a script. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
