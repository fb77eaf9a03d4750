import { createHash } from 'node:crypto'

/**
 * What tells the texts of two movements apart, whatever is read out of them: SHA-256 of what the file holds, in base64.
 * Exports of one movement differ in blanks and in the case of letters.
 */
export function textDigest(texts: readonly string[]): string {
  const comparable = texts.map((text) => text.normalize('NFKC').toUpperCase().replace(/\s+/g, ''))
  return createHash('sha256').update(JSON.stringify(comparable)).digest('base64')
}
