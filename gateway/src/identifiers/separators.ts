// White space, dots, slashes, all common hyphens and dashes, and invisible marks of copied text.
const SEPARATORS = /[\s\p{Cf}./\-\u2010-\u2015\u2212]+/gu
const LAST_DIGIT_APART = /[-\u2010-\u2015\u2212]\s*\d\s*$/u

/** Compatibility forms folded (NFKC), upper case, without white space, dots, dashes and slashes. */
export function withoutSeparators(raw: string): string {
  return raw.normalize('NFKC').toUpperCase().replace(SEPARATORS, '')
}

/** True for `80028061-0`: a digit after a dash is a check digit. */
export function hasDashedLastDigit(raw: string): boolean {
  return LAST_DIGIT_APART.test(raw.normalize('NFKC'))
}
