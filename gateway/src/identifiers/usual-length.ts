import { type Finding, soft } from './checked.ts'

/** The usual length of a bank's account numbers. Advice only: sources differ and banks change. */
export interface UsualLength {
  words: string
  fits: (length: number) => boolean
}

/** Exactly one of these lengths. */
export function oneOf(...lengths: number[]): UsualLength {
  return { words: lengths.join(' or '), fits: (length) => lengths.includes(length) }
}

/** A length between two bounds, both inclusive. */
export function between(least: number, most: number): UsualLength {
  return { words: `${least} to ${most}`, fits: (length) => length >= least && length <= most }
}

/** A soft `unusual` for a length that is not usual at the bank. */
export function flagUnusualLength(usual: UsualLength | undefined, digits: string): Finding | undefined {
  if (!usual || usual.fits(digits.length)) return undefined
  return soft('unusual', `accounts of this bank usually have ${usual.words} digits, not ${digits.length}`)
}
