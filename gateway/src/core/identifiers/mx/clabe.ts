import { say } from '../../texts/messages/say.ts'
import { refuseLongAccount } from '../account-digits.ts'
import { type Checked, checked, compareDigits, digitsExpected, malformed, soft } from '../checked.ts'
import { digitToTen, weightedSum, withoutSeparators } from '../digits.ts'
import banks from './banks.json' with { type: 'json' }

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7]

/**
 * Mexican CLABE: 18 digits, bank 3 + city 3 + account 11 + a hard check digit. A bank outside the list is a soft
 * `unknown_bank`, because institutions join faster than lists are updated.
 */
export function checkClabe(raw: string): Checked {
  const digits = withoutSeparators(raw)
  const refused = refuseLongAccount(raw)
  if (refused) return { ...refused, type: 'CLABE' }
  if (!/^\d{18}$/.test(digits)) return malformed('CLABE', digits, digitsExpected(say('id.clabe'), '18', digits))
  const code = digits.slice(0, 3)
  const isKnown = banks.some((bank) => bank.code === code)
  return checked(
    'CLABE',
    digits,
    compareDigits('hard', checkDigit(digits.slice(0, 17)), digits.slice(17)),
    isKnown ? undefined : soft('unknown_bank', say('id.bank_code_unknown', { code })),
  )
}

/**
 * Builds a CLABE from bank (3 digits), city (3) and account (11) and adds the check digit. Throws a RangeError when a
 * part has another length.
 */
export function makeClabe(parts: { bank: string; city: string; account: string }): string {
  const body = parts.bank + parts.city + parts.account
  if (!/^\d{3}$/.test(parts.bank) || !/^\d{3}$/.test(parts.city) || !/^\d{11}$/.test(parts.account)) {
    throw new RangeError('a CLABE is made of a bank of 3 digits, a city of 3 and an account of 11')
  }
  return body + checkDigit(body)
}

function checkDigit(body: string): string {
  return digitToTen(weightedSum(body, WEIGHTS))
}
