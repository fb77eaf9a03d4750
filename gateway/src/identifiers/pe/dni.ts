import { type Checked, checked, digitsExpected, hard, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'
import { weightedSum } from '../weighted-sum.ts'

const WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2]

/**
 * Peruvian DNI: 8 digits, optionally with a check character (a digit, or a letter A–K on older cards), which is hard
 * when it is sent and dropped from the normalised form.
 */
export function checkPeruvianDni(raw: string): Checked {
  const text = withoutSeparators(raw)
  const shape = /^(\d{8})([\dA-K]?)$/.exec(text)
  if (!shape) return malformed('DNI', text, digitsExpected('a DNI', '8', text))
  const [, digits = '', character = ''] = shape
  const place = weightedSum(digits, WEIGHTS) % 11
  const digit = '65432110987'.charAt(place)
  const letter = 'KJIHGFEDCBA'.charAt(place)
  if (character === '' || character === digit || character === letter) return checked('DNI', digits)
  return checked('DNI', digits, hard('invalid_check_digit', `check digit should be ${digit} (or the letter ${letter})`))
}
