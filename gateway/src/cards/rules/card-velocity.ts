import type { Environment } from '../../values/environment.ts'
import type { Reason, Status } from '../../values/status.ts'

/** By what card pay-ins are counted: the card's bank, the card, the payer's address, the payer's e-mail. */
export const velocityKinds = ['bin', 'fingerprint', 'address', 'email'] as const
export type VelocityKind = (typeof velocityKinds)[number]

/** How many card pay-ins, and how many declined ones, may fall into an hour and a day. Null = no limit. */
export interface VelocityLimits {
  attemptsHour: number | null
  declinesHour: number | null
  attemptsDay: number | null
  declinesDay: number | null
}

/**
 * What was counted before this pay-in. `declines` are those of the window and what the provider has not answered yet
 * (`undecidedSeconds`): else a burst would be over before its first decline counts. A payer who was sent to 3-D Secure is
 * answered: the issuer has not let anybody learn whether the card is good, and honest payers stay there for minutes.
 */
export interface VelocityCounts {
  attemptsHour: number
  declinesHour: number
  attemptsDay: number
  declinesDay: number
}

export const unlimitedVelocity: VelocityLimits = {
  attemptsHour: null,
  declinesHour: null,
  attemptsDay: null,
  declinesDay: null,
}

/**
 * For how long a pay-in without an answer counts as declined. Calls take 8 s at most, and the first inquiries about an
 * unknown outcome come within 2 minutes; what is still unknown then is an outage rather than a test of cards.
 */
export const undecidedSeconds = 600

/**
 * Defaults of live points. A bank's first six digits are shared by many honest payers: their declines count, and tries
 * only above what a large shop sees, so that a list in 3-D Secure has an end too. One
 * address or e-mail is one person or household: ten tries an hour leave room for mistakes, and a list of stolen numbers
 * runs into them in seconds. Cards are not told apart until an operator sets a limit for them.
 */
const liveLimits: Readonly<Record<VelocityKind, VelocityLimits>> = {
  bin: { ...unlimitedVelocity, attemptsHour: 2_000, declinesHour: 50, declinesDay: 300 },
  fingerprint: unlimitedVelocity,
  address: { attemptsHour: 20, declinesHour: 10, attemptsDay: 60, declinesDay: 20 },
  email: { attemptsHour: 10, declinesHour: 6, attemptsDay: 30, declinesDay: 12 },
}

/** Test points have none, so that examples and scenarios can be repeated. */
export function defaultVelocityLimits(environment: Environment, kind: VelocityKind): VelocityLimits {
  return environment === 'live' ? liveLimits[kind] : unlimitedVelocity
}

/** The window of the limit that one more pay-in would exceed; undefined where it may pass. */
export function exceededWindow(limits: VelocityLimits, counts: VelocityCounts): 'hour' | 'day' | undefined {
  if (reached(limits.attemptsHour, counts.attemptsHour) || reached(limits.declinesHour, counts.declinesHour))
    return 'hour'
  if (reached(limits.attemptsDay, counts.attemptsDay) || reached(limits.declinesDay, counts.declinesDay)) return 'day'
  return undefined
}

/**
 * Whether pay-ins with the same key are checked one after the other, so that not one more passes than the limit says. Not
 * where declines alone are limited, which come later anyway, and not by bank: a shop's payers would wait for one another.
 */
export function isCheckedInTurn(kind: VelocityKind, limits: VelocityLimits): boolean {
  return kind !== 'bin' && (limits.attemptsHour !== null || limits.attemptsDay !== null)
}

/** What a use of a card has become: `undefined` while nobody knows. */
export type UseState = 'settled' | 'declined'

/**
 * What a card pay-in's state means for its use. Declined: it failed, and the issuer was asked; what was surely never
 * sent tells nobody anything. Settled: every other decision, and the payer's way to 3-D Secure.
 */
export function useStateAfter(status: Status, reason: Reason): UseState | undefined {
  if (status === 'ERROR') return reason === 'not_executed' ? 'settled' : 'declined'
  return status !== 'PENDING' || reason === 'awaiting_3ds' ? 'settled' : undefined
}

/**
 * An e-mail as one mailbox: lower case, without the `+tag` that most providers ignore. The dots of one provider's
 * addresses stay: elsewhere they tell people apart.
 */
export function mailboxOf(email: string): string {
  const text = email.normalize('NFKC').trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const plus = text.indexOf('+')
  return plus > 0 && plus < at ? text.slice(0, plus) + text.slice(at) : text
}

function reached(limit: number | null, count: number): boolean {
  return limit !== null && count >= limit
}
