import type { Environment } from '../../../core/values/environment.ts'
import type { Reason, Status } from '../../../core/values/status.ts'

/** Keys by which card pay-ins are counted: the card's bank, the card, the payer's address, the payer's e-mail. */
export const velocityKinds = ['bin', 'fingerprint', 'address', 'email'] as const
export type VelocityKind = (typeof velocityKinds)[number]

/** Limits of card pay-ins and of declined ones, per hour and day. Null = no limit. */
export interface VelocityLimits {
  attemptsHour: number | null
  declinesHour: number | null
  attemptsDay: number | null
  declinesDay: number | null
}

/**
 * Counts before this pay-in. `declines` include recent unanswered pay-ins (`undecidedSeconds`); otherwise a burst
 * would end before its first decline counts. A payer in 3-D Secure counts as answered: the issuer has not revealed
 * whether the card is good, and honest payers stay there for minutes.
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
 * How long an unanswered pay-in counts as declined. Calls take 8 s at most, and inquiries about an unknown outcome
 * start within 2 minutes. A longer silence is an outage rather than card testing.
 */
export const undecidedSeconds = 600

/**
 * Defaults of live points. Many honest payers share a bank's first six digits: declines are limited, attempts only
 * above the volume of a large shop, so that lists tested through 3-D Secure are limited too. One address or e-mail is
 * one person or household: ten attempts an hour allow mistakes, and a list of stolen numbers exceeds them in seconds.
 * Cards are not limited unless an operator sets it.
 */
const liveLimits: Readonly<Record<VelocityKind, VelocityLimits>> = {
  bin: { ...unlimitedVelocity, attemptsHour: 2_000, declinesHour: 50, declinesDay: 300 },
  fingerprint: unlimitedVelocity,
  address: { attemptsHour: 20, declinesHour: 10, attemptsDay: 60, declinesDay: 20 },
  email: { attemptsHour: 10, declinesHour: 6, attemptsDay: 30, declinesDay: 12 },
}

/** Test points have no limits, so that examples and scenarios can be repeated. */
export function defaultVelocityLimits(environment: Environment, kind: VelocityKind): VelocityLimits {
  return environment === 'live' ? liveLimits[kind] : unlimitedVelocity
}

/** The window whose limit one more pay-in would exceed; undefined where none. */
export function exceededWindow(limits: VelocityLimits, counts: VelocityCounts): 'hour' | 'day' | undefined {
  if (reached(limits.attemptsHour, counts.attemptsHour) || reached(limits.declinesHour, counts.declinesHour))
    return 'hour'
  if (reached(limits.attemptsDay, counts.attemptsDay) || reached(limits.declinesDay, counts.declinesDay)) return 'day'
  return undefined
}

/**
 * Whether checks with the same key run one at a time, which makes the limit exact. Not where only declines are
 * limited, because they arrive later. Not by bank, because a shop's payers would wait for each other.
 */
export function isCheckedInTurn(kind: VelocityKind, limits: VelocityLimits): boolean {
  return kind !== 'bin' && (limits.attemptsHour !== null || limits.attemptsDay !== null)
}

/** State of a card use; `undefined` while unknown. */
export type UseState = 'settled' | 'declined'

/**
 * The state of a card use by its pay-in's status. Declined: the issuer was asked and the pay-in failed; an order that
 * was never sent reveals nothing. Settled: every other decision, and the redirect to 3-D Secure.
 */
export function useStateAfter(status: Status, reason: Reason): UseState | undefined {
  if (status === 'ERROR') return reason === 'not_executed' ? 'settled' : 'declined'
  return status !== 'PENDING' || reason === 'awaiting_3ds' ? 'settled' : undefined
}

/** Letters of other scripts, and of IPA and Turkish, that look like a Latin one, upper case before lower case. */
const lookalikes = new Map(
  Object.entries({
    a: 'АΑаαɑ',
    b: 'ВΒвьβ',
    c: 'Ссς',
    d: 'ԁ',
    e: 'ЕΕеε',
    g: 'Ԍɡ',
    h: 'НΗнһհ',
    i: 'ІΙіιı',
    j: 'Јјϳ',
    k: 'КΚкκ',
    l: 'Ӏӏ',
    m: 'МΜм',
    n: 'Νпηո',
    o: 'ОΟоοσօ',
    p: 'РΡрρ',
    q: 'Ԛԛ',
    r: 'г',
    s: 'Ѕѕ',
    t: 'ТΤтτ',
    u: 'υս',
    v: 'Ѵѵν',
    w: 'Ԝԝω',
    x: 'ХΧхχ',
    y: 'УΥуүγ',
    z: 'Ζζ',
  }).flatMap(([latin, others]) => [...others].map((other): [string, string] => [other, latin])),
)

/**
 * Normalises an e-mail to its mailbox: lower case, one form of each letter, without characters that nobody sees and without
 * the `+tag` that most providers ignore. Dots stay, because most providers distinguish them.
 */
export function mailboxOf(email: string): string {
  const text = email
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
  const at = text.lastIndexOf('@')
  const plus = text.indexOf('+')
  const name = text.slice(0, plus > 0 && plus < at ? plus : Math.max(at, 0))
  return (skeletonOf(name) + skeletonOf(text.slice(Math.max(at, 0)))).toLowerCase()
}

/** Among Latin letters a lookalike stands for the Latin one. A text without Latin letters is of its own script. */
function skeletonOf(text: string): string {
  return /[a-z]/i.test(text) ? [...text].map((each) => lookalikes.get(each) ?? each).join('') : text
}

function reached(limit: number | null, count: number): boolean {
  return limit !== null && count >= limit
}
