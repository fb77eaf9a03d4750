import classes from './said.module.css'

/** An action of the audit log in words; its name, which filters look for, stands behind it. */
export function Said({ said, action }: { said: string; action: string }) {
  return (
    <span className={classes['said']}>
      <span className={classes['words']}>{said}</span>
      {said !== action && <code className={classes['action']}>{action}</code>}
    </span>
  )
}

/** `role: owner, email: …`: what an entry says besides who, what and when. */
export function detailText(detail: Readonly<Record<string, unknown>>): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(', ')
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  if (isChange(value)) return `${textOr(value.before)} → ${textOr(value.after)}`
  return Array.isArray(value) ? value.map(valueText).join(' ') : JSON.stringify(value)
}

function isChange(value: unknown): value is { before: unknown; after: unknown } {
  return typeof value === 'object' && value !== null && 'before' in value && 'after' in value
}

function textOr(value: unknown): string {
  return value === null ? '–' : valueText(value)
}
