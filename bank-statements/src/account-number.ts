/** Characters of a number without spaces: an IBAN has up to 34, a PIX key of e-mail up to 77. */
const lengthMax = 140

/**
 * The form in which numbers of accounts are compared: upper case, without spaces, and without separators where the
 * rest is digits (`0123/45678-9` is `0123456789`). Undefined where nothing comparable is left.
 */
export function comparableNumber(text: string): string | undefined {
  const compact = text.normalize('NFKC').toUpperCase().replace(/\s/g, '')
  const digits = compact.replace(/[./-]/g, '')
  const number = /^\d+$/.test(digits) ? digits : compact.replace(/\//g, '')
  return number.length <= lengthMax && /^[0-9A-Z@.+_-]+$/.test(number) ? number : undefined
}
