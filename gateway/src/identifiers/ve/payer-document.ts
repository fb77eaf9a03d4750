import { type Checked, checked, malformed, soft } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'
import { checkVenezuelanCi } from './ci.ts'
import { checkRif } from './rif.ts'

/**
 * Detects a Venezuelan payer's document by its letter. V or E with up to 8 digits is a CI. V or E with 9 digits is a
 * RIF, or a CI with leading zeros when the check digit fails. J, G, C and P are a RIF; P with another length is a
 * passport. Digits without a letter are read as V and flagged.
 */
export function checkVenezuelanPayerDocument(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (/^[VE]\d{9}$/.test(text)) {
    const rif = checkRif(raw)
    return rif.findings.length > 0 && text.charAt(1) === '0' ? checkVenezuelanCi(raw) : rif
  }
  if (/^[VE]?\d{5,9}$/.test(text)) return checkVenezuelanCi(raw)
  if (/^P\d{5,8}$/.test(text)) return checked('PAS', text, soft('assumed', 'read as a passport: a RIF has 9 digits'))
  if (/^[JPGC]/.test(text)) return checkRif(raw)
  return malformed('CI', text, 'a Venezuelan document has a letter V, E, J, P, G or C and 5 to 9 digits')
}
