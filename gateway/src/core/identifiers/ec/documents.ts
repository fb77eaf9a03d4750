import { say } from '../../texts/messages/say.ts'
import {
  type Checked,
  checked,
  compareDigits,
  digitsExpected,
  type Finding,
  isRefused,
  malformed,
  soft,
} from '../checked.ts'
import { digitToTen, luhnSum, weightedSum, withoutSeparators } from '../digits.ts'
import { byType, type CountryDocuments, passport, residenceCard } from '../document-checks.ts'

export const ecuadorianDocuments: CountryDocuments = {
  payer: checkPayerDocument,
  declared: byType(['CI', checkCedula], ['CIE', residenceCard(5, 20)], ['PAS', passport(5, 20)], ['RUC', checkRuc]),
}

/**
 * Detects an Ecuadorian payer's document by format: 10 digits are a cédula, 13 a RUC, other texts of letters and digits
 * a passport. A failed cédula or RUC is not tried as a passport.
 */
function checkPayerDocument(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (/^\d{10}$/.test(text)) return checkCedula(raw)
  if (/^\d{13}$/.test(text)) return checkRuc(raw)
  const asPassport = passport(5, 20)(raw)
  if (isRefused(asPassport) || !/^\d+$/.test(text)) return asPassport
  return checked('PAS', text, soft('assumed', say('id.read_as_passport_ec')))
}

/**
 * Ecuadorian cédula (CI): 10 digits, province 01–24, 30 or 50; the last is a hard check digit. A third digit above 6 is
 * flagged: the series before were a convention of the registry.
 */
function checkCedula(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{10}$/.test(digits)) return malformed('CI', digits, digitsExpected(say('id.cedula'), '10', digits))
  if (!hasProvince(digits)) return malformed('CI', digits, say('id.cedula_province'))
  const third = /^..[0-6]/.test(digits) ? undefined : soft('unusual', say('id.cedula_third_digit'))
  return checked('CI', digits, compareDigits('hard', cedulaCheckDigit(digits), digits.slice(9)), third)
}

/** The check digit of the first nine digits. */
function cedulaCheckDigit(digits: string): string {
  return digitToTen(luhnSum(digits.slice(0, 9), 'first'))
}

/** True when the first two digits are an Ecuadorian province: 01–24, 30 (abroad) or 50. */
function hasProvince(digits: string): boolean {
  return /^(0[1-9]|1\d|2[0-4]|30|50)/.test(digits)
}

const PUBLIC_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2]
const COMPANY_WEIGHTS = [4, 3, 2, 7, 6, 5, 4, 3, 2]

/**
 * Ecuadorian RUC: 13 digits with a province, last three not 000. The third digit is below 6 for a person, 6 for a public
 * body and 9 for a company; 7 and 8 are flagged. The check digit is soft for every kind.
 */
function checkRuc(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{13}$/.test(digits)) return malformed('RUC', digits, digitsExpected(say('id.ruc'), '13', digits))
  if (!hasProvince(digits)) return malformed('RUC', digits, say('id.ruc_province'))
  if (digits.endsWith('000')) return malformed('RUC', digits, say('id.ruc_end'))
  return checked('RUC', digits, checkByKind(digits))
}

function checkByKind(digits: string): Finding | undefined {
  const third = Number(digits.charAt(2))
  if (third === 7 || third === 8) return soft('unusual', say('id.ruc_third_digit'))
  const person = compareDigits('soft', cedulaCheckDigit(digits), digits.charAt(9))
  if (third < 6) return person
  const publicBody = compareModulus11(weightedSum(digits, PUBLIC_WEIGHTS), digits.charAt(8), 9)
  if (third === 6) return publicBody && person && publicBody
  const company = compareModulus11(weightedSum(digits, COMPANY_WEIGHTS), digits.charAt(9), 10)
  return company && publicBody && company
}

function compareModulus11(sum: number, actual: string, place: number): Finding | undefined {
  const expected = (11 - (sum % 11)) % 11
  if (expected === 10) return soft('invalid_check_digit', say('id.no_check_digit', { place }))
  const finding = compareDigits('soft', String(expected), actual)
  return finding && { ...finding, message: say('id.check_digit_at', { what: finding.message, place }) }
}
