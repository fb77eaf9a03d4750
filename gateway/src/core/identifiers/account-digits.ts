import { either, range, say, type Value } from '../texts/messages/say.ts'
import { type Checked, checked, digitsExpected, type Finding, malformed, soft } from './checked.ts'
import { withoutSeparators } from './digits.ts'

/** The longest account number has 22 digits; the rest allows separators and limits the work per field. */
const RAW_LENGTH_MAX = 64

/** How the accounts of a country are checked that have no check digit. */
export interface AccountLengths {
  min: number
  max: number
  /** By the code of the bank. */
  usual?: Readonly<Record<string, UsualLength>>
}

/** An account of digits. With the code of the bank an unusual length is flagged. */
export function checkAccountLength(raw: string, { min, max, usual }: AccountLengths, bankCode?: string): Checked {
  const account = checkAccountDigits(raw, min, max)
  if (account.findings.length > 0 || bankCode === undefined) return account
  return checked('ACCOUNT', account.normalised, flagUnusualLength(usual?.[bankCode], account.normalised))
}

/** Checks an account number that has only a known length. Separators are dropped, leading zeros are kept. */
export function checkAccountDigits(raw: string, lengthMin: number, lengthMax: number): Checked {
  if (raw.length > RAW_LENGTH_MAX) return accountTooLong(raw)
  const digits = withoutSeparators(raw)
  if (!/^\d+$/.test(digits) || digits.length < lengthMin || digits.length > lengthMax) {
    return malformed('ACCOUNT', digits, digitsExpected(say('id.account'), range(lengthMin, lengthMax), digits))
  }
  return checked('ACCOUNT', digits)
}

/** The result for an account that is too long to check; undefined when its length is allowed. */
export function refuseLongAccount(raw: string): Checked | undefined {
  return raw.length > RAW_LENGTH_MAX ? accountTooLong(raw) : undefined
}

function accountTooLong(raw: string): Checked {
  return malformed('ACCOUNT', raw.slice(0, RAW_LENGTH_MAX), say('id.account_too_long', { max: RAW_LENGTH_MAX }))
}

/** The usual length of a bank's account numbers. Advice only: sources differ and banks change. */
export interface UsualLength {
  words: Value
  fits: (length: number) => boolean
}

/** Exactly one of these lengths. */
export function oneOf(...lengths: number[]): UsualLength {
  return { words: either(lengths), fits: (length) => lengths.includes(length) }
}

/** A length between two bounds, both inclusive. */
export function between(least: number, most: number): UsualLength {
  return { words: range(least, most), fits: (length) => length >= least && length <= most }
}

/** A soft `unusual` for a length that is not usual at the bank. */
export function flagUnusualLength(usual: UsualLength | undefined, digits: string): Finding | undefined {
  if (!usual || usual.fits(digits.length)) return undefined
  return soft('unusual', say('id.account_length_unusual', { count: usual.words, length: digits.length }))
}
