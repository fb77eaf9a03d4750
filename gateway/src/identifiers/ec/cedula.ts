import { type Checked, checked, compareDigits, digitsExpected, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'

/** Ecuadorian cédula (CI): 10 digits, province 01–24, 30 or 50, third digit at most 6; the last is a hard check digit. */
export function checkEcuadorianCedula(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{10}$/.test(digits)) return malformed('CI', digits, digitsExpected('a cédula', '10', digits))
  if (!hasProvince(digits)) return malformed('CI', digits, 'a cédula starts with a province, 01 to 24, 30 or 50')
  if (!/^..[0-6]/.test(digits)) return malformed('CI', digits, 'the third digit of a cédula is at most 6')
  return checked('CI', digits, compareDigits('hard', cedulaCheckDigit(digits), digits.slice(9)))
}

/**
 * The check digit of the first nine digits: odd positions doubled, less 9 if above 9; the check digit completes the sum
 * to a multiple of 10.
 */
export function cedulaCheckDigit(digits: string): string {
  const sum = [...digits.slice(0, 9)].reduce((total, digit, position) => {
    const product = Number(digit) * (position % 2 === 0 ? 2 : 1)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** True when the first two digits are an Ecuadorian province: 01–24, 30 (abroad) or 50. */
export function hasProvince(digits: string): boolean {
  return /^(0[1-9]|1\d|2[0-4]|30|50)/.test(digits)
}
