import { say } from '../../texts/messages/say.ts'
import { type Checked, checked, compareDigits, digitsExpected, hard, isRefused, malformed, soft } from '../checked.ts'
import { weightedSum, withoutSeparators } from '../digits.ts'
import { byType, type CountryDocuments, passport, residenceCard } from '../document-checks.ts'

export const peruvianDocuments: CountryDocuments = {
  payer: checkPayerDocument,
  declared: byType(['RUC', checkRuc], ['DNI', checkDni], ['PAS', passport(7, 12)], ['CE', residenceCard(4, 12)]),
}

/**
 * Detects a Peruvian payer's document by format: 8 digits DNI, 11 digits RUC, other 9 to 12 letters or digits CE. Nine
 * characters are a DNI if the check character is right and a CE otherwise, so a failed check never refuses them.
 */
function checkPayerDocument(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (/^\d{8}[\dA-K]?$/.test(text)) return checkDniOrCe(raw, text)
  if (/^\d{11}$/.test(text)) return checkRuc(raw)
  if (/^[0-9A-Z]{9,12}$/.test(text)) return checked('CE', text)
  return malformed('DNI', text, say('id.documents_pe'))
}

function checkDniOrCe(raw: string, text: string): Checked {
  const dni = checkDni(raw)
  if (!isRefused(dni)) return dni
  // Nine digits look like a CE. A letter at the end does not, so that case is flagged.
  const assumed = soft(
    'assumed',
    say('id.read_as_ce_pe', { what: dni.findings[0]?.message ?? say('id.check_digit_fails') }),
  )
  return checked('CE', text, /^\d+$/.test(text) ? undefined : assumed)
}

const DNI_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2]

/**
 * Peruvian DNI: 8 digits, optionally with a check character (a digit, or a letter A–K on older cards), which is hard
 * when it is sent and dropped from the normalised form.
 */
function checkDni(raw: string): Checked {
  const text = withoutSeparators(raw)
  const shape = /^(\d{8})([\dA-K]?)$/.exec(text)
  if (!shape) return malformed('DNI', text, digitsExpected(say('id.dni'), '8', text))
  const [, digits = '', character = ''] = shape
  const place = weightedSum(digits, DNI_WEIGHTS) % 11
  const digit = '65432110987'.charAt(place)
  const letter = 'KJIHGFEDCBA'.charAt(place)
  if (character === '' || character === digit || character === letter) return checked('DNI', digits)
  return checked('DNI', digits, hard('invalid_check_digit', say('id.check_digit_or_letter', { digit, letter })))
}

const RUC_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/** Peruvian RUC: 11 digits that start with 10, 15, 16, 17 (people) or 20 (companies); the check digit is hard. */
function checkRuc(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{11}$/.test(digits)) return malformed('RUC', digits, digitsExpected(say('id.ruc'), '11', digits))
  if (!/^(10|15|16|17|20)/.test(digits)) return malformed('RUC', digits, say('id.ruc_starts'))
  const expected = (11 - (weightedSum(digits, RUC_WEIGHTS) % 11)) % 10
  return checked('RUC', digits, compareDigits('hard', String(expected), digits.slice(10)))
}
