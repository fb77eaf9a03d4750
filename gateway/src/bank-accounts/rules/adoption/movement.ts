import type { References } from '../../statements/statement.ts'
import { plainReference, tokensIn } from '../reference-tokens.ts'

/** A line as it is compared with others. Days are `2030-06-14`. */
export interface Movement {
  id: string
  sign: 'C' | 'D'
  /** Minor units. */
  amountMinor: bigint
  day: string
  /** One payment. False: several that the bank booked as one entry. */
  isSingle: boolean
  refs: References
  text: string
  partyAccount: string | null
}

/** What a report or a notice announced. */
export interface AnnouncedMovement extends Movement {
  /** An order has its money. */
  hasMoney: boolean
}

/** What a statement holds. */
export interface BookedMovement extends Movement {
  /** It moved no money yet, and nobody has said what it is. */
  isOpen: boolean
  /** A statement that holds it takes effect by itself, and its day is one of the ledger's: it may prove an order's money. */
  takesEffect: boolean
  /** Announced lines without money are this movement already. */
  isAdopting: boolean
}

export type AdoptionKey = 'bank_reference' | 'reference' | 'token' | 'text'

/** Calendar days between the announcement and the booking: a weekend and two days. */
export const adoptionDays = 4
/** The same where nothing but the text is equal. */
const textDays = 2
/** The best first. */
export const adoptionKeys: readonly AdoptionKey[] = ['bank_reference', 'reference', 'token', 'text']

export interface Partner<A, B> {
  one: A
  other: B
  key: AdoptionKey
  days: number
}

interface Keyed<T> {
  line: T
  account: string | undefined
  hasBankRef: boolean
  /** What it may agree in with others, the best first. */
  names: readonly { key: AdoptionKey; name: string }[]
}

/** Pairs that may be one movement: equal sign and amount, near days, and a key, the best one that they have. */
export function partnersOf<A extends Movement, B extends Movement>(
  all: readonly A[],
  others: readonly B[],
): Partner<A, B>[] {
  const byName = new Map<string, Keyed<B>[]>()
  for (const other of others.map(keyed)) {
    for (const { name } of other.names) {
      const some = byName.get(name)
      if (some) some.push(other)
      else byName.set(name, [other])
    }
  }
  return all.map(keyed).flatMap((one) => {
    const seen = new Set<string>([one.line.id])
    return one.names.flatMap(({ key, name }) =>
      (byName.get(name) ?? []).flatMap((other): Partner<A, B>[] => {
        const days = daysBetween(one.line.day, other.line.day)
        if (seen.has(other.line.id) || !mayAgree(one, other, { key, days })) return []
        seen.add(other.line.id)
        return [{ one: one.line, other: other.line, key, days }]
      }),
    )
  })
}

function mayAgree(one: Keyed<Movement>, other: Keyed<Movement>, { key, days }: { key: AdoptionKey; days: number }) {
  if (key !== 'text') return days <= adoptionDays
  // Two numbers of the bank, and nothing else that tells: two movements with one text.
  if (days > textDays || (one.hasBankRef && other.hasBankRef)) return false
  return one.account === undefined || other.account === undefined || one.account === other.account
}

function keyed<T extends Movement>(line: T): Keyed<T> {
  const bankRef = bankRefOf(line)
  const text = comparable(line.text)
  const values: Readonly<Record<AdoptionKey, readonly string[]>> = {
    bank_reference: bankRef === undefined ? [] : [bankRef],
    reference: referencesOf(line),
    token: tokensOf(line),
    text: text === '' ? [] : [text],
  }
  const sum = sumKey(line)
  return {
    line,
    account: line.partyAccount === null ? undefined : comparable(line.partyAccount),
    hasBankRef: bankRef !== undefined,
    names: adoptionKeys.flatMap((key) =>
      [...new Set(values[key])].map((value) => ({ key, name: `${sum} ${key} ${value}` })),
    ),
  }
}

/** Sign and amount. */
export function sumKey({ sign, amountMinor }: Pick<Movement, 'sign' | 'amountMinor'>): string {
  return `${sign} ${amountMinor}`
}

/** The bank's number of the movement, or of the entry that it is a part of. */
function bankRefOf({ refs }: Movement): string | undefined {
  return named(refs.bankRef ?? refs.groupRef)
}

/** Shorter ones name no payment. */
const namedFrom = 4

/** A number as it is compared; undefined where it names no payment. */
export function named(text: string | undefined): string | undefined {
  const plain = plainReference(text ?? '')
  return plain.length >= namedFrom && /\d/.test(plain) ? plain : undefined
}

function referencesOf({ refs }: Movement): readonly string[] {
  const { endToEndId, txId, clearingRef, uetr, customerRef } = refs
  return [endToEndId, txId, clearingRef, uetr, customerRef].flatMap((text) => named(text) ?? [])
}

function tokensOf({ text, refs }: Movement): readonly string[] {
  return tokensIn([text, refs.customerRef, refs.endToEndId].filter(Boolean).join(' / '))
    .filter(({ form, standing }) => form === 'text' && (standing === 'whole' || standing === 'joined'))
    .map(({ token }) => token)
}

export function daysBetween(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000
}

function comparable(text: string): string {
  return text.normalize('NFKC').toUpperCase().replace(/\s+/g, '')
}
