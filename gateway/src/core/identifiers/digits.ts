// White space, dots, slashes, all common hyphens and dashes, and invisible marks of copied text.
const SEPARATORS = /[\s\p{Cf}./\-\u2010-\u2015\u2212]+/gu
const LAST_DIGIT_APART = /[-\u2010-\u2015\u2212]\s*\d\s*$/u

/** Compatibility forms folded (NFKC), upper case, without white space, dots, dashes and slashes. */
export function withoutSeparators(raw: string): string {
  return raw.normalize('NFKC').toUpperCase().replace(SEPARATORS, '')
}

/**
 * The text with the letters a to z in upper case. JavaScript's own function turns other letters into them as well: ı
 * becomes I, ſ becomes S, ß becomes SS. A code with such a letter is misspelt, and is not taken for another code.
 */
export function upperAscii(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}

/** The text with the letters A to Z in lower case. JavaScript's own function turns the sign of the kelvin into k too. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** True for `80028061-0`: a digit after a dash is a check digit. */
export function hasDashedLastDigit(raw: string): boolean {
  return LAST_DIGIT_APART.test(raw.normalize('NFKC'))
}

const ASCII_ZERO = 48

/**
 * Sum of value × weight from the left, over as many characters as there are weights. The value of a character is its
 * ASCII code less 48: the digit itself, and for letters the value that the Brazilian CNPJ requires.
 */
export function weightedSum(text: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, position) => sum + valueAt(text, position) * weight, 0)
}

/** Like `weightedSum`, from the right over the whole text; the weights repeat when the text is longer. */
export function weightedSumFromRight(text: string, weights: readonly number[]): number {
  let sum = 0
  for (let fromRight = 0; fromRight < text.length; fromRight += 1) {
    sum += valueAt(text, text.length - 1 - fromRight) * (weights[fromRight % weights.length] ?? 0)
  }
  return sum
}

/** The check digit that completes a sum to a multiple of 10. */
export function digitToTen(sum: number): string {
  return String((10 - (sum % 10)) % 10)
}

/**
 * Sum of the digits for such a check digit: every second one is doubled, from the first or from the second on, less 9
 * where that is above 9.
 */
export function luhnSum(digits: string, doubledFrom: 'first' | 'second'): number {
  return [...digits].reduce((total, digit, position) => {
    const isDoubled = (position % 2 === 0) === (doubledFrom === 'first')
    const product = Number(digit) * (isDoubled ? 2 : 1)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
}

function valueAt(text: string, position: number): number {
  return text.charCodeAt(position) - ASCII_ZERO
}
