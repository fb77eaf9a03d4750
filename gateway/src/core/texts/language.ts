import { countries, isCountry } from '../values/country.ts'
import { en } from './en.ts'
import es from './es.json' with { type: 'json' }
import { type Language, languages } from './messages/languages.ts'
import pt from './pt.json' with { type: 'json' }
import type { Texts } from './texts.ts'
import { inLanguages } from './translated.ts'

const dictionaries: Readonly<Record<Language, Texts>> = inLanguages<Texts, typeof es, typeof pt>(en, { es, pt })

export function textsIn(language: Language): Texts {
  return dictionaries[language]
}

/** Maximum number of ranges that are read. Browsers send fewer than ten. */
const rangesMax = 20

/**
 * The best supported language for an `Accept-Language` header (RFC 9110, section 12.5.4), by quality, then by order.
 * Undefined if no supported language is accepted.
 */
export function languageAsked(header: string | undefined): Language | undefined {
  let best: { language: Language; quality: number } | undefined
  for (const range of (header ?? '').split(',').slice(0, rangesMax)) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const language = languages.find((one) => tag === one || tag.startsWith(`${one}-`))
    const quality = qualityOf(parameters)
    if (language && quality > 0 && quality > (best?.quality ?? 0)) best = { language, quality }
  }
  return best?.language
}

/** The usual language of payers in a country, for browsers that accept no supported language. */
export function languageOfCountry(country: string): Language {
  return isCountry(country) ? countries[country].language : 'en'
}

function qualityOf(parameters: readonly string[]): number {
  const written = parameters.find((one) => one.startsWith('q='))
  if (written === undefined) return 1
  const quality = Number(written.slice(2))
  return quality >= 0 && quality <= 1 ? quality : 0
}
