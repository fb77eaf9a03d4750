import type { Country } from '../values/country.ts'
import { withoutSeparators } from './digits.ts'

/** A bank or wallet of one country's list. */
export interface Bank {
  country: Country
  /** The code that the country's rails use. For Paraguay it is one provider's number, so match those banks by name. */
  code: string
  name: string
  /** Other codes under which the same bank appears. */
  alt?: readonly string[]
  /** Other names that customers use. */
  aliases?: readonly string[]
  /** Brazil: identifier in the payment system, 8 characters. */
  ispb?: string
  /** Mexico: the 5-digit institution code; its last three digits are `code`. */
  banxico?: string
  /** Venezuela: supports Pago Móvil. */
  p2p?: boolean
  /** Same text for banks of one group with different codes. */
  group?: string
  /** The code of the bank that acquired this one, where accounts still have the old code. */
  successor?: string
}

/** An entry of a country's list. */
export type BankRow = Omit<Bank, 'country'>

/** Where the account numbers of a country have the code of the bank. */
const EMBEDDED_CODES: Readonly<Partial<Record<Country, { shape: RegExp; digits: number }>>> = {
  // A number that starts with 000 is a CVU, which belongs to no bank.
  AR: { shape: /^(?!000)\d{22}$/, digits: 3 },
  MX: { shape: /^\d{18}$/, digits: 3 },
  PE: { shape: /^\d{20}$/, digits: 3 },
  VE: { shape: /^\d{20}$/, digits: 4 },
}

/** The bank code in an account number (CBU, CLABE, CCI, Venezuelan account); undefined for any other. */
export function embeddedBankCode(country: Country, account: string): string | undefined {
  const embedded = EMBEDDED_CODES[country]
  const digits = withoutSeparators(account)
  return embedded?.shape.test(digits) ? digits.slice(0, embedded.digits) : undefined
}
