import { createHash } from 'node:crypto'
import type { StatementLine } from '@pasarela/bank-statements'

/**
 * What makes a movement of an account the same movement in another file: sign, amount, booking day, and the bank's own
 * id, or else all that its entry says in words. SHA-256. Nothing of it is taken out of a text, so that a file that is read
 * again by other rules holds the same movements. Two equal movements of a day have one identity: how many of them a statement
 * holds tells them apart.
 */
export function lineIdentity({ sign, amount, refs, textDigest }: StatementLine, day: string): Buffer {
  const key = refs.bankRef === undefined ? ['text', textDigest] : ['id', refs.bankRef]
  return createHash('sha256')
    .update(JSON.stringify([sign, amount, day, ...key]))
    .digest()
}

export interface KnownLine {
  id: string
  ordinal: number
  /** Another page of the same statement holds it: this page cannot hold it too. */
  isOnOtherPage: boolean
}

/**
 * Which lines the entries of one identity are: those that are known, in the order of their ordinals, then new ones. A
 * statement that holds m of them where n are known adds m - n.
 */
export function assignLines(
  entries: number,
  known: readonly KnownLine[],
): { seen: readonly string[]; newOrdinals: readonly number[] } {
  const here = known.filter((line) => !line.isOnOtherPage).toSorted((a, b) => a.ordinal - b.ordinal)
  const seen = here.slice(0, entries).map(({ id }) => id)
  const last = known.reduce((max, { ordinal }) => Math.max(max, ordinal), 0)
  return { seen, newOrdinals: Array.from({ length: entries - seen.length }, (_, index) => last + 1 + index) }
}
