import { type Checked, checked, digitsExpected, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'

/** Paraguayan CI: 5 to 8 digits; it has no check digit. */
export function checkParaguayanCi(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{5,8}$/.test(digits)) return malformed('CI', digits, digitsExpected('a CI', '5 to 8', digits))
  return checked('CI', digits)
}
