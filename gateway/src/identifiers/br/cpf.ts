import { type Checked, checked, compareDigits, digitsExpected, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'
import { weightedSum } from '../weighted-sum.ts'

const FIRST_WEIGHTS = [10, 9, 8, 7, 6, 5, 4, 3, 2]
const SECOND_WEIGHTS = [11, ...FIRST_WEIGHTS]

/** Brazilian CPF: 11 digits that are not all equal; the last two are check digits and hard. */
export function checkCpf(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{11}$/.test(digits)) return malformed('CPF', digits, digitsExpected('a CPF', '11', digits))
  if (/^(\d)\1{10}$/.test(digits)) return malformed('CPF', digits, 'a CPF is never one digit repeated')
  const body = digits.slice(0, 9)
  const first = modulusDigit(weightedSum(body, FIRST_WEIGHTS))
  const second = modulusDigit(weightedSum(body + first, SECOND_WEIGHTS))
  return checked('CPF', digits, compareDigits('hard', first + second, digits.slice(9)))
}

/** The modulus 11 rule of CPF and CNPJ: a remainder below 2 gives 0, any other gives 11 less the remainder. */
export function modulusDigit(sum: number): string {
  const rest = sum % 11
  return rest < 2 ? '0' : String(11 - rest)
}
