import { iso31661, iso31661Alpha3ToAlpha2, iso31662 } from 'iso-3166'
import { say } from '../texts/messages/say.ts'
import { type Checked, checked, malformed, soft } from './checked.ts'
import { upperAscii } from './digits.ts'

const COUNTRIES: ReadonlySet<string> = new Set(iso31661.map((country) => country.alpha2))
const SUBDIVISIONS: ReadonlySet<string> = new Set(iso31662.map((subdivision) => subdivision.code))
const ALPHA_2_BY_ALPHA_3: ReadonlyMap<string, string> = new Map(Object.entries(iso31661Alpha3ToAlpha2))

/** ISO 3166-1 country, alpha-2 or alpha-3 in any case, normalised to alpha-2. Anything else is hard. */
export function checkCountryIso(raw: string): Checked {
  const code = upperAscii(raw.trim())
  const alpha2 = COUNTRIES.has(code) ? code : ALPHA_2_BY_ALPHA_3.get(code)
  if (alpha2 !== undefined) return checked('COUNTRY', alpha2)
  return malformed('COUNTRY', code, say('id.country_code'))
}

/**
 * ISO 3166-2 subdivision, with the country prefix (`AR-B`) or without (`B`), normalised to the full code. An unknown
 * subdivision, or one of another country, is a soft `unusual`.
 */
export function checkStateIso(raw: string, countryAlpha2: string): Checked {
  const text = raw.trim()
  const country = upperAscii(countryAlpha2.trim())
  const code = upperAscii(text)
  const full = code.startsWith(`${country}-`) ? code : `${country}-${code}`
  if (SUBDIVISIONS.has(full)) return checked('STATE', full)
  const message = SUBDIVISIONS.has(code)
    ? say('id.subdivision_elsewhere', { code, country })
    : say('id.subdivision_unknown', { country })
  return checked('STATE', SUBDIVISIONS.has(code) ? code : text, soft('unusual', message))
}
