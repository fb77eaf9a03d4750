import { type Checked, checked, compareDigits, digitsExpected, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'
import { weightedSum } from '../weighted-sum.ts'

const WEIGHTS = [2, 9, 8, 7, 6, 3, 4]

/** Uruguayan CI: 6 to 8 digits, padded with zeros to 8, the last a hard check digit. A prefix `UY` is dropped. */
export function checkUruguayanCi(raw: string): Checked {
  const digits = withoutSeparators(raw).replace(/^UY(?=\d)/, '')
  if (!/^\d{6,8}$/.test(digits)) return malformed('CI', digits, digitsExpected('a CI', '6 to 8', digits))
  const padded = digits.padStart(8, '0')
  const expected = (10 - (weightedSum(padded, WEIGHTS) % 10)) % 10
  return checked('CI', padded, compareDigits('hard', String(expected), padded.slice(7)))
}
