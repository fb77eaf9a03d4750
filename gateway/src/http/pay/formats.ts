import { type CurrencyCode, currencyDecimals } from '../../domain/currency.ts'
import type { Language } from '../../domain/language.ts'
import { amountNumber } from '../../domain/money.ts'

/** Where people of a country read a clock; Brazil, Mexico and Ecuador by their most populous zone. */
const zones: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  BR: 'America/Sao_Paulo',
  CL: 'America/Santiago',
  CO: 'America/Bogota',
  EC: 'America/Guayaquil',
  MX: 'America/Mexico_City',
  PE: 'America/Lima',
  PY: 'America/Asuncion',
  UY: 'America/Montevideo',
  VE: 'America/Caracas',
}

/** The amount as the country writes it, without its code: `$ 1.250,50` in Argentina, `R$ 1.250,50` in Brazil. */
export function writtenAmount(amountMinor: bigint, currency: CurrencyCode, locale: string): string {
  const decimals = currencyDecimals[currency]
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return format.format(amountNumber(amountMinor, currency))
}

/** The locale whose numbers a payer in that country knows; for cards, which have no country, the page's language. */
export function localeOf(country: string, language: Language): string {
  if (country === 'BR') return 'pt-BR'
  return country in zones ? `es-${country}` : language
}

/** The instant on the country's clock and in UTC, in the page's language: `31 Jan, 09:00 (12:00 UTC)`. */
export function writtenInstant(at: Date, country: string, language: Language): string {
  const utc = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
    hourCycle: 'h23',
  })
  const zone = zones[country]
  if (zone === undefined) return `${utc.format(at)} UTC`
  const local = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
    hourCycle: 'h23',
  })
  return `${local.format(at)} (${utc.format(at)} UTC)`
}

/** Numbers up to this length are read at a glance. */
const ungroupedLengthMax = 7

const groupLength = 4

/** Long runs of digits in groups of four, from the left; other texts stay whole. */
export function digitGroups(text: string): string[] {
  if (!/^\d+$/.test(text) || text.length <= ungroupedLengthMax) return [text]
  return text.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? [text]
}

/** Whether a text may become a link or a redirect: `http` and `https` only, never a script. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
