import type { Language } from '../texts/messages/languages.ts'
import type { CurrencyCode } from './currency.ts'

// Shared with the dashboard, which bundles this file: it imports nothing but types.

interface CountryFacts {
  /** What most prices there are written in. */
  currency: CurrencyCode
  /** IANA name. Brazil, Mexico and Ecuador: the most populous zone. */
  timeZone: string
  /** Of payers whose browser asks for no language that the pages have. */
  language: Language
}

/**
 * The countries that the gateway serves, by ISO 3166-1 alpha-2. Everything that differs by country is keyed by `Country`
 * (documents, accounts, banks), so that a new row here does not compile until the rest is there.
 */
export const countries = {
  AR: { currency: 'ARS', timeZone: 'America/Argentina/Buenos_Aires', language: 'es' },
  BR: { currency: 'BRL', timeZone: 'America/Sao_Paulo', language: 'pt' },
  CL: { currency: 'CLP', timeZone: 'America/Santiago', language: 'es' },
  CO: { currency: 'COP', timeZone: 'America/Bogota', language: 'es' },
  EC: { currency: 'USD', timeZone: 'America/Guayaquil', language: 'es' },
  MX: { currency: 'MXN', timeZone: 'America/Mexico_City', language: 'es' },
  PE: { currency: 'PEN', timeZone: 'America/Lima', language: 'es' },
  PY: { currency: 'PYG', timeZone: 'America/Asuncion', language: 'es' },
  UY: { currency: 'UYU', timeZone: 'America/Montevideo', language: 'es' },
  VE: { currency: 'VES', timeZone: 'America/Caracas', language: 'es' },
} as const satisfies Readonly<Record<string, CountryFacts>>

export type Country = keyof typeof countries

export const countryCodes = Object.keys(countries) as readonly Country[]

export function isCountry(text: string): text is Country {
  return Object.hasOwn(countries, text)
}

/** The country whose number format a currency uses; undefined for those of several countries, the dollar and the euro. */
export function countryOfCurrency(currency: CurrencyCode): Country | undefined {
  return currency === 'USD' ? undefined : countryCodes.find((code) => countries[code].currency === currency)
}
