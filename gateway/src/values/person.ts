import type { Language } from './language.ts'
import type { MerchantRole, OperatorRole } from './roles.ts'

interface AnyPerson {
  userId: string
  name: string
  email: string
  language: Language
  /** Whether the second factor is set up. */
  secondFactor: boolean
  /** Names the session in lists; opens nothing. */
  sessionId: string
  /** The person proved to be there within the last five minutes. */
  steppedUp: boolean
}

/** A merchant's person, who sees the points of that merchant. */
export interface MerchantPerson extends AnyPerson {
  side: 'merchant'
  merchantId: string
  role: MerchantRole
}

/** A person of the operator, who sees all merchants. */
export interface OperatorPerson extends AnyPerson {
  side: 'operator'
  role: OperatorRole
}

/** Who is signed in, fully: password and, where it is set up, second factor. */
export type Person = MerchantPerson | OperatorPerson

/** `Ana Paz <ana@shop.example>`: a person as the audit log and histories name them. */
export function nameOf(person: { name: string; email: string }): string {
  return `${person.name} <${person.email}>`
}

/** Under this name a person stands where otherwise an API key's public id does; never the form of a key's id. */
export function personKeyId(userId: string): string {
  return `u_${Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')}`
}

/** The user behind such a name; undefined for an API key's id. */
export function userOfKeyId(keyId: string): string | undefined {
  const hex = /^u_([\w-]{22})$/.test(keyId) ? Buffer.from(keyId.slice(2), 'base64url').toString('hex') : ''
  if (hex.length !== 32) return undefined
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
