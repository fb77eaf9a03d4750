import { z } from 'zod'
import { type Language, languages } from '../../core/texts/messages/languages.ts'
import { inLanguages } from '../../core/texts/translated.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import { wallClock } from '../../core/values/days.ts'
import { formatAmount } from '../../core/values/money.ts'
import { type Cell, csvLine } from '../../core/web/csv.ts'
import { en } from './texts/en.ts'
import es from './texts/es.json' with { type: 'json' }
import pt from './texts/pt.json' with { type: 'json' }

const texts: Readonly<Record<Language, typeof en>> = inLanguages(en, { es, pt })

/** A language of ours, with the region whose spreadsheets open the file: `es-MX`, `es-419`, `pt`. */
export const localeField = z
  .string()
  .regex(/^(en|es|pt)(-([A-Z]{2}|\d{3}))?$/)
  .optional()
  .describe('Of the form `reader`: language and region, such as `es-MX`; without it the language of the request')
  .meta({ example: 'es-MX' })

/** How a file is written for people. */
export type ReaderForm = ReturnType<typeof readerForm>

/**
 * Words of a language, separators of a region, times of a zone (IANA name). `locale`: as `localeField` takes it. Spreadsheets
 * of regions with a decimal comma expect semicolons between cells.
 */
export function readerForm(locale: string, timeZone: string) {
  const words = texts[languages.find((each) => locale.startsWith(each)) ?? 'en']
  const parts = new Intl.NumberFormat(localesOf(locale)).formatToParts(0.5)
  const hasComma = parts.some(({ type, value }) => type === 'decimal' && value === ',')
  const clock = wallClock(timeZone)
  return {
    words,
    timeZone,
    line: (cells: readonly Cell[]) => csvLine(cells, hasComma ? ';' : ','),
    amount: (minor: bigint, currency: CurrencyCode) => {
      const text = formatAmount(minor, currency)
      return { exact: hasComma ? text.replace('.', ',') : text }
    },
    /** `2030-01-31 09:00:05`: spreadsheets of all regions take it for a time. */
    instant: (at: Date) => ({ exact: new Date(clock(at.getTime())).toISOString().slice(0, 19).replace('T', ' ') }),
    /** What people call the method of a service code. */
    method: (code: string) => words.methods[code.split('_', 1)[0] ?? ''] ?? code,
  }
}

/** Numbers follow the region, also of somebody who reads another language there; Paraguay's first one has no numbers in Intl. */
function localesOf(locale: string): readonly string[] {
  const { region } = new Intl.Locale(locale)
  if (region === undefined) return [locale]
  return [`${new Intl.Locale(`und-${region}`).maximize().language}-${region}`, `es-${region}`]
}
