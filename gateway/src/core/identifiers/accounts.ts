import type { Country } from '../values/country.ts'
import { refuseLongAccount } from './account-digits.ts'
import { embeddedBankCode, findBank, listBanks } from './banks.ts'
import type { Checked } from './checked.ts'
import { identifiersOf } from './countries.ts'
import type { Bank } from './country-identifiers.ts'

/** Other data of the request about an account; it only adds flags. */
export interface AccountContext {
  /** Bank name or code as sent, to flag lengths that this bank does not use. */
  bank?: string
  /** The declared `account_type`, to flag a CuentaRUT of another length (CL). */
  accountType?: string
}

/**
 * Checks a beneficiary account: CBU or CVU (AR), PIX key (BR), CLABE (MX), 20 digits with check digits (VE), a number
 * of digits elsewhere. An Argentine alias is `checkAlias`, a CCI `checkCci`.
 */
export function checkAccount(country: Country, raw: string, context: AccountContext = {}): Checked {
  const { account, hasAccountKeys } = identifiersOf[country]
  const refused = hasAccountKeys ? undefined : refuseLongAccount(raw)
  if (refused) return refused
  const bankCode = context.bank === undefined ? undefined : findBank(country, context.bank)?.code
  return account(raw, { bankCode, accountType: context.accountType })
}

/** The bank embedded in an account number (CBU, CLABE, CCI, Venezuelan account), if it is in the list. */
export function bankOfAccount(country: Country, account: string): Bank | undefined {
  const code = embeddedBankCode(country, account)
  return code === undefined ? undefined : listBanks(country).find((bank) => bank.code === code)
}
