import { createHash } from 'node:crypto'

export interface TextLine {
  /** UTF-16 units from the start of the text. */
  at: number
  text: string
  /** Where the next line begins. */
  end: number
  hasEnd: boolean
}

/** The lines of a text with any of the three line ends. Each character is read once. */
export function* textLines(text: string): Generator<TextLine> {
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code !== 10 && code !== 13) continue
    const line = text.slice(start, at)
    if (code === 13 && text.charCodeAt(at + 1) === 10) at += 1
    yield { at: start, text: line, end: at + 1, hasEnd: true }
    start = at + 1
  }
  if (start < text.length) yield { at: start, text: text.slice(start), end: text.length, hasEnd: false }
}

/** The text without the characters at both ends that are to be cut. A pattern would try each run of them again and again. */
export function withoutEnds(text: string, isCut: (code: number) => boolean): string {
  let [start, end] = [0, text.length]
  while (start < end && isCut(text.charCodeAt(start))) start += 1
  while (end > start && isCut(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** A control character (`\p{Cc}`). */
export function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0)
}

/**
 * What tells the texts of two movements apart, whatever is read out of them: SHA-256 of what the file holds, in base64.
 * Exports of one movement differ in blanks and in the case of letters.
 */
export function textDigest(texts: readonly string[]): string {
  const comparable = texts.map((text) => text.normalize('NFKC').toUpperCase().replace(/\s+/g, ''))
  return createHash('sha256').update(JSON.stringify(comparable)).digest('base64')
}
