import { range, say } from '../../texts/messages/say.ts'
import { type Checked, checked, compareDigits, digitsExpected, malformed, soft, softened } from '../checked.ts'
import { hasDashedLastDigit, weightedSumFromRight, withoutSeparators } from '../digits.ts'
import { byType, type CountryDocuments, passport, residenceCard } from '../document-checks.ts'

export const paraguayanDocuments: CountryDocuments = {
  payer: checkPayerDocument,
  declared: byType(
    ['CI', checkCi],
    ['PAS', passport()],
    ['CRP', residenceCard()],
    ['CRC', residenceCard()],
    ['RUC', checkRuc],
    ['DNI', residenceCard()],
  ),
}

/**
 * Detects a Paraguayan payer's document: 9 digits, or a RUC with its last digit after a dash, are a RUC, 3 to 8 digits a
 * CI, anything else a passport. No service code requires it, so every finding is soft.
 */
function checkPayerDocument(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (/^\d{9}$/.test(text) || (RUC_SHAPE.test(text) && hasDashedLastDigit(raw))) {
    return softened(checkRuc(raw))
  }
  if (/^\d{3,8}$/.test(text)) return softened(checkCi(raw))
  return softened(passport()(raw))
}

/** Paraguayan CI: 5 to 8 digits, in the oldest ones 3 or 4, which are flagged; it has no check digit. */
function checkCi(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{3,8}$/.test(digits)) return malformed('CI', digits, digitsExpected(say('id.ci'), range(5, 8), digits))
  const old = soft('unusual', say('id.ci_old'))
  return checked('CI', digits, digits.length < 5 ? old : undefined)
}

const RUC_SHAPE = /^\d[\dA-Z]{2,7}\d$/
const RUC_WEIGHTS_FROM_RIGHT = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

/**
 * Paraguayan RUC: 4 to 9 characters, the last a check digit (written `80028061-0`), which is soft. The tax office's rule
 * for the check digit takes letters too, as their ASCII codes in decimal digits; a RUC with letters is flagged.
 */
function checkRuc(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (!RUC_SHAPE.test(text)) return malformed('RUC', text, digitsExpected(say('id.ruc'), range(4, 9), text))
  const body = text.slice(0, -1).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0)))
  const rest = weightedSumFromRight(body, RUC_WEIGHTS_FROM_RIGHT) % 11
  const wrong = compareDigits('soft', String(((11 - rest) % 11) % 10), text.slice(-1))
  return checked('RUC', text, wrong, /[A-Z]/.test(text) ? soft('unusual', say('id.ruc_letters')) : undefined)
}
