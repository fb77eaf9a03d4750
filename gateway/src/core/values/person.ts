import type { Language } from '../texts/messages/languages.ts'
import type { MerchantRole, OperatorRole } from './roles.ts'

interface AnyPerson {
  userId: string
  name: string
  email: string
  language: Language
  /** Whether the second factor is set up. */
  secondFactor: boolean
  /** Identifies the session in lists. Gives no access. */
  sessionId: string
  /** True if the person confirmed their identity (step-up) within the last five minutes. */
  steppedUp: boolean
}

/** A person of a merchant. Sees the points of that merchant. */
export interface MerchantPerson extends AnyPerson {
  side: 'merchant'
  merchantId: string
  role: MerchantRole
}

/** A person of the operator. Sees all merchants. */
export interface OperatorPerson extends AnyPerson {
  side: 'operator'
  role: OperatorRole
}

/** A fully signed-in person: with password and, if it is set up, second factor. */
export type Person = MerchantPerson | OperatorPerson

/** `Ana Paz <ana@shop.example>`: the name of a person in audit log and histories. */
export function nameOf(person: { name: string; email: string }): string {
  return `${person.name} <${person.email}>`
}

/** The id of a person in fields that otherwise hold an API key's public id. Never has the format of a key id. */
export function personKeyId(userId: string): string {
  return `u_${Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')}`
}

/** The user id in such an id; undefined for an API key's id. */
export function userOfKeyId(keyId: string): string | undefined {
  const hex = /^u_([\w-]{22})$/.test(keyId) ? Buffer.from(keyId.slice(2), 'base64url').toString('hex') : ''
  if (hex.length !== 32) return undefined
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
