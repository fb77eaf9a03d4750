import type { Reason } from './reasons.ts'

/** What the simulated issuer does with a card. */
export type CardRule =
  | { kind: 'frictionless' }
  | { kind: 'challenge'; onApproval: 'pay' | 'refuse' }
  | { kind: 'refused'; reason: Reason }
  | { kind: 'broken' }

const CHALLENGE: CardRule = { kind: 'challenge', onApproval: 'pay' }

/** Test numbers that payment companies publish for their sandboxes; every other valid number is frictionless. */
const TEST_CARDS: ReadonlyMap<string, CardRule> = new Map<string, CardRule>([
  ['4000002760003184', CHALLENGE],
  ['5200828282828210', CHALLENGE],
  ['4000000000003220', { kind: 'challenge', onApproval: 'refuse' }],
  ['4000000000000002', { kind: 'refused', reason: 'declined' }],
  ['4000000000009995', { kind: 'refused', reason: 'insufficient_funds' }],
  ['4000000000000069', { kind: 'refused', reason: 'expired_card' }],
  ['4000000000000119', { kind: 'broken' }],
])

/** The issuer's rule for a card number (digits only). */
export function cardRule(number: string): CardRule {
  return TEST_CARDS.get(number) ?? { kind: 'frictionless' }
}

/** The check digit of ISO/IEC 7812-1 (Luhn) over 12 to 19 digits. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  let sum = 0
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
