import { type Checked, checked, malformed } from './checked.ts'
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

export function passport(lengthMin: number, lengthMax: number): DocumentCheck {
  return (raw) => checkAlphanumericDocument(raw, { type: 'PAS', subject: 'a passport', lengthMin, lengthMax })
}

export function residenceCard(lengthMin: number, lengthMax: number): DocumentCheck {
  return (raw) => checkAlphanumericDocument(raw, { type: 'CE', subject: 'this document', lengthMin, lengthMax })
}

/**
 * Checks a document without a public check digit, such as a passport or a residence card: only letters and digits of a
 * certain length. `subject` starts the message ("a passport").
 */
function checkAlphanumericDocument(
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
