import { bankOfAccount, checkAccount } from '../identifiers/accounts.ts'
import { type Bank, checkBank, checkBankAgainstAccount } from '../identifiers/banks.ts'
import { isRefused } from '../identifiers/checked.ts'
import { checkMobile } from '../identifiers/phones.ts'
import { type Message, say, type Text } from '../texts/messages/say.ts'
import { isCountry } from '../values/country.ts'
import { documentType, holderDocument, payerDocument } from './document-fields.ts'
import { bankName, choice, hard } from './fields.ts'
import type { CrossCheck, Field } from './payment-method.ts'

/** The longest account of the region has 22 digits; the rest allows typed separators. */
const accountLengthMax = 40

/** A mobile number with country code, separators and an extension. */
const phoneLengthMax = 32

type AccountCountry = Parameters<typeof checkAccount>[0]
type BankCountry = Parameters<typeof checkBank>[0]
type MobileCountry = Parameters<typeof checkMobile>[0]

/** An account number of a country. Separators are removed; a length unusual for its bank is flagged. */
export function account(country: AccountCountry, description: Message, example: string): Field {
  return accountField(description, example, (value, all) => {
    const { account_bank: bankText, account_type: accountType } = all
    const context = {
      ...(bankText !== undefined && { bank: bankText }),
      ...(accountType !== undefined && { accountType }),
    }
    return checkAccount(country, value, context)
  })
}

export function accountField(description: Message, example: string, check: Field['check'] & object): Field {
  return { description, example, maxLength: accountLengthMax, check }
}

/** `account_bank`: a name or code of the country's list. An unknown bank is flagged and kept as sent. */
export function bank(country: BankCountry, example: string): Field {
  return { ...bankName(example), check: (value) => checkBank(country, value) }
}

/** The mobile number of a wallet, normalised to E.164. */
export function mobile(country: MobileCountry, description: Message, example: string): Field {
  return {
    description,
    example,
    maxLength: phoneLengthMax,
    check: (raw) => checkMobile(country, raw),
  }
}

/** The account of a wallet: the wallet's own mobile number or a bank account of the country. */
export function walletAccount(country: AccountCountry & MobileCountry, description: Message, example: string): Field {
  return accountField(description, example, (value) => {
    const asMobile = checkMobile(country, value)
    return isRefused(asMobile) ? checkAccount(country, value) : asMobile
  })
}

/** `account_bank` must agree with the bank code in the account number, if the number embeds one. */
export function bankOwnsAccount(country: BankCountry, accountName = 'account'): CrossCheck {
  return (all) => {
    const [bankText, accountText] = [all['account_bank'], all[accountName]]
    if (bankText === undefined || accountText === undefined) return []
    const finding = checkBankAgainstAccount(country, bankText, accountText)
    return finding ? [{ ...finding, field: 'account_bank' }] : []
  }
}

/** `account_phone`: the mobile number of the wallet. `phoneIsKnown` judges when it is required. */
export function walletPhone(country: MobileCountry, example: string): Field {
  return requiredUnless(mobileAccount(country), mobile(country, say('desc.mobile_number_wallet'), example))
}

/** An optional field that a cross check demands unless `condition` holds. Catalogue and OpenAPI say so. */
export function requiredUnless(condition: Text, field: Field): Field {
  return {
    ...field,
    description: say('field.required_unless', { description: field.description, condition }),
    requiredUnless: condition,
  }
}

function mobileAccount(country: MobileCountry): Message {
  return say('field.account_is_mobile', { country })
}

/** A wallet needs its phone: `account_phone`, or an `account` that is a mobile number. */
export function phoneIsKnown(country: MobileCountry): CrossCheck {
  return (all) => {
    const { account: wallet, account_phone: phone } = all
    // An unreadable account is already a problem, and the corrected one may be the phone.
    if (phone !== undefined || wallet === undefined || isMobile(country, wallet)) return []
    return [
      {
        ...hard('required', say('field.needed_unless', { condition: mobileAccount(country) })),
        field: 'account_phone',
      },
    ]
  }
}

function isMobile(country: MobileCountry, value: string): boolean {
  return !isRefused(checkMobile(country, value))
}

export const peruvianAccountType = choice(say('desc.kind_target_account'), ['CC', 'SVGS', 'EFE'])

export const peruvianDocumentType = documentType(['RUC', 'DNI', 'PAS', 'CE'])

export const peruvianHolderDocument = holderDocument('PE', say('desc.document_account_holder'), '20512333797')

export const venezuelanPayerDocument = payerDocument('VE', say('desc.ci_rif_payer'), 'V-12.345.678')

export const venezuelanAccountType = choice(say('desc.kind_target_account'), ['ACCOUNT_VENEZUELA'])

export const venezuelanDocumentType = documentType(['CI', 'RIF', 'PAS'])

export const venezuelanHolderDocument = holderDocument('VE', say('desc.document_account_holder'), 'J-00002961-0')

/** The bank in the account of a request: in Peru in the interbank code, elsewhere in the account number. */
export function bankOf(country: string, details: Readonly<Record<string, string>>): Bank | null {
  const account = details['account_inter_bank_code'] ?? details['account']
  if (account === undefined || !isCountry(country)) return null
  return bankOfAccount(country, account) ?? null
}
