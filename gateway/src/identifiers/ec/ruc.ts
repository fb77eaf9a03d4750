import { type Checked, checked, compareDigits, digitsExpected, type Finding, malformed, soft } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'
import { weightedSum } from '../weighted-sum.ts'
import { cedulaCheckDigit, hasProvince } from './cedula.ts'

const PUBLIC_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2]
const COMPANY_WEIGHTS = [4, 3, 2, 7, 6, 5, 4, 3, 2]

/**
 * Ecuadorian RUC: 13 digits with a province, third digit not 7 or 8, last three not 000. The third digit is below 6 for
 * a person, 6 for a public body and 9 for a company. The check digit is soft for every kind.
 */
export function checkEcuadorianRuc(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{13}$/.test(digits)) return malformed('RUC', digits, digitsExpected('a RUC', '13', digits))
  if (!hasProvince(digits)) return malformed('RUC', digits, 'a RUC starts with a province, 01 to 24, 30 or 50')
  if (/^..[78]/.test(digits)) return malformed('RUC', digits, 'the third digit of a RUC is not 7 or 8')
  if (digits.endsWith('000')) return malformed('RUC', digits, 'a RUC does not end with 000')
  return checked('RUC', digits, checkByKind(digits))
}

function checkByKind(digits: string): Finding | undefined {
  const third = Number(digits.charAt(2))
  const person = compareDigits('soft', cedulaCheckDigit(digits), digits.charAt(9))
  if (third < 6) return person
  const publicBody = compareModulus11(weightedSum(digits, PUBLIC_WEIGHTS), digits.charAt(8), 'digit 9')
  if (third === 6) return publicBody && person && publicBody
  const company = compareModulus11(weightedSum(digits, COMPANY_WEIGHTS), digits.charAt(9), 'digit 10')
  return company && publicBody && company
}

function compareModulus11(sum: number, actual: string, where: string): Finding | undefined {
  const expected = (11 - (sum % 11)) % 11
  if (expected === 10) return soft('invalid_check_digit', `no check digit fits (${where}): another digit is wrong`)
  const finding = compareDigits('soft', String(expected), actual)
  return finding && { ...finding, message: `${finding.message} (${where})` }
}
