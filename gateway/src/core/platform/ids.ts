import { randomInt, timingSafeEqual } from 'node:crypto'
import { randomBytesOf } from './random.ts'

/**
 * UUID version 7 (RFC 9562, section 5.7): 48 bits of Unix milliseconds, then random bits. Keys that are created one
 * after another are adjacent in an index. The caller passes the time. Order within one millisecond is not guaranteed.
 */
export function uuidV7(now: Date): string {
  const bytes = randomBytesOf(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  return uuidOf(bytes, 7)
}

/**
 * UUID version 8 (RFC 9562, section 5.8) that tells its cell: `00` and the two digits of the cell, 32 bits of Unix seconds,
 * then random bits. Version 7 begins with such digits only for instants before 1992.
 */
export function uuidOfCell(cell: string, now: Date): string {
  const bytes = randomBytesOf(16)
  bytes.write(`00${cell}`, 'hex')
  bytes.writeUInt32BE(Math.floor(now.getTime() / 1_000) % 2 ** 32, 2)
  return uuidOf(bytes, 8)
}

function uuidOf(bytes: Buffer, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The smallest UUID version 7 of an instant: a lower bound of all ids created from then on. */
export function uuidFrom(instant: Date): string {
  const hex = Math.max(0, instant.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}

/** The creation time of a UUID version 7, to the millisecond. */
export function instantOfUuid(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

/** `bytes` random bytes as base64url text. 16 bytes (128 bits) cannot be guessed. */
export function randomToken(bytes: number): string {
  return randomBytesOf(bytes).toString('base64url')
}

/**
 * 22 characters of base64url: the minute in 24 bits, then 104 unguessable random bits. Tokens of the same day are
 * adjacent in an index; purely random tokens would each change a different page.
 */
export function datedToken(now: Date): string {
  const bytes = randomBytesOf(16)
  bytes.writeUIntBE(Math.floor(now.getTime() / 60_000) % 2 ** 24, 0, 3)
  return bytes.toString('base64url')
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether an external text can be compared with a uuid column without a database error. */
export function isUuid(text: string): boolean {
  return uuidShape.test(text)
}

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

/** Compares two hashes in constant time. */
export function sameSecret(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
