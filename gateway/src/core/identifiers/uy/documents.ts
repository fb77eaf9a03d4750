import { range, say } from '../../texts/messages/say.ts'
import {
  type Checked,
  checked,
  compareDigits,
  digitsExpected,
  type Finding,
  hard,
  malformed,
  soft,
  softened,
} from '../checked.ts'
import { digitToTen, weightedSum, withoutSeparators } from '../digits.ts'
import { byType, type CountryDocuments, passport } from '../document-checks.ts'

export const uruguayanDocuments: CountryDocuments = {
  payer: checkPayerDocument,
  declared: byType(['CI', checkCi], ['RUT', checkRut], ['PAS', passport()]),
}

/**
 * Detects a Uruguayan payer's document: 12 digits are a RUT, 6 to 8 a CI, anything else a passport. No service code
 * requires it, so every finding is soft.
 */
function checkPayerDocument(raw: string): Checked {
  const text = withoutSeparators(raw).replace(/^UY(?=\d)/, '')
  if (/^\d{12}$/.test(text)) return softened(checkRut(raw))
  if (/^\d{6,8}$/.test(text)) return softened(checkCi(raw))
  return softened(passport()(raw))
}

const CI_WEIGHTS = [2, 9, 8, 7, 6, 3, 4]

/** Uruguayan CI: 6 to 8 digits, padded with zeros to 8, the last a hard check digit. A prefix `UY` is dropped. */
function checkCi(raw: string): Checked {
  const digits = withoutSeparators(raw).replace(/^UY(?=\d)/, '')
  if (!/^\d{6,8}$/.test(digits)) return malformed('CI', digits, digitsExpected(say('id.ci'), range(6, 8), digits))
  const padded = digits.padStart(8, '0')
  return checked('CI', padded, compareDigits('hard', digitToTen(weightedSum(padded, CI_WEIGHTS)), padded.slice(7)))
}

const RUT_WEIGHTS = [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

/**
 * Uruguayan RUT: 12 digits, of which 3 to 8 are not all 0, and a hard check digit. The tax office has used 01 to 22 as
 * the first two digits and 001 before the check digit so far; others are flagged. `UY` is dropped.
 */
function checkRut(raw: string): Checked {
  const digits = withoutSeparators(raw).replace(/^UY(?=\d)/, '')
  if (!/^\d{12}$/.test(digits)) return malformed('RUT', digits, digitsExpected(say('id.rut'), '12', digits))
  if (/^..000000/.test(digits)) return malformed('RUT', digits, say('id.rut_middle_zeros'))
  const expected = (11 - (weightedSum(digits, RUT_WEIGHTS) % 11)) % 11
  if (expected === 10) {
    return checked('RUT', digits, hard('invalid_check_digit', say('id.check_digit_none')))
  }
  return checked('RUT', digits, compareDigits('hard', String(expected), digits.slice(11)), unusualRut(digits))
}

function unusualRut(digits: string): Finding | undefined {
  if (!/^(0[1-9]|1\d|2[0-2])/.test(digits)) return soft('unusual', say('id.rut_start'))
  return digits.slice(8, 11) === '001' ? undefined : soft('unusual', say('id.rut_branch'))
}
