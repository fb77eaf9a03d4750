import { type Checked, checked, digitsExpected, malformed } from './checked.ts'
import { withoutSeparators } from './separators.ts'

/** The longest account number has 22 digits; this leaves room for separators and keeps the work per field small. */
const RAW_LENGTH_MAX = 64

/** An account number of which only the number of digits is known. Separators are dropped, leading zeros are kept. */
export function checkAccountDigits(raw: string, lengthMin: number, lengthMax: number): Checked {
  if (raw.length > RAW_LENGTH_MAX) return accountTooLong(raw)
  const digits = withoutSeparators(raw)
  if (!/^\d+$/.test(digits) || digits.length < lengthMin || digits.length > lengthMax) {
    return malformed('ACCOUNT', digits, digitsExpected('an account', `${lengthMin} to ${lengthMax}`, digits))
  }
  return checked('ACCOUNT', digits)
}

/** The result for an account that is too long to look at; undefined when its length is fine. */
export function refuseLongAccount(raw: string): Checked | undefined {
  return raw.length > RAW_LENGTH_MAX ? accountTooLong(raw) : undefined
}

function accountTooLong(raw: string): Checked {
  return malformed('ACCOUNT', raw.slice(0, RAW_LENGTH_MAX), `an account has at most ${RAW_LENGTH_MAX} characters`)
}
