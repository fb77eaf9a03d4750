import { randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `length` characters of 0-9A-Za-z, uniformly distributed: 5.95 bits per character. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}

/** A whole number >= 0 in base 62, left-padded with zeros to `length` characters. */
export function base62(value: number, length: number): string {
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = alphabet.charAt(rest % 62) + text
  return text.padStart(length, '0')
}
