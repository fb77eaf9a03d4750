import { randomBytesOf } from './random.ts'

/**
 * UUID version 7 (RFC 9562, section 5.7): 48 bits of Unix milliseconds, then random bits, so that keys made one after
 * another lie beside each other in an index. The clock is handed in; order inside one millisecond is not promised.
 */
export function uuidV7(now: Date): string {
  const bytes = randomBytesOf(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The smallest UUID version 7 of an instant: every id that was made from then on is at least this. */
export function uuidFrom(instant: Date): string {
  const hex = Math.max(0, instant.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}

/** When a UUID version 7 was made, to the millisecond. */
export function instantOfUuid(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

/** `bytes` random bytes as base64url text. 16 bytes (128 bits) cannot be guessed. */
export function randomToken(bytes: number): string {
  return randomBytesOf(bytes).toString('base64url')
}

/**
 * 22 characters of base64url: the minute, in 24 bits, then 104 random bits, which cannot be guessed. In an index the
 * tokens of today lie beside each other, where purely random ones would each dirty another page.
 */
export function datedToken(now: Date): string {
  const bytes = randomBytesOf(16)
  bytes.writeUIntBE(Math.floor(now.getTime() / 60_000) % 2 ** 24, 0, 3)
  return bytes.toString('base64url')
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text from outside may be compared with a uuid column without an error of the database. */
export function isUuid(text: string): boolean {
  return uuidShape.test(text)
}
