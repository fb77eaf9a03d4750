import { type Checked, checked, compareDigits, digitsExpected, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'

/**
 * Peruvian CCI: 20 digits, entity 3 + office 3 + account 12 + two check digits, the first over entity and office, the
 * second over the account. They are soft, because the rule is confirmed for one bank only.
 */
export function checkCci(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{20}$/.test(digits)) return malformed('CCI', digits, digitsExpected('a CCI', '20', digits))
  const expected = luhnDigit(digits.slice(0, 6)) + luhnDigit(digits.slice(6, 18))
  return checked('CCI', digits, compareDigits('soft', expected, digits.slice(18)))
}

/** Weights 1 2 1 2 … from the left, products above 9 less 9; the digit completes the sum to a multiple of 10. */
function luhnDigit(body: string): string {
  const sum = [...body].reduce((total, digit, position) => {
    const product = Number(digit) * (position % 2 === 0 ? 1 : 2)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}
