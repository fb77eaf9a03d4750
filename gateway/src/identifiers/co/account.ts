import { checkAccountDigits } from '../account-digits.ts'
import { type Checked, checked } from '../checked.ts'
import { between, flagUnusualLength, oneOf, type UsualLength } from '../usual-length.ts'

const USUAL_LENGTHS: Readonly<Record<string, UsualLength>> = {
  '001': between(3, 11),
  '007': between(3, 11),
  '040': oneOf(12),
  '052': oneOf(11, 13),
}

/** Colombian account: 3 to 20 digits; with the code of the bank an unusual length is flagged. */
export function checkColombianAccount(raw: string, bankCode?: string): Checked {
  const account = checkAccountDigits(raw, 3, 20)
  if (account.findings.length > 0 || bankCode === undefined) return account
  return checked('ACCOUNT', account.normalised, flagUnusualLength(USUAL_LENGTHS[bankCode], account.normalised))
}
