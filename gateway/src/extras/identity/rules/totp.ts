import { createHmac, randomBytes } from 'node:crypto'
import { sameSecret } from '../../../core/platform/ids.ts'

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, 6 digits, steps of 30 s. */
const stepSeconds = 30
const digits = 6

/** Accepted clock error of a phone, in steps. */
const stepsOff = 1

/** RFC 4226, section 4: 160 bits are recommended. */
const secretBytes = 20

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret in base 32. */
export function newTotpSecret(): string {
  return base32(randomBytes(secretBytes))
}

/** The time step of Unix time `seconds`. */
export function totpStep(seconds: number): number {
  return Math.floor(seconds / stepSeconds)
}

/** The code of a step (RFC 4226, section 5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac[mac.length - 1] ?? 0) & 0x0f
  const value = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(value).padStart(digits, '0')
}

/**
 * The step that matches this code, now or one step beside; undefined: none. The caller makes sure that a step is used
 * once.
 */
export function matchingTotpStep(secret: string, code: string, seconds: number): number | undefined {
  const now = totpStep(seconds)
  let found: number | undefined
  for (let step = now - stepsOff; step <= now + stepsOff; step++) {
    if (sameSecret(Buffer.from(totpCode(secret, step)), Buffer.from(code))) found = step
  }
  return found
}

/** The address in the QR code for an authenticator app. */
export function totpUri(secret: string, email: string): string {
  const label = `${encodeURIComponent('Pasarela')}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=Pasarela&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => base32Alphabet.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
    .join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((each) => base32Alphabet.indexOf(each).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
