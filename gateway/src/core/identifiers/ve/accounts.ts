import { say } from '../../texts/messages/say.ts'
import { refuseLongAccount } from '../account-digits.ts'
import { type Checked, checked, compareDigits, digitsExpected, malformed, soft } from '../checked.ts'
import { weightedSum, withoutSeparators } from '../digits.ts'
import banks from './banks.json' with { type: 'json' }

const BRANCH_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2]
const ACCOUNT_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/**
 * Venezuelan account: 20 digits, bank 4 + branch 4 + two check digits + account 10. The first digit is over bank and
 * branch, the second over branch and account. Both are soft, and so is a bank outside the list.
 */
export function checkVenezuelanAccount(raw: string): Checked {
  const refused = refuseLongAccount(raw)
  if (refused) return refused
  const digits = withoutSeparators(raw)
  if (!/^\d{20}$/.test(digits)) return malformed('ACCOUNT', digits, digitsExpected(say('id.account'), '20', digits))
  const code = digits.slice(0, 4)
  const isKnown = banks.some((bank) => bank.code === code)
  const first = checkDigit(weightedSum(digits, BRANCH_WEIGHTS))
  const second = checkDigit(weightedSum(digits.slice(4, 8) + digits.slice(10), ACCOUNT_WEIGHTS))
  return checked(
    'ACCOUNT',
    digits,
    compareDigits('soft', first + second, digits.slice(8, 10)),
    isKnown ? undefined : soft('unknown_bank', say('id.bank_code_unknown', { code })),
  )
}

function checkDigit(sum: number): string {
  const rest = 11 - (sum % 11)
  if (rest === 11) return '1'
  return rest === 10 ? '0' : String(rest)
}
