import { checkAccountDigits } from '../account-digits.ts'
import type { Checked } from '../checked.ts'

/** Paraguayan account: 3 to 20 digits; no further rule is known. */
export function checkParaguayanAccount(raw: string): Checked {
  return checkAccountDigits(raw, 3, 20)
}
