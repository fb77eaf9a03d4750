import { type Checked, checked, compareDigits, digitsExpected, malformed } from '../checked.ts'
import { hasDashedLastDigit, withoutSeparators } from '../separators.ts'
import { weightedSumFromRight } from '../weighted-sum.ts'

const WEIGHTS_FROM_RIGHT = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71]

/**
 * Colombian NIT: 8 to 16 digits, usually 9 and a check digit. The check digit may be missing: it is checked only from
 * 10 digits on or after a dash, and it is soft.
 */
export function checkNit(raw: string): Checked {
  const digits = withoutSeparators(raw).replaceAll(',', '')
  if (!/^\d{8,16}$/.test(digits)) return malformed('NIT', digits, digitsExpected('a NIT', '8 to 16', digits))
  if (digits.length < 10 && !hasDashedLastDigit(raw)) return checked('NIT', digits)
  return checked('NIT', digits, compareDigits('soft', checkDigit(digits.slice(0, -1)), digits.slice(-1)))
}

function checkDigit(body: string): string {
  return '01987654321'.charAt(weightedSumFromRight(body, WEIGHTS_FROM_RIGHT) % 11)
}
