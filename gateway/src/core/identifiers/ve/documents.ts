import { say } from '../../texts/messages/say.ts'
import { type Checked, checked, compareDigits, malformed, soft } from '../checked.ts'
import { weightedSum, withoutSeparators } from '../digits.ts'
import { byType, type CountryDocuments, passport } from '../document-checks.ts'

export const venezuelanDocuments: CountryDocuments = {
  payer: checkPayerDocument,
  declared: byType(['CI', checkCi], ['RIF', checkRif], ['PAS', passport()]),
}

/**
 * Detects a Venezuelan payer's document by its letter. V or E with up to 8 digits is a CI. V or E with 9 digits is a
 * RIF, or a CI with leading zeros when the check digit fails. J, G, C, R and P are a RIF; P with another length is a
 * passport. Digits without a letter are read as V and flagged.
 */
function checkPayerDocument(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (/^[VE]\d{9}$/.test(text)) {
    const rif = checkRif(raw)
    return rif.findings.length > 0 && text.charAt(1) === '0' ? checkCi(raw) : rif
  }
  if (/^[VE]?\d{5,9}$/.test(text)) return checkCi(raw)
  if (/^P\d{5,8}$/.test(text)) return checked('PAS', text, soft('assumed', say('id.read_as_passport_ve')))
  if (/^[JPGCR]/.test(text)) return checkRif(raw)
  return malformed('CI', text, say('id.documents_ve'))
}

/**
 * Venezuelan cédula (CI): V or E and 5 to 9 digits, leading zeros dropped; it has no check digit. A missing letter is
 * read as V and flagged as assumed.
 */
function checkCi(raw: string): Checked {
  const text = withoutSeparators(raw)
  const shape = /^([VE]?)(\d{5,9})$/.exec(text)
  const digits = shape?.[2]?.replace(/^0+/, '') ?? ''
  if (!shape || digits === '') return malformed('CI', text, say('id.ci_form_ve'))
  const letter = shape[1] ?? ''
  const assumed = soft('assumed', say('id.ci_letter_assumed'))
  return checked('CI', (letter || 'V') + digits, letter === '' ? assumed : undefined)
}

const RIF_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2]
const LETTER_VALUES = new Map([
  ['V', 4],
  ['E', 8],
  ['J', 12],
  ['P', 16],
  ['G', 20],
  ['C', 12],
])

/**
 * Venezuelan RIF: V, E, J, P, G or C and 9 digits, the last a check digit, which is soft. R is flagged: registers of firms
 * have it, and no rule for its check digit is known.
 */
function checkRif(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (/^[VEJPGC]\d{8}$/.test(text)) {
    return malformed('RIF', text, say('id.rif_check_digit_missing', { check_digit: checkDigit(text) }))
  }
  if (/^R\d{9}$/.test(text)) return checked('RIF', text, soft('unusual', say('id.rif_firm')))
  if (!/^[VEJPGC]\d{9}$/.test(text)) {
    return malformed('RIF', text, say('id.rif_form'))
  }
  return checked('RIF', text, compareDigits('soft', checkDigit(text), text.slice(9)))
}

function checkDigit(text: string): string {
  const sum = (LETTER_VALUES.get(text.charAt(0)) ?? 0) + weightedSum(text.slice(1), RIF_WEIGHTS)
  return '00987654321'.charAt(sum % 11)
}
