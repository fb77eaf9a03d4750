import { type Checked, checked, compareDigits, digitsExpected, hard, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'
import { weightedSum } from '../weighted-sum.ts'

const WEIGHTS = [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

/** Uruguayan RUT: 12 digits, first two 01–22, then six not all 0, then 001 and a hard check digit. `UY` is dropped. */
export function checkUruguayanRut(raw: string): Checked {
  const digits = withoutSeparators(raw).replace(/^UY(?=\d)/, '')
  if (!/^\d{12}$/.test(digits)) return malformed('RUT', digits, digitsExpected('a RUT', '12', digits))
  if (!/^(0[1-9]|1\d|2[0-2])/.test(digits)) return malformed('RUT', digits, 'a RUT starts with 01 to 22')
  if (/^..000000/.test(digits)) return malformed('RUT', digits, 'digits 3 to 8 of a RUT are not all 0')
  if (!/^.{8}001/.test(digits)) return malformed('RUT', digits, 'digits 9 to 11 of a RUT are 001')
  const expected = (11 - (weightedSum(digits, WEIGHTS) % 11)) % 11
  if (expected === 10) {
    return checked('RUT', digits, hard('invalid_check_digit', 'no check digit fits: another digit is wrong'))
  }
  return checked('RUT', digits, compareDigits('hard', String(expected), digits.slice(11)))
}
