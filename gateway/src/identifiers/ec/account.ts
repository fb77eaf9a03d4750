import { checkAccountDigits } from '../account-digits.ts'
import { type Checked, checked } from '../checked.ts'
import { between, flagUnusualLength, oneOf, type UsualLength } from '../usual-length.ts'

const USUAL_LENGTHS: Readonly<Record<string, UsualLength>> = {
  '010': oneOf(10),
  '017': between(5, 10),
}

/** Ecuadorian account: 5 to 20 digits; with the code of the bank an unusual length is flagged. */
export function checkEcuadorianAccount(raw: string, bankCode?: string): Checked {
  const account = checkAccountDigits(raw, 5, 20)
  if (account.findings.length > 0 || bankCode === undefined) return account
  return checked('ACCOUNT', account.normalised, flagUnusualLength(USUAL_LENGTHS[bankCode], account.normalised))
}
