import { checkAlphanumericDocument } from '../alphanumeric-document.ts'
import { type Checked, isRefused, soft } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'
import { checkEcuadorianCedula } from './cedula.ts'
import { checkEcuadorianRuc } from './ruc.ts'

/**
 * Detects an Ecuadorian payer's document by format: 10 digits are a cédula, 13 a RUC, other texts of 5 to 20 letters
 * and digits a passport. A failed cédula or RUC is not tried as a passport.
 */
export function checkEcuadorianPayerDocument(raw: string): Checked {
  const text = withoutSeparators(raw)
  if (/^\d{10}$/.test(text)) return checkEcuadorianCedula(raw)
  if (/^\d{13}$/.test(text)) return checkEcuadorianRuc(raw)
  const passport = checkAlphanumericDocument(raw, { type: 'PAS', subject: 'a passport', lengthMin: 5, lengthMax: 20 })
  if (isRefused(passport) || !/^\d+$/.test(text)) return passport
  const assumed = soft('assumed', 'read as a passport: a cédula has 10 digits and a RUC 13')
  return { ...passport, findings: [assumed] }
}
