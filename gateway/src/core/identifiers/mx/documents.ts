import { say } from '../../texts/messages/say.ts'
import { type Checked, checked, compareDigits, malformed, softened } from '../checked.ts'
import { digitToTen, withoutSeparators } from '../digits.ts'
import { byType, type CountryDocuments } from '../document-checks.ts'

export const mexicanDocuments: CountryDocuments = {
  payer: checkPayerDocument,
  declared: byType(['RFC', checkRfc], ['CURP', checkCurp]),
}

/**
 * Distinguishes a CURP (18 characters) from an RFC and checks it. No service code requires it, so every finding is
 * soft.
 */
function checkPayerDocument(raw: string): Checked {
  return softened(withoutSeparators(raw).length === 18 ? checkCurp(raw) : checkRfc(raw))
}

const RFC_ALPHABET = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'
const RFC_SHAPE = /^[A-ZÑ&]{3,4}\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[0-9A-Z]{3}$/

/**
 * Mexican RFC: 3 (company) or 4 (person) letters, a date YYMMDD, 3 letters or digits. The last character is a soft
 * check digit: about 1.5 % of the numbers in use differ from the computed one.
 */
function checkRfc(raw: string): Checked {
  const text = withoutSeparators(raw).replaceAll('_', '')
  if (!RFC_SHAPE.test(text)) {
    return malformed('RFC', text, say('id.rfc_form'))
  }
  return checked('RFC', text, compareDigits('soft', rfcCharacter(text.slice(0, -1)), text.slice(-1)))
}

function rfcCharacter(body: string): string {
  const sum = [...body.padStart(12, ' ')].reduce(
    (total, character, position) => total + RFC_ALPHABET.indexOf(character) * (13 - position),
    0,
  )
  return '0123456789A'.charAt((11 - (sum % 11)) % 11)
}

const CURP_ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'

/** Mexican CURP: 18 characters (4 letters, 6 digits, H, M or X, 5 letters, a letter or digit, a check digit). Soft. */
function checkCurp(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (!/^[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d$/.test(text)) {
    return malformed('CURP', text, say('id.curp_form'))
  }
  return checked('CURP', text, compareDigits('soft', curpDigit(text.slice(0, -1)), text.slice(-1)))
}

function curpDigit(body: string): string {
  const sum = [...body].reduce(
    (total, character, position) => total + CURP_ALPHABET.indexOf(character) * (18 - position),
    0,
  )
  return digitToTen(sum)
}
