import { type Checked, checked, isRefused, malformed, soft } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'
import { checkPeruvianDni } from './dni.ts'
import { checkPeruvianRuc } from './ruc.ts'

/**
 * Detects a Peruvian payer's document by format: 8 digits DNI, 11 digits RUC, other 9 to 12 letters or digits CE. Nine
 * characters are a DNI if the check character is right and a CE otherwise, so a failed check never refuses them.
 */
export function checkPeruvianPayerDocument(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (/^\d{8}[\dA-K]?$/.test(text)) return checkDniOrCe(raw, text)
  if (/^\d{11}$/.test(text)) return checkPeruvianRuc(raw)
  if (/^[0-9A-Z]{9,12}$/.test(text)) return checked('CE', text)
  return malformed('DNI', text, 'a DNI has 8 digits, a RUC 11 digits, a CE 9 to 12 letters or digits')
}

function checkDniOrCe(raw: string, text: string): Checked {
  const dni = checkPeruvianDni(raw)
  if (!isRefused(dni)) return dni
  // Nine digits look like a CE. A letter at the end does not, so that case is flagged.
  const assumed = soft('assumed', `read as a CE: as a DNI its ${dni.findings[0]?.message ?? 'check digit fails'}`)
  return checked('CE', text, /^\d+$/.test(text) ? undefined : assumed)
}
