import { type Checked, checked, digitsExpected, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'

/** Argentine DNI: 7 or 8 digits; it has no check digit. */
export function checkArgentineDni(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{7,8}$/.test(digits)) return malformed('DNI', digits, digitsExpected('a DNI', '7 or 8', digits))
  return checked('DNI', digits)
}
