import { type Checked, checked, compareDigits, digitsExpected, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'
import { weightedSum } from '../weighted-sum.ts'

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/** Peruvian RUC: 11 digits that start with 10, 15, 16, 17 (people) or 20 (companies); the check digit is hard. */
export function checkPeruvianRuc(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{11}$/.test(digits)) return malformed('RUC', digits, digitsExpected('a RUC', '11', digits))
  if (!/^(10|15|16|17|20)/.test(digits)) return malformed('RUC', digits, 'a RUC starts with 10, 15, 16, 17 or 20')
  const expected = (11 - (weightedSum(digits, WEIGHTS) % 11)) % 10
  return checked('RUC', digits, compareDigits('hard', String(expected), digits.slice(10)))
}
