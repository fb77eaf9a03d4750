import { type Checked, checked, compareDigits, digitsExpected, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'
import { weightedSumFromRight } from '../weighted-sum.ts'

const WEIGHTS_FROM_RIGHT = [2, 3, 4, 5, 6, 7, 8, 9]

/** Paraguayan RUC: 4 to 9 digits, the last a check digit (written `80028061-0`), which is soft. */
export function checkParaguayanRuc(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{4,9}$/.test(digits)) return malformed('RUC', digits, digitsExpected('a RUC', '4 to 9', digits))
  const rest = weightedSumFromRight(digits.slice(0, -1), WEIGHTS_FROM_RIGHT) % 11
  return checked('RUC', digits, compareDigits('soft', String(((11 - rest) % 11) % 10), digits.slice(-1)))
}
