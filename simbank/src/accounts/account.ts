import { z } from 'zod'

const minor = z.string().regex(/^[1-9]\d{0,14}$/, 'must be a positive integer as text, at most 15 digits')
const number = z.string().regex(/^[A-Za-z0-9]{1,34}$/, 'must be 1 to 34 letters and digits')
/** What people type: no control characters, and no halves of characters. */
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'must be one line without control characters')

/** A bank account of a business. */
export const accountBody = z.object({
  /** As statements write it. */
  number,
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters'),
  decimals: z.int().min(0).max(4).default(2),
  bank: line(70),
  /** IANA name: in which day an entry is booked. */
  time_zone: z.string().max(60).refine(isTimeZone, 'must be an IANA name'),
  /** Balance before the first entry. */
  opening_minor: z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be an integer as text, at most 15 digits')
    .default('0'),
})

/** `deposit` and `return`, which brings a payment back, credit the account; `debit` and `fee` debit it. */
export const entryBody = z.object({
  kind: z.enum(['deposit', 'return', 'debit', 'fee']),
  amount_minor: minor,
  /** What people read; a payer may have typed it. */
  text: line(140),
  /** The other side, as the bank knows it. */
  party: z
    .object({ name: line(54), document: line(35), account: number })
    .partial()
    .optional(),
  /** What the account's owner named the payment. */
  end_to_end_id: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,35}$/)
    .optional(),
})

export type AccountFacts = z.output<typeof accountBody>
export type EntryFacts = z.output<typeof entryBody>

/** A booked entry: entries are booked at once. */
export interface AccountEntry {
  facts: EntryFacts
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
  byKey: Map<string, AccountEntry>
  /** The entries of each day, in the order of booking. */
  days: Map<string, AccountEntry[]>
}

/** One day of an account so far: what every writer of a format writes. It depends on the book alone. */
export interface Statement {
  account: AccountFacts
  day: string
  openingMinor: bigint
  closingMinor: bigint
  entries: readonly AccountEntry[]
}

export function statementOf({ facts, days }: Account, day: string): Statement {
  const before = [...days].filter(([each]) => each < day).flatMap(([, some]) => some)
  const openingMinor = BigInt(facts.opening_minor) + sumOf(before)
  const entries = days.get(day) ?? []
  return { account: facts, day, entries, openingMinor, closingMinor: openingMinor + sumOf(entries) }
}

export function isCredit({ facts: { kind } }: AccountEntry): boolean {
  return kind === 'deposit' || kind === 'return'
}

/** Credits less debits, minor units. */
export function sumOf(entries: readonly AccountEntry[]): bigint {
  return entries.reduce((sum, entry) => sum + BigInt(entry.facts.amount_minor) * (isCredit(entry) ? 1n : -1n), 0n)
}

/** `-1234.50` with `point` between units and decimals. Without decimals a comma ends the number, as MT940 wants it. */
export function decimalOf(minorUnits: bigint, { decimals }: AccountFacts, point: '.' | ','): string {
  const digits = String(minorUnits < 0n ? -minorUnits : minorUnits).padStart(decimals + 1, '0')
  const [whole, rest] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)]
  return `${minorUnits < 0n ? '-' : ''}${whole}${rest !== '' || point === ',' ? point : ''}${rest}`
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
