import { checkAccountDigits } from '../account-digits.ts'
import { type Checked, checked } from '../checked.ts'
import { between, flagUnusualLength, oneOf, type UsualLength } from '../usual-length.ts'
import { checkCci } from './cci.ts'

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
