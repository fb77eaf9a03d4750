import { formatAmountWithCode } from '../../app/formats.ts'
import { type Language, textsOf, useLanguage } from '../../app/languages.ts'
import { auditDetails as en } from '../../texts/en/audit-details.ts'
import es from '../../texts/es/audit-details.json' with { type: 'json' }
import pt from '../../texts/pt/audit-details.json' with { type: 'json' }
import classes from './said.module.css'

const useAuditDetailTexts = textsOf(en, { es, pt })

/** An action of the audit log in words; its name, which filters look for, stands behind it. */
export function Said({ said, action }: { said: string; action: string }) {
  return (
    <span className={classes['said']}>
      <span className={classes['words']}>{said}</span>
      {said !== action && <code className={classes['action']}>{action}</code>}
    </span>
  )
}

type DetailText = (
  detail: Readonly<Record<string, unknown>>,
  /** The names of ids, where they are known. */
  named?: readonly { id: string; name: string }[],
) => string

/** `Role: owner, Per day: $ 900.000,00 ARS`: what an entry says besides who, what and when. */
export function useDetailText(): DetailText {
  const texts = useAuditDetailTexts()
  const names: Readonly<Record<string, string>> = texts
  const language = useLanguage()
  const listed: DetailText = (detail, named = []) =>
    Object.entries(detail)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => {
        const known = named.find(({ id }) => id === value)
        return `${names[name] ?? spaced(name)}: ${known?.name ?? told(value)}`
      })
      .join(', ')
  const told = (value: unknown): string => {
    if (value === null) return '–'
    if (typeof value === 'string') return moneyText(value, language)
    if (typeof value === 'boolean') return value ? texts.yes : texts.no
    if (Array.isArray(value)) return value.map(told).join(' ')
    if (isChange(value)) return `${told(value.before)} → ${told(value.after)}`
    return typeof value === 'object' ? `(${listed({ ...value })})` : String(value)
  }
  return listed
}

/** A name of the wire in words: `expires_at` and `expiresAt` are `expires at`. */
function spaced(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, last: string, first: string) => `${last} ${first.toLowerCase()}`)
}

/** `900000.00 ARS`, as the gateway tells money in the audit log, in the viewer's style. Other texts stay. */
function moneyText(value: string, language: Language): string {
  const [, amount, currency] = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(value) ?? []
  if (amount === undefined || currency === undefined) return value
  return formatAmountWithCode(amount, currency, { language })
}

function isChange(value: unknown): value is { before: unknown; after: unknown } {
  return typeof value === 'object' && value !== null && 'before' in value && 'after' in value
}
