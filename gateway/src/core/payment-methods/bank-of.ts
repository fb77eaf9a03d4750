import { bankOfAccount } from '../identifiers/accounts.ts'
import type { Bank } from '../identifiers/banks.ts'
import { isCountry } from '../values/country.ts'

/** The bank in the account of a request: in Peru in the interbank code, elsewhere in the account number. */
export function bankOf(country: string, details: Readonly<Record<string, string>>): Bank | null {
  const account = details['account_inter_bank_code'] ?? details['account']
  if (account === undefined || !isCountry(country)) return null
  return bankOfAccount(country, account) ?? null
}
