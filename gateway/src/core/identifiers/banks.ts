import { say } from '../texts/messages/say.ts'
import { type Country, countryCodes, isCountry } from '../values/country.ts'
import { Problem } from '../values/problem.ts'
import { findBankByName } from './bank-names.ts'
import { type Checked, checked, type Finding, hard, soft } from './checked.ts'
import { identifiersOf } from './countries.ts'
import type { Bank } from './country-identifiers.ts'
import { upperAscii, withoutSeparators } from './digits.ts'

export type { Bank } from './country-identifiers.ts'

/** Longer texts are no bank name; the limit bounds the work per field. */
const BANK_TEXT_LENGTH_MAX = 100

/** The banks of a country in the order of their codes. */
export function listBanks(country: Country): readonly Bank[] {
  return identifiersOf[country].banks
}

/** The banks of a country that a caller names (any case). Throws `validation_failed`. */
export function listBanksOf(name: string): { country: Country; banks: readonly Bank[] } {
  const country = upperAscii(name.trim())
  if (isCountry(country)) return { country, banks: listBanks(country) }
  const message = say('id.country_one_of', { codes: countryCodes.join(', ') })
  throw new Problem('validation_failed', { fields: [{ code: 'not_allowed', param: 'country', message }] })
}

/**
 * The bank that a merchant's text means: a code (leading zeros are ignored), another code of the same bank, an ISPB, a
 * Mexican 5-digit code, or a name. Undefined when it is unknown or ambiguous.
 */
export function findBank(country: Country, text: string): Bank | undefined {
  const wanted = text.trim()
  if (wanted === '' || wanted.length > BANK_TEXT_LENGTH_MAX) return undefined
  return /^\d+$/.test(wanted)
    ? findByCode(country, wanted)
    : findBankByName(identifiersOf[country].banks, wanted, identifiersOf[country].bankNameSuffixes)
}

/**
 * Checks a bank. A known bank is normalised to its code, or to its name where the codes of the list are not official.
 * An unknown bank is a soft `unknown_bank` and its text is kept.
 */
export function checkBank(country: Country, text: string): Checked {
  const bank = findBank(country, text)
  const unknown = soft('unknown_bank', say('bank.unknown'))
  if (!bank) return checked('BANK', text.trim(), unknown)
  return checked('BANK', bank[identifiersOf[country].bankSentAs])
}

/** The bank code in an account number (CBU, CLABE, CCI, Venezuelan account); undefined for any other. */
export function embeddedBankCode(country: Country, account: string): string | undefined {
  const embedded = identifiersOf[country].embeddedBankCode
  const digits = withoutSeparators(account)
  return embedded?.shape.test(digits) ? digits.slice(0, embedded.digits) : undefined
}

/**
 * Compares the named bank with the bank in the account number (CBU, CLABE, CCI, Venezuelan account). Undefined when
 * they agree, when the text means no known bank, or when the number has no bank. A contradiction is a hard
 * `bank_mismatch`. It is soft where bank numbers differ between providers (Peru), for an embedded code outside the list,
 * for banks of one group and for an acquired bank.
 */
export function checkBankAgainstAccount(country: Country, bankText: string, account: string): Finding | undefined {
  const code = embeddedBankCode(country, account)
  const named = findBank(country, bankText)
  if (code === undefined || named === undefined || named.code === code) return undefined
  const holder = identifiersOf[country].banks.find((bank) => bank.code === code)
  const whose = holder ? `${holder.name} (${code})` : say('bank.with_code', { code })
  const message = say('bank.mismatch', { holder: whose, named: `${named.name} (${named.code})` })
  const isDoubtful =
    identifiersOf[country].embeddedBankCode?.isDoubtful ||
    !holder ||
    holder.successor === named.code ||
    areOneGroup(holder, named)
  return isDoubtful ? soft('bank_mismatch', message) : hard('bank_mismatch', message)
}

/** Banks of one group share customers, who rarely know which bank holds the account. */
function areOneGroup(one: Bank, other: Bank): boolean {
  return one.group !== undefined && one.group === other.group
}

function findByCode(country: Country, digits: string): Bank | undefined {
  const banks = identifiersOf[country].banks
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
  const other = identifiersOf[country].otherBankCode?.(digits)
  return other === undefined ? undefined : findByCode(country, other)
}

/** A code of zeros means "none" in the lists; such a bank is found by its name. */
function isPlaceholder(bank: Bank, digits: string): boolean {
  return bank.code === digits && /^0+$/.test(digits)
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+/, '')
}
