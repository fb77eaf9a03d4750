import type { Country } from '../values/country.ts'
import {
  type AccountLengths,
  between,
  checkAccountDigits,
  checkAccountLength,
  oneOf,
  refuseLongAccount,
} from './account-digits.ts'
import { checkCbu } from './ar/accounts.ts'
import { type Bank, embeddedBankCode } from './bank.ts'
import { findBank, listBanks } from './banks.ts'
import { checkPixKey } from './br/pix-key.ts'
import { type Checked, checked, soft } from './checked.ts'
import { checkClabe } from './mx/clabe.ts'
import { checkPeruvianAccount } from './pe/accounts.ts'
import { checkVenezuelanAccount } from './ve/accounts.ts'

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
  return ACCOUNT_CHECKS[country](raw, { bankCode, accountType: context.accountType })
}

/** The bank embedded in an account number (CBU, CLABE, CCI, Venezuelan account), if it is in the list. */
export function bankOfAccount(country: Country, account: string): Bank | undefined {
  const code = embeddedBankCode(country, account)
  return code === undefined ? undefined : listBanks(country).find((bank) => bank.code === code)
}

type AccountCheck = (raw: string, of: { bankCode: string | undefined; accountType: string | undefined }) => Checked

const ACCOUNT_CHECKS: Readonly<Record<Country, AccountCheck>> = {
  AR: checkCbu,
  BR: checkPixKey,
  CL: (raw, { accountType }) => checkChileanAccount(raw, accountType),
  CO: lengthCheck({
    min: 3,
    max: 20,
    usual: {
      '001': between(3, 11),
      '007': between(3, 11),
      '040': oneOf(12),
      '052': oneOf(11, 13),
    },
  }),
  EC: lengthCheck({
    min: 5,
    max: 20,
    usual: {
      '010': oneOf(10),
      '017': between(5, 10),
    },
  }),
  MX: checkClabe,
  PE: (raw, { bankCode }) => checkPeruvianAccount(raw, bankCode),
  PY: lengthCheck({ min: 3, max: 20 }),
  UY: lengthCheck({
    min: 2,
    max: 20,
    usual: {
      '001': oneOf(14),
      '091': between(10, 12),
      '110': oneOf(9),
      '113': oneOf(7),
      '128': oneOf(10),
      '137': oneOf(12),
      '153': between(2, 9),
      '157': oneOf(10),
      '162': oneOf(9),
      '205': oneOf(10),
      '246': oneOf(12),
      '361': oneOf(7),
      '905': oneOf(8),
    },
  }),
  VE: checkVenezuelanAccount,
}

function lengthCheck(lengths: AccountLengths): AccountCheck {
  return (raw, { bankCode }) => checkAccountLength(raw, lengths, bankCode)
}

/**
 * Chilean account: 6 to 20 digits. For the account type RUT (CuentaRUT) the number is the holder's RUT without its
 * check character, 7 or 8 digits; another length is flagged.
 */
function checkChileanAccount(raw: string, accountType?: string): Checked {
  const account = checkAccountDigits(raw, 6, 20)
  if (account.findings.length > 0 || accountType !== 'RUT' || /^\d{7,8}$/.test(account.normalised)) return account
  const message = 'a CuentaRUT number is the RUT without its check character, 7 or 8 digits'
  return checked('ACCOUNT', account.normalised, soft('unusual', message))
}
