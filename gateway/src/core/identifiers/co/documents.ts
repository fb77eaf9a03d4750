import { range, say } from '../../texts/messages/say.ts'
import { type Checked, checked, compareDigits, digitsExpected, malformed, soft } from '../checked.ts'
import { hasDashedLastDigit, weightedSumFromRight, withoutSeparators } from '../digits.ts'
import { byType, type CountryDocuments, passport, residenceCard } from '../document-checks.ts'

export const colombianDocuments: CountryDocuments = {
  payer: checkPayerDocument,
  declared: byType(['CC', checkCedula], ['CE', residenceCard(4, 12)], ['PAS', passport(4, 12)], ['NIT', checkNit]),
}

/**
 * Detects a Colombian payer's document by format: CC of 4 to 10 digits, NIT with 11 digits or a last digit after a
 * dash, otherwise CE of at most 12 letters or digits. Ten digits can be a CC or a NIT with its digit, so a failed check
 * digit there only means CC.
 */
function checkPayerDocument(raw: string): Checked {
  const text = withoutSeparators(raw).replaceAll(',', '')
  if (/^\d{11}$/.test(text) || (/^\d{9,10}$/.test(text) && hasDashedLastDigit(raw))) return checkNit(raw)
  // Ten-digit personal numbers start with 1; other ten digits with a right check digit are a company's NIT.
  if (/^[2-9]\d{9}$/.test(text) && checkNit(raw).findings.length === 0) return checked('NIT', text)
  if (/^[1-9]\d{3,9}$/.test(text)) return checked('CC', text)
  if (/^[0-9A-Z]{4,12}$/.test(text)) {
    const assumed = soft('assumed', say('id.read_as_ce'))
    return checked('CE', text, /^\d+$/.test(text) ? assumed : undefined)
  }
  return malformed('CC', text, say('id.documents_co'))
}

/** Colombian cédula de ciudadanía (CC): 4 to 10 digits, the first not 0; it has no check digit. Commas are dropped. */
function checkCedula(raw: string): Checked {
  const digits = withoutSeparators(raw).replaceAll(',', '')
  if (!/^[1-9]\d{3,9}$/.test(digits)) {
    return malformed('CC', digits, say('id.cc_form'))
  }
  return checked('CC', digits)
}

const WEIGHTS_FROM_RIGHT = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71]

/**
 * Colombian NIT: 8 to 16 digits, usually 9 and a check digit. The check digit may be missing: it is checked only from
 * 10 digits on or after a dash, and it is soft.
 */
function checkNit(raw: string): Checked {
  const digits = withoutSeparators(raw).replaceAll(',', '')
  if (!/^\d{8,16}$/.test(digits)) return malformed('NIT', digits, digitsExpected(say('id.nit'), range(8, 16), digits))
  if (digits.length < 10 && !hasDashedLastDigit(raw)) return checked('NIT', digits)
  return checked('NIT', digits, compareDigits('soft', checkDigit(digits.slice(0, -1)), digits.slice(-1)))
}

function checkDigit(body: string): string {
  return '01987654321'.charAt(weightedSumFromRight(body, WEIGHTS_FROM_RIGHT) % 11)
}
