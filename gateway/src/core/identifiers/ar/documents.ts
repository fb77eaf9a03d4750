import { either, say } from '../../texts/messages/say.ts'
import { type Checked, checked, compareDigits, digitsExpected, malformed } from '../checked.ts'
import { weightedSum, withoutSeparators } from '../digits.ts'
import { byType, type CountryDocuments } from '../document-checks.ts'

export const argentineDocuments: CountryDocuments = {
  payer: checkPayerDocument,
  declared: byType(['CUIT', checkCuit], ['CUIL', checkCuit], ['CDI', checkCuit], ['DNI', checkDni]),
}

/** Distinguishes a payer's CUIT (11 digits) from a DNI (7 or 8 digits) by length and checks it. */
function checkPayerDocument(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (/^\d{11}$/.test(digits)) return checkCuit(raw)
  if (/^\d{7,8}$/.test(digits)) return checkDni(raw)
  return malformed('CUIT', digits, say('id.cuit_or_dni', { what: digitsExpected(say('id.cuit'), '11', digits) }))
}

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/**
 * Argentine CUIT, CUIL or CDI: 11 digits, prefix 20, 23–27 (people), 30, 33, 34 (companies), 50, 51 or 55, and a
 * check digit, which is hard (AFIP's modulus 11).
 */
function checkCuit(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{11}$/.test(digits)) return malformed('CUIT', digits, digitsExpected(say('id.cuit'), '11', digits))
  if (!/^(2[034567]|3[034]|5[015])/.test(digits)) {
    return malformed('CUIT', digits, say('id.cuit_start'))
  }
  return checked('CUIT', digits, compareDigits('hard', checkDigit(digits), digits.slice(10)))
}

function checkDigit(digits: string): string {
  const rest = 11 - (weightedSum(digits, WEIGHTS) % 11)
  if (rest === 11) return '0'
  return rest === 10 ? '9' : String(rest)
}

/** Argentine DNI: 7 or 8 digits; it has no check digit. */
function checkDni(raw: string): Checked {
  const digits = withoutSeparators(raw)
  if (!/^\d{7,8}$/.test(digits))
    return malformed('DNI', digits, digitsExpected(say('id.dni'), either(['7', '8']), digits))
  return checked('DNI', digits)
}
