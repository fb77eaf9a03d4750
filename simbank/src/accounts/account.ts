import { z } from 'zod'

const number = z.string().regex(/^[A-Za-z0-9]{1,34}$/, 'must be 1 to 34 letters and digits')
const plain = /^[^\p{C}\p{Zl}\p{Zp}]*$/u
/** What people type. */
const line = (max: number) => z.string().min(1).max(max).regex(plain, 'must be one line without control characters')

/** A bank account of a business, by the number that statements write. `time_zone`: in which day an entry is booked. */
export const accountBody = z.object({
  number,
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters'),
  decimals: z.int().min(0).max(4).default(2),
  bank: line(70),
  time_zone: z.string().max(60).refine(isTimeZone, 'must be an IANA name'),
  opening_minor: z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be an integer as text, at most 15 digits')
    .default('0'),
})

/**
 * `deposit` and `return`, which brings a payment back, credit the account; `debit` and `fee` debit it. `party`: the other side,
 * as the bank knows it. `end_to_end_id`: what the account's owner named the payment.
 */
export const entryBody = z.object({
  kind: z.enum(['deposit', 'return', 'debit', 'fee']),
  amount_minor: z.string().regex(/^[1-9]\d{0,14}$/, 'must be a positive integer as text, at most 15 digits'),
  text: line(140),
  party: z
    .object({ name: line(54), document: line(35), account: number })
    .partial()
    .optional(),
  end_to_end_id: z
    .string()
    .regex(/^[\w-]{1,35}$/, 'must be 1 to 35 letters and digits')
    .optional(),
})

export type AccountFacts = z.output<typeof accountBody>

/** A booked entry: each is booked at once. */
export interface AccountEntry {
  facts: z.output<typeof entryBody>
  key: string
  /** The bank's own id of it, unique within the account, at most 16 characters. */
  ref: string
  /** ISO 8601 UTC, bank time. */
  at: string
  /** `2030-06-14` in the account's time zone. */
  day: string
}

export interface Account {
  id: string
  facts: AccountFacts
  /** By their keys, in the order of booking. */
  entries: Map<string, AccountEntry>
}

/** One day of an account so far: what every writer of a format writes. It depends on the book alone. */
export type Statement = ReturnType<typeof statementOf>

export function statementOf({ facts: account, entries: all }: Account, day: string) {
  const entries = [...all.values()].filter((each) => each.day === day)
  const openingMinor = BigInt(account.opening_minor) + sumOf([...all.values()].filter((each) => each.day < day))
  return { account, day, entries, openingMinor, closingMinor: openingMinor + sumOf(entries) }
}

export function isCredit({ facts: { kind } }: AccountEntry): boolean {
  return kind === 'deposit' || kind === 'return'
}

/** Credits less debits, minor units. */
export function sumOf(entries: readonly AccountEntry[]): bigint {
  return entries.reduce((sum, entry) => sum + BigInt(entry.facts.amount_minor) * (isCredit(entry) ? 1n : -1n), 0n)
}

/** `-1234.50` with `point` between units and decimals. Without decimals a comma ends the number, as MT940 wants it. */
export function decimalOf(minor: bigint, { decimals }: AccountFacts, point: '.' | ','): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  const end = decimals > 0 || point === ',' ? point + digits.slice(cut) : ''
  return `${minor < 0n ? '-' : ''}${digits.slice(0, cut)}${end}`
}

/** `2030-06-14` */
export function dayIn(timeZone: string, instantMs: number): string {
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instantMs)
}

function isTimeZone(name: string): boolean {
  try {
    return dayIn(name, 0) !== ''
  } catch {
    return false
  }
}
