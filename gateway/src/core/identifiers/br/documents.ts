import { say } from '../../texts/messages/say.ts'
import { type Checked, checked, compareDigits, digitsExpected, malformed } from '../checked.ts'
import { weightedSum, withoutSeparators } from '../digits.ts'
import { byType, type CountryDocuments } from '../document-checks.ts'

export const brazilianDocuments: CountryDocuments = {
  payer: checkPayerDocument,
  declared: byType(['CPF', checkCpf], ['CNPJ', checkCnpj]),
}

/** Distinguishes a CPF (11 digits) from a CNPJ (14 letters or digits) by format and checks it. */
function checkPayerDocument(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (/^\d{11}$/.test(text)) return checkCpf(raw)
  if (/^[0-9A-Z]{14}$/.test(text)) return checkCnpj(raw)
  return malformed('CPF', text, say('id.cpf_or_cnpj', { length: text.length }))
}

const CPF_FIRST_WEIGHTS = [10, 9, 8, 7, 6, 5, 4, 3, 2]
const CPF_SECOND_WEIGHTS = [11, ...CPF_FIRST_WEIGHTS]

/** Brazilian CPF: 11 digits that are not all equal; the last two are check digits and hard. */
export function checkCpf(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{11}$/.test(digits)) return malformed('CPF', digits, digitsExpected(say('id.cpf'), '11', digits))
  if (/^(\d)\1{10}$/.test(digits)) return malformed('CPF', digits, say('id.cpf_repeated'))
  const body = digits.slice(0, 9)
  const first = modulusDigit(weightedSum(body, CPF_FIRST_WEIGHTS))
  const second = modulusDigit(weightedSum(body + first, CPF_SECOND_WEIGHTS))
  return checked('CPF', digits, compareDigits('hard', first + second, digits.slice(9)))
}

/** The modulus 11 rule of CPF and CNPJ: a remainder below 2 gives 0, any other gives 11 less the remainder. */
function modulusDigit(sum: number): string {
  const rest = sum % 11
  return rest < 2 ? '0' : String(11 - rest)
}

const CNPJ_FIRST_WEIGHTS = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const CNPJ_SECOND_WEIGHTS = [6, ...CNPJ_FIRST_WEIGHTS]

/**
 * Brazilian CNPJ: 12 letters or digits, not all equal, and two check digits, which are hard. Letters are valid since
 * July 2026 (IN RFB 2229/2024), so a CNPJ is text and never a number.
 */
export function checkCnpj(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text)) {
    const { length } = text
    return malformed('CNPJ', text, length === 14 ? say('id.cnpj_form') : say('id.cnpj_length', { length }))
  }
  if (/^(.)\1{11}/.test(text)) return malformed('CNPJ', text, say('id.cnpj_repeated'))
  const body = text.slice(0, 12)
  const first = modulusDigit(weightedSum(body, CNPJ_FIRST_WEIGHTS))
  const second = modulusDigit(weightedSum(body + first, CNPJ_SECOND_WEIGHTS))
  return checked('CNPJ', text, compareDigits('hard', first + second, text.slice(12)))
}
