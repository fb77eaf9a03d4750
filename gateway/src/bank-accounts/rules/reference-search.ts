import { isNumericReference, isTextReference, symbols } from '../../connectors/own-account/references.ts'
import type { LineToMatch } from './match-types.ts'
import { plainReference, tokensIn, wordsOf } from './reference-tokens.ts'

const digits = '0123456789'

/** What a search for the orders of a line needs, so that matching sees every order that it would see among all. */
export interface LineSearch {
  /** References of orders that the line may name, with those that one mistake away. */
  references: readonly string[]
  /** Numbers of transfers that a payer or an operator may have typed. */
  transferNumbers: readonly string[]
}

export function searchOf(line: LineToMatch): LineSearch {
  const fields = [line.endToEndId, line.txId, line.structuredReference].flatMap((text) => text ?? [])
  const tokens = [...fields.flatMap((text) => tokensIn(text, 'structured')), ...tokensIn(line.text)]
  const references = tokens.flatMap(({ token, form, standing }) => {
    if (standing !== 'near') return [token]
    // Only a right reference can be an order's.
    const right = form === 'text' ? isTextReference : isNumericReference
    return [token, ...withOneMistake(token, form === 'text' ? symbols : digits).filter(right)]
  })
  // References of the time before they had a check character have other lengths.
  const words = [...fields, line.text].flatMap((text) => wordsOf(text).map(({ letters }) => letters))
  const legacy = words.filter((word) => /^P[0-9A-Z]{1,13}$/.test(word))
  const transferNumbers = [line.bankRef, ...fields].flatMap((text) => text ?? []).filter((text) => plainReference(text))
  return { references: [...new Set([...references, ...legacy])], transferNumbers: [...new Set(transferNumbers)] }
}

/** All texts from which one wrong, exchanged, missing or doubled character makes the given one. */
function withOneMistake(text: string, alphabet: string): string[] {
  const found = new Set<string>()
  const put = (start: number, middle: string, end: number) => found.add(text.slice(0, start) + middle + text.slice(end))
  for (let at = 0; at <= text.length; at++) {
    for (const letter of alphabet) {
      put(at, letter, at)
      if (at < text.length) put(at, letter, at + 1)
    }
    if (at < text.length) put(at, '', at + 1)
    if (at + 1 < text.length) put(at, `${text[at + 1]}${text[at]}`, at + 2)
  }
  found.delete(text)
  return [...found]
}
