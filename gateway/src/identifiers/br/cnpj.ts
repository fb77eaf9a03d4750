import { type Checked, checked, compareDigits, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'
import { weightedSum } from '../weighted-sum.ts'
import { modulusDigit } from './cpf.ts'

const FIRST_WEIGHTS = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const SECOND_WEIGHTS = [6, ...FIRST_WEIGHTS]

/**
 * Brazilian CNPJ: 12 letters or digits, not all equal, and two check digits, which are hard. Letters are valid since
 * July 2026 (IN RFB 2229/2024), so a CNPJ is text and never a number.
 */
export function checkCnpj(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text)) {
    const length = text.length === 14 ? '' : `, not ${text.length}`
    return malformed('CNPJ', text, `a CNPJ has 14 characters, 12 letters or digits and 2 digits${length}`)
  }
  if (/^(.)\1{11}/.test(text)) return malformed('CNPJ', text, 'a CNPJ is never one character repeated')
  const body = text.slice(0, 12)
  const first = modulusDigit(weightedSum(body, FIRST_WEIGHTS))
  const second = modulusDigit(weightedSum(body + first, SECOND_WEIGHTS))
  return checked('CNPJ', text, compareDigits('hard', first + second, text.slice(12)))
}
