import type { Country } from '../values/country.ts'

/** A bank or wallet of one country's list. */
export interface Bank {
  country: Country
  /** The code that the country's rails use; for Paraguay the numbers of one provider, so match those by name. */
  code: string
  name: string
  /** Other codes under which the same bank appears. */
  alt?: readonly string[]
  /** Other names under which customers know it. */
  aliases?: readonly string[]
  /** Brazil: identifier in the payment system, 8 characters. */
  ispb?: string
  /** Brazil: takes part in Pix, directly or indirectly. */
  pix?: boolean
  /** Mexico: the 5-digit institution code; its last three digits are `code`. */
  banxico?: string
  /** Venezuela: takes Pago Móvil. */
  p2p?: boolean
  /** Houses of one group under different codes have the same text here. */
  group?: string
  /** The code of the bank that took this one over, where accounts still carry the old code. */
  successor?: string
}

/** A line of a country's list. */
export type BankRow = Omit<Bank, 'country'>
