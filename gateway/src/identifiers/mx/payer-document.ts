import { type Checked, softened } from '../checked.ts'
import { withoutSeparators } from '../separators.ts'
import { checkCurp } from './curp.ts'
import { checkRfc } from './rfc.ts'

/**
 * Distinguishes a CURP (18 characters) from an RFC and checks it. No service code requires it, so every finding is
 * soft.
 */
export function checkMexicanPayerDocument(raw: string): Checked {
  return softened(withoutSeparators(raw).length === 18 ? checkCurp(raw) : checkRfc(raw))
}
