import { type Checked, checked, malformed, soft } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'

/**
 * Venezuelan cédula (CI): V or E and 5 to 9 digits, leading zeros dropped; it has no check digit. A missing letter is
 * read as V and flagged as assumed.
 */
export function checkVenezuelanCi(raw: string): Checked {
  const text = withoutSeparators(raw)
  const shape = /^([VE]?)(\d{5,9})$/.exec(text)
  const digits = shape?.[2]?.replace(/^0+/, '') ?? ''
  if (!shape || digits === '') return malformed('CI', text, 'a CI has V or E and 5 to 9 digits')
  const letter = shape[1] ?? ''
  const assumed = soft('assumed', 'the letter V or E is missing: read as V')
  return checked('CI', (letter || 'V') + digits, letter === '' ? assumed : undefined)
}
