import { type Checked, digitsExpected, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'
import { checkCuit } from './cuit.ts'
import { checkArgentineDni } from './dni.ts'

/** Distinguishes a payer's CUIT (11 digits) from a DNI (7 or 8 digits) by length and checks it. */
export function checkArgentinePayerDocument(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (/^\d{11}$/.test(digits)) return checkCuit(raw)
  if (/^\d{7,8}$/.test(digits)) return checkArgentineDni(raw)
  return malformed('CUIT', digits, `${digitsExpected('a CUIT', '11', digits)} (a DNI has 7 or 8)`)
}
