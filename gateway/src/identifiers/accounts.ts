import type { Country } from '../values/country.ts'
import { refuseLongAccount } from './account-digits.ts'
import { checkCbu } from './ar/cbu.ts'
import { type Bank, findBank, listBanks } from './banks.ts'
import { checkPixKey } from './br/pix-key.ts'
import type { Checked } from './checked.ts'
import { checkChileanAccount } from './cl/account.ts'
import { checkColombianAccount } from './co/account.ts'
import { checkEcuadorianAccount } from './ec/account.ts'
import { embeddedBankCode } from './embedded-bank-code.ts'
import { checkClabe } from './mx/clabe.ts'
import { checkPeruvianAccount } from './pe/account.ts'
import { checkParaguayanAccount } from './py/account.ts'
import { checkUruguayanAccount } from './uy/account.ts'
import { checkVenezuelanAccount } from './ve/account.ts'

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
  const refused = refuseLongAccount(raw)
  if (refused && country !== 'BR') return refused
  const bankCode = context.bank === undefined ? undefined : findBank(country, context.bank)?.code
  switch (country) {
    case 'AR':
      return checkCbu(raw)
    case 'BR':
      return checkPixKey(raw)
    case 'CL':
      return checkChileanAccount(raw, context.accountType)
    case 'CO':
      return checkColombianAccount(raw, bankCode)
    case 'EC':
      return checkEcuadorianAccount(raw, bankCode)
    case 'MX':
      return checkClabe(raw)
    case 'PE':
      return checkPeruvianAccount(raw, bankCode)
    case 'PY':
      return checkParaguayanAccount(raw)
    case 'UY':
      return checkUruguayanAccount(raw, bankCode)
    case 'VE':
      return checkVenezuelanAccount(raw)
  }
}

/** The bank embedded in an account number (CBU, CLABE, CCI, Venezuelan account), if it is in the list. */
export function bankOfAccount(country: Country, account: string): Bank | undefined {
  const code = embeddedBankCode(country, account)
  return code === undefined ? undefined : listBanks(country).find((bank) => bank.code === code)
}
