import { type Checked, checked, compareDigits, digitsExpected, malformed, softened } from '../checked.ts'
import { hasDashedLastDigit, weightedSumFromRight, withoutSeparators } from '../digits.ts'
import { byType, type CountryDocuments, passport, residenceCard } from '../document-checks.ts'

export const paraguayanDocuments: CountryDocuments = {
  payer: checkPayerDocument,
  declared: byType(
    ['CI', checkCi],
    ['PAS', passport(4, 20)],
    ['CRP', residenceCard(4, 20)],
    ['CRC', residenceCard(4, 20)],
    ['RUC', checkRuc],
    ['DNI', residenceCard(4, 20)],
  ),
}

/**
 * Detects a Paraguayan payer's document: 9 digits, or digits with the last one after a dash, are a RUC, 5 to 8 digits a
 * CI, anything else a passport. No service code requires it, so every finding is soft.
 */
function checkPayerDocument(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (/^\d{9}$/.test(text) || (/^\d{4,8}$/.test(text) && hasDashedLastDigit(raw))) {
    return softened(checkRuc(raw))
  }
  if (/^\d{5,8}$/.test(text)) return softened(checkCi(raw))
  return softened(passport(4, 20)(raw))
}

/** Paraguayan CI: 5 to 8 digits; it has no check digit. */
function checkCi(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{5,8}$/.test(digits)) return malformed('CI', digits, digitsExpected('a CI', '5 to 8', digits))
  return checked('CI', digits)
}

const RUC_WEIGHTS_FROM_RIGHT = [2, 3, 4, 5, 6, 7, 8, 9]

/** Paraguayan RUC: 4 to 9 digits, the last a check digit (written `80028061-0`), which is soft. */
function checkRuc(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{4,9}$/.test(digits)) return malformed('RUC', digits, digitsExpected('a RUC', '4 to 9', digits))
  const rest = weightedSumFromRight(digits.slice(0, -1), RUC_WEIGHTS_FROM_RIGHT) % 11
  return checked('RUC', digits, compareDigits('soft', String(((11 - rest) % 11) % 10), digits.slice(-1)))
}
