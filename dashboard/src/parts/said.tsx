import { formatAmountWithCode, formatInstant, readInstant } from '../app/formats.ts'
import { type Language, textsOf, useLanguage } from '../app/languages.ts'
import { auditDetails as en, auditValues as enValues } from '../texts/en/audit-details.ts'
import { auditDetails as es, auditValues as esValues } from '../texts/es/audit-details.ts'
import { auditDetails as pt, auditValues as ptValues } from '../texts/pt/audit-details.ts'
import { formatDay } from './day.ts'
import classes from './said.module.css'

const useAuditDetailTexts = textsOf<Readonly<Record<string, string>>>({ en, es, pt })
const useAuditValueTexts = textsOf({ en: enValues, es: esValues, pt: ptValues })

type Words = Readonly<Record<string, string>>

/** An action of the audit log in words; its name, which filters look for, stands behind it. */
export function Said({ said, action }: { said: string; action: string }) {
  return (
    <span className={classes['said']}>
      <span className={classes['words']}>{said}</span>
      {said !== action && <code className={classes['action']}>{action}</code>}
    </span>
  )
}

/** `Role: owner, Per day: $ 900.000,00 ARS`: what an entry says besides who, what and when. */
export function useDetailText(): (detail: Readonly<Record<string, unknown>>) => string {
  const names = useAuditDetailTexts()
  const values = useAuditValueTexts()
  const language = useLanguage()
  return (detail) =>
    Object.entries(detail)
      .filter(([, value]) => value !== null)
      .map(
        ([name, value]) =>
          `${names[name] ?? spaced(name)}: ${valueText(value, { language, words: wordsOf(values, name) })}`,
      )
      .join(', ')
}

/** A name of the wire in words: `expires_at` and `expiresAt` are `expires at`. */
function spaced(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, last: string, first: string) => `${last} ${first.toLowerCase()}`)
}

interface Style {
  language: Language
  /** Words for values of this detail. */
  words: Words
}

/** Words for the values of a detail. Some are written in two ways: `pay_type` and `payType`, `as` and `was` are classes. */
function wordsOf({ yes, no, ...values }: ReturnType<typeof useAuditValueTexts>, name: string): Words {
  const alike: Readonly<Record<string, keyof typeof values>> = { pay_type: 'payType', as: 'class', was: 'class' }
  const words = (values as Readonly<Record<string, Words>>)[alike[name] ?? name]
  return { ...words, true: yes, false: no }
}

function valueText(value: unknown, style: Style): string {
  const word = typeof value === 'string' || typeof value === 'boolean' ? style.words[String(value)] : undefined
  if (word !== undefined && (typeof value === 'boolean' || !booleans.has(String(value)))) return word
  if (typeof value === 'string') return dayText(value, style.language) ?? moneyText(value, style.language)
  if (isChange(value)) return `${textOr(value.before, style)} → ${textOr(value.after, style)}`
  return Array.isArray(value) ? value.map((each) => valueText(each, style)).join(' ') : JSON.stringify(value)
}

/** A text that happens to read like one is none. */
const booleans: ReadonlySet<string> = new Set(['true', 'false'])

/** `900000.00 ARS`, as the gateway tells money in the audit log, in the viewer's style. Other texts stay. */
function moneyText(value: string, language: Language): string {
  const [, amount, currency] = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(value) ?? []
  if (amount === undefined || currency === undefined) return value
  return formatAmountWithCode(amount, currency, { language })
}

/** Days and instants of the wire on the viewer's calendar and clock. Undefined: the text is none. */
function dayText(value: string, language: Language): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value, language)
  const at = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? readInstant(value) : undefined
  return at && formatInstant(at, language)
}

function isChange(value: unknown): value is { before: unknown; after: unknown } {
  return typeof value === 'object' && value !== null && 'before' in value && 'after' in value
}

function textOr(value: unknown, style: Style): string {
  return value === null ? '–' : valueText(value, style)
}
