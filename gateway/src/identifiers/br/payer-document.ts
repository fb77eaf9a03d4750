import { type Checked, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'
import { checkCnpj } from './cnpj.ts'
import { checkCpf } from './cpf.ts'

/** Distinguishes a CPF (11 digits) from a CNPJ (14 letters or digits) by format and checks it. */
export function checkBrazilianPayerDocument(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (/^\d{11}$/.test(text)) return checkCpf(raw)
  if (/^[0-9A-Z]{14}$/.test(text)) return checkCnpj(raw)
  return malformed('CPF', text, `a CPF has 11 digits and a CNPJ 14 letters or digits, not ${text.length}`)
}
