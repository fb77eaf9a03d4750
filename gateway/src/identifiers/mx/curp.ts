import { type Checked, checked, compareDigits, malformed } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'

/** Mexican CURP: 18 characters (4 letters, 6 digits, H, M or X, 5 letters, a letter or digit, a check digit). Soft. */
export function checkCurp(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (!/^[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d$/.test(text)) {
    return malformed('CURP', text, 'a CURP has 18 characters: 4 letters, 6 digits, H, M or X, 5 letters and 2 more')
  }
  return checked('CURP', text, compareDigits('soft', checkDigit(text.slice(0, -1)), text.slice(-1)))
}

function checkDigit(body: string): string {
  const sum = [...body].reduce((total, character, position) => total + ALPHABET.indexOf(character) * (18 - position), 0)
  return String((10 - (sum % 10)) % 10)
}
