import type { Checked } from './checked.ts'
import type { CountryDocuments } from './document-checks.ts'

/** What the request says about an account beside its number. */
export interface AccountOf {
  /** The code of the named bank, where the bank is in the list. */
  bankCode: string | undefined
  /** The declared `account_type`. */
  accountType: string | undefined
}

/** How the banks, accounts and documents of a country are written and checked: one such value for each country. */
export interface CountryIdentifiers {
  banks: readonly Bank[]
  /** Words that customers add to a bank's name ("Scotiabank Perú"), without accents: dropped when nothing matches with them. */
  bankNameSuffixes: readonly string[]
  /** How a known bank is passed on. `name`, where the codes of the list are one provider's and not official. */
  bankSentAs: 'code' | 'name'
  /** Another code of the list that digits may stand for, when no bank has these digits. */
  otherBankCode?: (digits: string) => string | undefined
  /** Where the account number has the code of its bank; absent where it has none. */
  embeddedBankCode?: {
    /** Of numbers that have the code, without separators. */
    shape: RegExp
    /** How many digits at the start are the code. */
    digits: number
    /** Whether providers number the banks differently, so that a contradiction proves nothing. */
    isDoubtful?: true
  }
  account: (raw: string, of: AccountOf) => Checked
  /** Whether an account may be a key of letters, which has a limit of its own. */
  hasAccountKeys?: true
  documents: CountryDocuments
}

/** A bank or wallet of one country's list. */
export interface Bank {
  /** The code that the country's rails use; one provider's number where `bankSentAs` is `name`. */
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
