import { checkAlphanumericDocument } from '../alphanumeric-document.ts'
import { type Checked, softened } from '../checked.ts'
import { hasDashedLastDigit, withoutSeparators } from '../separators.ts'
import { checkParaguayanCi } from './ci.ts'
import { checkParaguayanRuc } from './ruc.ts'

/**
 * Detects a Paraguayan payer's document: 9 digits, or digits with the last one after a dash, are a RUC, 5 to 8 digits a
 * CI, anything else a passport. No service code requires it, so every finding is soft.
 */
export function checkParaguayanPayerDocument(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (/^\d{9}$/.test(text) || (/^\d{4,8}$/.test(text) && hasDashedLastDigit(raw))) {
    return softened(checkParaguayanRuc(raw))
  }
  if (/^\d{5,8}$/.test(text)) return softened(checkParaguayanCi(raw))
  return softened(checkAlphanumericDocument(raw, { type: 'PAS', subject: 'a passport', lengthMin: 4, lengthMax: 20 }))
}
