import { checkAccountDigits } from '../account-digits.ts'
import { type Checked, checked } from '../checked.ts'
import { between, flagUnusualLength, oneOf, type UsualLength } from '../usual-length.ts'

const USUAL_LENGTHS: Readonly<Record<string, UsualLength>> = {
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
}

/** Uruguayan account: 2 to 20 digits; with the code of the bank an unusual length is flagged. */
export function checkUruguayanAccount(raw: string, bankCode?: string): Checked {
  const account = checkAccountDigits(raw, 2, 20)
  if (account.findings.length > 0 || bankCode === undefined) return account
  return checked('ACCOUNT', account.normalised, flagUnusualLength(USUAL_LENGTHS[bankCode], account.normalised))
}
