import { type Country, countryCodes, isCountry } from '../values/country.ts'
import { Problem } from '../values/problem.ts'
import { AR_BANKS } from './ar/banks.ts'
import { type Bank, type BankRow, embeddedBankCode } from './bank.ts'
import { findBankByName } from './bank-names.ts'
import { BR_BANKS } from './br/banks.ts'
import { type Checked, checked, type Finding, hard, soft } from './checked.ts'
import { CL_BANKS } from './cl/banks.ts'
import { CO_BANKS } from './co/banks.ts'
import { EC_BANKS } from './ec/banks.ts'
import { MX_BANKS } from './mx/banks.ts'
import { PE_BANKS } from './pe/banks.ts'
import { PY_BANKS } from './py/banks.ts'
import { UY_BANKS } from './uy/banks.ts'
import { VE_BANKS } from './ve/banks.ts'

export type { Bank } from './bank.ts'

/** Longer texts are no bank name; the limit bounds the work per field. */
const BANK_TEXT_LENGTH_MAX = 100

const BANKS: Readonly<Record<Country, readonly Bank[]>> = {
  AR: banksOf('AR', AR_BANKS),
  BR: banksOf('BR', BR_BANKS),
  CL: banksOf('CL', CL_BANKS),
  CO: banksOf('CO', CO_BANKS),
  EC: banksOf('EC', EC_BANKS),
  MX: banksOf('MX', MX_BANKS),
  PE: banksOf('PE', PE_BANKS),
  PY: banksOf('PY', PY_BANKS),
  UY: banksOf('UY', UY_BANKS),
  VE: banksOf('VE', VE_BANKS),
}

/** The banks of a country in the order of their codes. */
export function listBanks(country: Country): readonly Bank[] {
  return BANKS[country]
}

/** The banks of a country that a caller names (any case). Throws `validation_failed`. */
export function listBanksOf(name: string): { country: Country; banks: readonly Bank[] } {
  const country = name.trim().toUpperCase()
  if (isCountry(country)) return { country, banks: listBanks(country) }
  const message = `country must be one of ${countryCodes.join(', ')}`
  throw new Problem('validation_failed', { fields: [{ code: 'not_allowed', param: 'country', message }] })
}

/**
 * The bank that a merchant's text means: a code (leading zeros are ignored), another code of the same bank, an ISPB, a
 * Mexican 5-digit code, or a name. Undefined when it is unknown or ambiguous.
 */
export function findBank(country: Country, text: string): Bank | undefined {
  const wanted = text.trim()
  if (wanted === '' || wanted.length > BANK_TEXT_LENGTH_MAX) return undefined
  return /^\d+$/.test(wanted) ? findByCode(country, wanted) : findBankByName(BANKS[country], wanted)
}

/**
 * Checks a bank. A known bank is normalised to its code, in Paraguay to its name, because codes there are not official.
 * An unknown bank is a soft `unknown_bank` and its text is kept.
 */
export function checkBank(country: Country, text: string): Checked {
  const bank = findBank(country, text)
  const unknown = soft('unknown_bank', 'this bank is not in our list: it is passed on as sent')
  if (!bank) return checked('BANK', text.trim(), unknown)
  return checked('BANK', country === 'PY' ? bank.name : bank.code)
}

/**
 * Compares the named bank with the bank in the account number (CBU, CLABE, CCI, Venezuelan account). Undefined when
 * they agree, when the text means no known bank, or when the number has no bank. A contradiction is a hard
 * `bank_mismatch`. It is soft for Peru, whose bank numbers differ between providers, for an embedded code outside the
 * list, for banks of one group and for an acquired bank.
 */
export function checkBankAgainstAccount(country: Country, bankText: string, account: string): Finding | undefined {
  const code = embeddedBankCode(country, account)
  const named = findBank(country, bankText)
  if (code === undefined || named === undefined || named.code === code) return undefined
  const holder = BANKS[country].find((bank) => bank.code === code)
  const whose = holder ? `${holder.name} (${code})` : `the bank with code ${code}`
  const message = `the account belongs to ${whose}, not to ${named.name} (${named.code})`
  const isDoubtful = country === 'PE' || !holder || holder.successor === named.code || areOneGroup(holder, named)
  return isDoubtful ? soft('bank_mismatch', message) : hard('bank_mismatch', message)
}

/** Banks of one group share customers, who rarely know which bank holds the account. */
function areOneGroup(one: Bank, other: Bank): boolean {
  return one.group !== undefined && one.group === other.group
}

function findByCode(country: Country, digits: string): Bank | undefined {
  const banks = BANKS[country]
  const exact = banks.find(
    (bank) => bank.code === digits || bank.ispb === digits || bank.banxico === digits || bank.alt?.includes(digits),
  )
  if (exact) return isPlaceholder(exact, digits) ? undefined : exact
  const significant = withoutLeadingZeros(digits)
  // One additional zero is accepted (Ecuador's 0010); longer digits are another kind of number.
  const found = banks.find(
    (bank) =>
      significant !== '' && withoutLeadingZeros(bank.code) === significant && digits.length <= bank.code.length + 1,
  )
  if (found) return found
  // Some providers put a 1 in front of the Colombian code: 1007 for 007.
  return country === 'CO' && /^1\d{3}$/.test(digits) ? findByCode('CO', digits.slice(1)) : undefined
}

/** A code of zeros means "none" in the lists; such a bank is found by its name. */
function isPlaceholder(bank: Bank, digits: string): boolean {
  return bank.code === digits && /^0+$/.test(digits)
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+/, '')
}

function banksOf(country: Country, rows: readonly BankRow[]): readonly Bank[] {
  return rows.map((row) => ({ country, ...row }))
}
