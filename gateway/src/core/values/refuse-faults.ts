import { say } from '../texts/messages/say.ts'
import { type CardNumberPlace, holdsCardNumber } from './card-numbers.ts'
import { type FieldProblem, Problem } from './problem.ts'

/** Throws `validation_failed` with all wrong fields; does nothing without any. */
export function refuseFaults(faults: readonly FieldProblem[]): void {
  if (faults.length > 0) throw new Problem('validation_failed', { fields: faults })
}

/**
 * Checks a name that is stored in a table and shown to others: as `lineFaults`, and no invisible character or mark of
 * writing direction, with which it could pretend to be another name.
 */
export function nameFaults(value: string, param: string, max: number): FieldProblem[] {
  const faults = lineFaults(value, param, max)
  if (faults.length > 0 || !holdsInvisible(value)) return faults
  return [{ code: 'invalid_format', param, message: say('field.invisible', { field: param }) }]
}

/** Whether an address of the web has its scheme and both slashes: `new URL` also reads `https:/shop` and `https:\\shop`. */
export function hasBothSlashes(address: string): boolean {
  return /^[a-z]+:\/\/[^/\\]/i.test(address)
}

/** Whether a text has characters of the Unicode category Cf: zero width, marks of writing direction. */
export function holdsInvisible(text: string): boolean {
  return /\p{Cf}/u.test(text)
}

/** Checks a line of text: up to `max` characters, not blank, no control characters, no card number. */
export function lineFaults(value: string, param: string, max: number): FieldProblem[] {
  if (value.trim() === '') return [{ code: 'required', param, message: say('field.needed', { field: param }) }]
  if (value.length > max)
    return [{ code: 'too_long', param, message: say('field.characters_at_most', { field: param, max }) }]
  if (/\p{Cc}/u.test(value)) {
    return [{ code: 'invalid_format', param, message: say('field.holds_control_character', { field: param }) }]
  }
  return cardNumberFaults(value, { param, place: 'anywhere' })
}

/** Throws `validation_failed` if a person's text contains a card number. The text may quote accounts and orders. */
export function refuseCardNumber(text: string | undefined, param: string): void {
  if (text !== undefined) refuseFaults(cardNumberFaults(text, { param, place: 'groups' }))
}

function cardNumberFaults(value: string, { param, place }: { param: string; place: CardNumberPlace }): FieldProblem[] {
  if (!holdsCardNumber(value, place)) return []
  return [{ code: 'invalid_format', param, message: say('field.card_number', { field: param }) }]
}

/** The longest field name of the spec has 24 characters. A longer unknown name only enlarges the reply. */
export const shownNameLengthMax = 64

/** An unknown field name for display: shortened, without control characters, and without a possible card number. */
export function shownName(name: string): string {
  const cut = name.length > shownNameLengthMax ? `${name.slice(0, shownNameLengthMax)}…` : name
  return cut.replace(/[\p{Cc}\p{Cs}]/gu, '?').replace(/\p{N}(?:[^\p{L}\p{N}]*\p{N}){8,}/gu, '…')
}

/**
 * The known name that a misspelt one probably means; case and separators are ignored, and words may be written out or
 * shortened: `payer_document_id` is payer_doc_id. At equal distance, a name with the same beginning wins: `acount` is
 * account, not amount.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = bare(name.slice(0, shownNameLengthMax))
  let best: { name: string; distance: number; alike: number } | undefined
  for (const candidate of known) {
    const text = bare(candidate)
    const isShortened = areShortened(name, candidate)
    const allowed = allowedDistance(candidate)
    // So many letters more or fewer are as many changes. Scanners send many addresses that are like none.
    if (!isShortened && Math.abs(wanted.length - text.length) > allowed) continue
    const [distance, alike] = [isShortened ? 1 : editDistance(wanted, text), sharedStart(wanted, text)]
    if (distance > (alike >= sameStartMin ? Math.max(allowed, 2) : allowed)) continue
    const isBetter = !best || distance < best.distance || (distance === best.distance && alike > best.alike)
    if (isBetter) best = { name: candidate, distance, alike }
  }
  return best?.name
}

/** Whether two names have the same words, some of them shortened to their beginning. */
function areShortened(one: string, other: string): boolean {
  const [words, others] = [one, other].map((name) => name.slice(0, shownNameLengthMax).toLowerCase().split('_'))
  if (!words || !others || words.length < 2 || words.length !== others.length) return false
  return words.every((word, at) => {
    const [short = '', long = ''] = [word, others[at] ?? ''].sort((a, b) => a.length - b.length)
    return short === long || (short.length >= shortenedMin && long.startsWith(short))
  })
}

/** With so many letters in common at the beginning two differences are one mistake: `state` is status. */
const sameStartMin = 4

/** Fewer letters begin too many words. */
const shortenedMin = 3

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

function allowedDistance(name: string): number {
  return name.length < 8 ? 1 : Math.floor(name.length / 4)
}

/** The distance of Levenshtein, one row at a time; two neighbours in the wrong order are one mistake. */
function editDistance(from: string, to: string): number {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (to[column - 1] === character ? 0 : 1)
      const isSwapped = column > 1 && to[column - 2] === character && from[index - 1] === to[column - 1]
      const swapped = isSwapped ? (before[column - 2] ?? 0) + 1 : replaced
      next.push(Math.min(replaced, swapped, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
