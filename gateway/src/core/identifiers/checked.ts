import { type Message, say, type Value } from '../texts/messages/say.ts'

/**
 * The kinds of finding of an identifier check. The ones that also name a wire error (`invalid_format`,
 * `invalid_check_digit`, `bank_mismatch`, `unknown_bank`) keep that name; `owner_mismatch`, `assumed` (a missing part
 * was filled in) and `unusual` are always soft.
 */
export type FindingCode =
  | 'invalid_format'
  | 'invalid_check_digit'
  | 'bank_mismatch'
  | 'unknown_bank'
  | 'owner_mismatch'
  | 'assumed'
  | 'unusual'

/**
 * `hard`: a strict point refuses the value. `soft`: flagged on every point, never refused. The message is a phrase.
 */
export interface Finding {
  severity: 'hard' | 'soft'
  code: FindingCode
  message: Message
}

/**
 * The result of a check. `normalised` is the form to match and to send: best effort, also with hard findings, because
 * lenient points keep it. `type` names the identifier, such as `CUIT`, `DNI` or `CLABE`.
 */
export interface Checked {
  normalised: string
  type: string
  findings: readonly Finding[]
}

/** Builds a result; undefined findings are left out. */
export function checked(type: string, normalised: string, ...findings: (Finding | undefined)[]): Checked {
  return { type, normalised, findings: findings.filter((finding) => finding !== undefined) }
}

/** The result for a text of the wrong format: one hard `invalid_format`. */
export function malformed(type: string, normalised: string, message: Message): Checked {
  return checked(type, normalised, hard('invalid_format', message))
}

/** A finding that strict points refuse. */
export function hard(code: FindingCode, message: Message): Finding {
  return { severity: 'hard', code, message }
}

/** A finding that is reported but never refused. */
export function soft(code: FindingCode, message: Message): Finding {
  return { severity: 'soft', code, message }
}

/** The same result with every hard finding made soft, for documents that a service code does not require. */
export function softened(result: Checked): Checked {
  return { ...result, findings: result.findings.map((finding) => ({ ...finding, severity: 'soft' as const })) }
}

/** True when a strict point refuses the value. */
export function isRefused(result: Checked): boolean {
  return result.findings.some((finding) => finding.severity === 'hard')
}

/** Compares check digits; undefined when they agree, otherwise a finding with the right digits. */
export function compareDigits(severity: Finding['severity'], expected: string, actual: string): Finding | undefined {
  if (expected === actual) return undefined
  const message = say(expected.length > 1 ? 'id.check_digits' : 'id.check_digit', { digit: expected })
  return { severity, code: 'invalid_check_digit', message }
}

/** The message for a text that should be digits, such as "a CUIT has 11 digits, not 10". */
export function digitsExpected(id: Value, count: Value, text: string): Message {
  return /^\d*$/.test(text)
    ? say('id.digits', { id, count, length: text.length })
    : say('id.digits_only', { id, count })
}
