import { checkAlphanumericDocument } from '../alphanumeric-document.ts'
import { type Checked, softened } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'
import { checkUruguayanCi } from './ci.ts'
import { checkUruguayanRut } from './rut.ts'

/**
 * Detects a Uruguayan payer's document: 12 digits are a RUT, 6 to 8 a CI, anything else a passport. No service code
 * requires it, so every finding is soft.
 */
export function checkUruguayanPayerDocument(raw: string): Checked {
  const text = withoutSeparators(raw).replace(/^UY(?=\d)/, '')
  if (/^\d{12}$/.test(text)) return softened(checkUruguayanRut(raw))
  if (/^\d{6,8}$/.test(text)) return softened(checkUruguayanCi(raw))
  return softened(checkAlphanumericDocument(raw, { type: 'PAS', subject: 'a passport', lengthMin: 4, lengthMax: 20 }))
}
