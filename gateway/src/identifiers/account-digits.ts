import { type Checked, checked, digitsExpected, malformed } from './checked.ts'
import { withoutSeparators } from './separators.ts'

/** The longest account number has 22 digits; the rest allows separators and limits the work per field. */
const RAW_LENGTH_MAX = 64

/** Checks an account number that has only a known length. Separators are dropped, leading zeros are kept. */
export function checkAccountDigits(raw: string, lengthMin: number, lengthMax: number): Checked {
  if (raw.length > RAW_LENGTH_MAX) return accountTooLong(raw)
  const digits = withoutSeparators(raw)
  if (!/^\d+$/.test(digits) || digits.length < lengthMin || digits.length > lengthMax) {
    return malformed('ACCOUNT', digits, digitsExpected('an account', `${lengthMin} to ${lengthMax}`, digits))
  }
  return checked('ACCOUNT', digits)
}

/** The result for an account that is too long to check; undefined when its length is allowed. */
export function refuseLongAccount(raw: string): Checked | undefined {
  return raw.length > RAW_LENGTH_MAX ? accountTooLong(raw) : undefined
}

function accountTooLong(raw: string): Checked {
  return malformed('ACCOUNT', raw.slice(0, RAW_LENGTH_MAX), `an account has at most ${RAW_LENGTH_MAX} characters`)
}
