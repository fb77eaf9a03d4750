import { type Checked, checked, compareDigits, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'
const SHAPE = /^[A-ZÑ&]{3,4}\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[0-9A-Z]{3}$/

/**
 * Mexican RFC: 3 (company) or 4 (person) letters, a date YYMMDD, 3 letters or digits. The last character is a soft
 * check digit: about 1.5 % of the numbers in use differ from the computed one.
 */
export function checkRfc(raw: string): Checked {
  const text = withoutSeparators(raw).replaceAll('_', '')
  if (!SHAPE.test(text)) {
    return malformed('RFC', text, 'an RFC has 3 or 4 letters, a date YYMMDD and 3 letters or digits')
  }
  return checked('RFC', text, compareDigits('soft', checkCharacter(text.slice(0, -1)), text.slice(-1)))
}

function checkCharacter(body: string): string {
  const sum = [...body.padStart(12, ' ')].reduce(
    (total, character, position) => total + ALPHABET.indexOf(character) * (13 - position),
    0,
  )
  return '0123456789A'.charAt((11 - (sum % 11)) % 11)
}
