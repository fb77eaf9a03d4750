import { checkAccount } from '../identifiers/accounts.ts'
import { checkBank, checkBankAgainstAccount } from '../identifiers/banks.ts'
import { isRefused } from '../identifiers/checked.ts'
import { checkMobile } from '../identifiers/phones.ts'
import { bankName, hard } from './fields.ts'
import type { CrossCheck, Field } from './payment-method.ts'

/** The longest account of the region has 22 digits; this leaves room for the separators that people type. */
const accountLengthMax = 40

/** A mobile number with country code, separators and an extension nobody needs. */
const phoneLengthMax = 32

type AccountCountry = Parameters<typeof checkAccount>[0]
type BankCountry = Parameters<typeof checkBank>[0]
type MobileCountry = Parameters<typeof checkMobile>[0]

/** An account number of a country; separators are removed. Lengths that its bank does not use are flagged. */
export function account(country: AccountCountry, description: string, example: string): Field {
  return accountField(description, example, (value, all) => {
    const { account_bank: bankText, account_type: accountType } = all
    const context = {
      ...(bankText !== undefined && { bank: bankText }),
      ...(accountType !== undefined && { accountType }),
    }
    return checkAccount(country, value, context)
  })
}

export function accountField(description: string, example: string, check: Field['check'] & object): Field {
  return { description, example, maxLength: accountLengthMax, check }
}

/** `account_bank`: a name or a code of the country's list; an unknown one is flagged and kept as sent. */
export function bank(country: BankCountry, example: string): Field {
  return { ...bankName(example), check: (value) => checkBank(country, value) }
}

/** The mobile number of a wallet, normalised to E.164. */
export function mobile(country: MobileCountry, description: string, example: string): Field {
  return {
    description,
    example,
    maxLength: phoneLengthMax,
    check: (raw) => checkMobile(country, raw),
  }
}

/** The account of a wallet: the wallet's own mobile number or a bank account of the country. */
export function walletAccount(country: AccountCountry & MobileCountry, description: string, example: string): Field {
  return accountField(description, example, (value) => {
    const asMobile = checkMobile(country, value)
    return isRefused(asMobile) ? checkAccount(country, value) : asMobile
  })
}

/** The bank that `account_bank` names must be the one that the account number embeds, where it embeds one. */
export function bankOwnsAccount(country: BankCountry, accountName = 'account'): CrossCheck {
  return (all) => {
    const [bankText, accountText] = [all['account_bank'], all[accountName]]
    if (bankText === undefined || accountText === undefined) return []
    const finding = checkBankAgainstAccount(country, bankText, accountText)
    return finding ? [{ ...finding, field: 'account_bank' }] : []
  }
}

/** A wallet is reached by its phone: `account_phone`, or an `account` that is itself a mobile number. */
export function phoneIsKnown(country: MobileCountry): CrossCheck {
  return (all) => {
    const { account: wallet, account_phone: phone } = all
    // Without a readable account there is already a problem, and it may yet turn out to be the phone.
    if (phone !== undefined || wallet === undefined || isMobile(country, wallet)) return []
    const message = 'needed, unless account is itself a mobile number of the country'
    return [{ ...hard('required', message), field: 'account_phone' }]
  }
}

function isMobile(country: MobileCountry, value: string): boolean {
  return !isRefused(checkMobile(country, value))
}
