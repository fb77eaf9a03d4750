import { type Checked, checked, malformed, soft } from '../checked.ts'
import { hasDashedLastDigit, withoutSeparators } from '../separators.ts'
import { checkNit } from './nit.ts'

/**
 * Detects a Colombian payer's document by format: CC of 4 to 10 digits, NIT with 11 digits or a last digit after a
 * dash, otherwise CE of at most 12 letters or digits. Ten digits can be a CC or a NIT with its digit, so a failed check
 * digit there only means CC.
 */
export function checkColombianPayerDocument(raw: string): Checked {
  const text = withoutSeparators(raw).replaceAll(',', '')
  if (/^\d{11}$/.test(text) || (/^\d{9,10}$/.test(text) && hasDashedLastDigit(raw))) return checkNit(raw)
  // Ten-digit personal numbers start with 1; other ten digits with a right check digit are a company's NIT.
  if (/^[2-9]\d{9}$/.test(text) && checkNit(raw).findings.length === 0) return checked('NIT', text)
  if (/^[1-9]\d{3,9}$/.test(text)) return checked('CC', text)
  if (/^[0-9A-Z]{4,12}$/.test(text)) {
    const assumed = soft('assumed', 'read as a CE: a CC has 4 to 10 digits and does not start with 0')
    return checked('CE', text, /^\d+$/.test(text) ? assumed : undefined)
  }
  return malformed(
    'CC',
    text,
    'a CC has 4 to 10 digits, a NIT 9 to 11 digits, a CE or passport 4 to 12 letters or digits',
  )
}
