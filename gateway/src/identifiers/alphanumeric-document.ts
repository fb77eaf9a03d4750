import { type Checked, checked, malformed } from './checked.ts'
import { withoutSeparators } from './separators.ts'

/**
 * Checks a document without a public check digit, such as a passport or a residence card: only letters and digits of a
 * certain length. `subject` starts the message ("a passport").
 */
export function checkAlphanumericDocument(
  raw: string,
  rule: { type: string; subject: string; lengthMin: number; lengthMax: number },
): Checked {
  const text = withoutSeparators(raw)
  if (!/^[0-9A-Z]+$/.test(text)) {
    return malformed(rule.type, text, `${rule.subject} has only letters A to Z and digits`)
  }
  if (text.length < rule.lengthMin || text.length > rule.lengthMax) {
    const lengths = `${rule.lengthMin} to ${rule.lengthMax} characters`
    return malformed(rule.type, text, `${rule.subject} has ${lengths}, not ${text.length}`)
  }
  return checked(rule.type, text)
}
