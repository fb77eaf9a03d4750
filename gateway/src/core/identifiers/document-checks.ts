import { range, say, type Value } from '../texts/messages/say.ts'
import { type Checked, checked, malformed, soft } from './checked.ts'
import { withoutSeparators } from './digits.ts'

type DocumentCheck = (raw: string) => Checked

/** How the documents of a country are checked. */
export interface CountryDocuments {
  /** The document of a payer, whose type the request does not have. */
  payer: DocumentCheck
  /** The documents with a declared type, in the order in which a refusal lists them. */
  declared: ReadonlyMap<string, DocumentCheck>
}

export function byType(...entries: [string, DocumentCheck][]): ReadonlyMap<string, DocumentCheck> {
  return new Map(entries)
}

const LENGTH_MIN = 4
const LENGTH_MAX = 20

/** A passport; one of another length than is usual in the country is flagged. */
export function passport(usualMin = LENGTH_MIN, usualMax = LENGTH_MAX): DocumentCheck {
  return (raw) => checkAlphanumericDocument(raw, { type: 'PAS', subject: say('id.passport'), usualMin, usualMax })
}

/** A residence card, by the same rule. */
export function residenceCard(usualMin = LENGTH_MIN, usualMax = LENGTH_MAX): DocumentCheck {
  return (raw) => checkAlphanumericDocument(raw, { type: 'CE', subject: say('id.document'), usualMin, usualMax })
}

/**
 * Checks a document without a public check digit, such as a passport or a residence card: 4 to 20 letters and digits.
 * No law says how long it is, so an unusual length is flagged. `subject` starts the message ("a passport").
 */
function checkAlphanumericDocument(
  raw: string,
  rule: { type: string; subject: Value; usualMin: number; usualMax: number },
): Checked {
  const { subject } = rule
  const text = withoutSeparators(raw)
  if (!/^[0-9A-Z]+$/.test(text)) {
    return malformed(rule.type, text, say('id.letters_and_digits', { subject }))
  }
  if (text.length < LENGTH_MIN || text.length > LENGTH_MAX) {
    const count = range(LENGTH_MIN, LENGTH_MAX)
    return malformed(rule.type, text, say('id.characters_needed', { subject, count, length: text.length }))
  }
  if (text.length >= rule.usualMin && text.length <= rule.usualMax) return checked(rule.type, text)
  const count = range(rule.usualMin, rule.usualMax)
  const message = say('id.characters_usual', { subject, count, length: text.length })
  return checked(rule.type, text, soft('unusual', message))
}
