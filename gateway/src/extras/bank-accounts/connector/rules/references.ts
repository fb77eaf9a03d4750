import { createHmac } from 'node:crypto'

/**
 * References that payers type into their bank's form.
 *
 * The order's sequence number is permuted with a secret key, so that neighbours differ in most characters and nobody
 * counts orders by them. A check character follows, so that no single wrong character and no two exchanged ones make
 * the reference of another order.
 */

/** 29 symbols, a prime number, without the look-alikes 0 O, 1 I L, U V. */
export const symbols = '23456789ABCDEFGHJKMNPQRSTWXYZ'
const base = BigInt(symbols.length)

/** `P`, six symbols and the check symbol: `P22K47XM`. Or six digits and Damm's check digit, for SPEI: `1730224`. */
export type ReferenceForm = 'text' | 'numeric'

const forms = { text: { base, length: 6 }, numeric: { base: 10n, length: 6 } } as const
const rounds = 6

/** How many references an account has: 29^6 = 594,823,321 of text, a million of digits. Their places count from 0. */
export function placeCount(form: ReferenceForm): bigint {
  return forms[form].base ** BigInt(forms[form].length)
}

/** The place of an order's reference by its sequence number, permuted by the account's key. */
export function placeOf(form: ReferenceForm, key: string, sequence: bigint): bigint {
  const half = forms[form].base ** BigInt(forms[form].length / 2)
  return permute(key, { number: sequence % placeCount(form), half })
}

/** The reference at a place. Those of one form are in the order of their places. */
export function referenceAt(form: ReferenceForm, place: bigint): string {
  const data = digitsOf(place, forms[form].base, forms[form].length)
  if (form === 'numeric') return [...data, dammCheck(data)].join('')
  return `P${[...data, textCheck(data)].map((value) => symbols[value]).join('')}`
}

/** Whether a text has the form of a text reference with the right check symbol. */
export function isTextReference(text: string): boolean {
  if (text.length !== forms.text.length + 2 || !text.startsWith('P')) return false
  const values = [...text.slice(1)].map((symbol) => symbols.indexOf(symbol))
  if (values.includes(-1)) return false
  return textCheck(values.slice(0, -1)) === values.at(-1)
}

/** Whether a text has the form of a numeric reference with the right check digit. */
export function isNumericReference(text: string): boolean {
  return /^\d{7}$/.test(text) && dammCheck([...text].map(Number)) === 0
}

/**
 * The check value makes the weighted sum of all values divisible by 29. All weights differ and none is 0 modulo the
 * prime, so every single wrong value and every exchange of two different values changes the sum.
 */
function textCheck(data: readonly number[]): number {
  const modulus = symbols.length
  const sum = data.reduce((total, value, place) => total + (place + 2) * value, 0)
  return (modulus - (sum % modulus)) % modulus
}

/**
 * A totally anti-symmetric quasigroup of order 10 (H. Michael Damm, 2004): finds every wrong digit and every exchange of
 * neighbours. The diagonal is 0.
 */
const damm = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
] as const

function dammCheck(digits: readonly number[]): number {
  return digits.reduce<number>((row, digit) => damm[row]?.[digit] ?? 0, 0)
}

/** A Feistel network over pairs of halves: a bijection of 0 … half² - 1 for every key. */
function permute(key: string, { number, half }: { number: bigint; half: bigint }): bigint {
  let left = number / half
  let right = number % half
  for (let round = 0; round < rounds; round++) {
    const mixed = createHmac('sha256', key).update(`${round}/${half}/${right}`).digest().readBigUInt64BE()
    const next = (left + mixed) % half
    left = right
    right = next
  }
  return left * half + right
}

/** The digits of a number to a base, most significant first. */
function digitsOf(number: bigint, radix: bigint, length: number): number[] {
  const digits: number[] = []
  for (let rest = number; digits.length < length; rest /= radix) digits.unshift(Number(rest % radix))
  return digits
}
