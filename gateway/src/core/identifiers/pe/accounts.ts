import { say } from '../../texts/messages/say.ts'
import { between, checkAccountDigits, flagUnusualLength, oneOf, type UsualLength } from '../account-digits.ts'
import { type Checked, checked, compareDigits, digitsExpected, malformed } from '../checked.ts'
import { digitToTen, luhnSum, withoutSeparators } from '../digits.ts'

const USUAL_LENGTHS: Readonly<Record<string, UsualLength>> = {
  '002': oneOf(13, 14),
  '003': oneOf(13),
  '009': oneOf(10),
  '011': oneOf(18, 20),
}

/**
 * Peruvian account: 10 to 20 digits. Twenty digits with the check digits of a CCI have the type `CCI`. With the bank's
 * code an unusual length is flagged; a CCI is usual at every bank.
 */
export function checkPeruvianAccount(raw: string, bankCode?: string): Checked {
  const account = checkAccountDigits(raw, 10, 20)
  if (account.findings.length > 0) return account
  const cci = checkCci(raw)
  if (cci.findings.length === 0) return cci
  if (bankCode === undefined || account.normalised.length === 20) return account
  const usual = USUAL_LENGTHS[bankCode] ?? between(20, 20)
  return checked('ACCOUNT', account.normalised, flagUnusualLength(usual, account.normalised))
}

/**
 * Peruvian CCI: 20 digits, entity 3 + office 3 + account 12 + two check digits, the first over entity and office, the
 * second over the account. They are soft, because the rule is confirmed for one bank only.
 */
export function checkCci(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{20}$/.test(digits)) return malformed('CCI', digits, digitsExpected(say('id.cci'), '20', digits))
  const expected = luhnDigit(digits.slice(0, 6)) + luhnDigit(digits.slice(6, 18))
  return checked('CCI', digits, compareDigits('soft', expected, digits.slice(18)))
}

function luhnDigit(body: string): string {
  return digitToTen(luhnSum(body, 'second'))
}
