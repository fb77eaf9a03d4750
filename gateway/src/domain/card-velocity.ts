import type { Environment } from './transaction.ts'

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

/** What was counted before this pay-in. */
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
 * Defaults of live points. A bank's first six digits are shared by many honest payers: only their declines count. One
 * card, address or e-mail is one person or household: ten tries an hour leave room for mistakes, and a list of stolen
 * numbers runs into them in seconds.
 */
const liveLimits: Readonly<Record<VelocityKind, VelocityLimits>> = {
  bin: { ...unlimitedVelocity, declinesHour: 50, declinesDay: 300 },
  fingerprint: { attemptsHour: 10, declinesHour: 4, attemptsDay: 30, declinesDay: 8 },
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

function reached(limit: number | null, count: number): boolean {
  return limit !== null && count >= limit
}
