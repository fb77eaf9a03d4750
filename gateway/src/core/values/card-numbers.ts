/**
 * Where a card number must be in a text to be found.
 *
 * - `anywhere`: at any digit, also inside a longer run of digits. For prose, such as a name.
 * - `groups`: from the start of a group of digits to the end of a group, with any separators between. For texts that
 *   may quote an account or an order, such as a note: 16 digits inside a CBU of 22 digits are not found.
 * - `alone`: like `groups`, but a number without separators must not touch a letter. For references, which mix letters
 *   and digits: the digits inside a hexadecimal id are not found (ADR 0010).
 */
export type CardNumberPlace = 'anywhere' | 'groups' | 'alone'

/**
 * Whether a text contains a possible card number (PCI DSS 4.0.1, 3.5.1: it must not be stored). The digits may be in
 * any script, with any separators except letters. A number matches by the brand's first digits, its length, and the
 * Luhn check digit.
 */
export function holdsCardNumber(text: string, place: CardNumberPlace): boolean {
  return readings(text).some((reading) => spansIn(reading, place).length > 0)
}

/** Whether a text contains exactly these digits in order, with any separators except letters. */
export function holdsDigits(text: string, digits: string): boolean {
  return readings(text).some((reading) => runsOf(reading).some((run) => digitsOf(run).includes(digits)))
}

/** Masks every card number in the text. The first six and last four digits stay, with `fill` between. */
export function maskCardNumbers(text: string, fill: '*' | '0' = '*'): string {
  let masked = ''
  let from = 0
  for (const { start, end, digits } of spansIn(text, 'anywhere')) {
    masked += `${text.slice(from, start)}${digits.slice(0, 6)}${fill.repeat(6)}${digits.slice(-4)}`
    from = end
  }
  return masked + text.slice(from)
}

/** Whether the last digit is the Luhn check digit of the others (ISO/IEC 7812-1, annex B). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** One digit and its character range. One character, such as ⑫, may give two digits. */
interface Digit {
  digit: string
  start: number
  end: number
  /** Number of the group, from 0. A group is a sequence of digits without separators. */
  group: number
  closesGroup: boolean
  touchesLetter: boolean
}

interface Span {
  start: number
  end: number
  digits: string
}

/** The text itself, and its percent-decoded form if that differs. */
function readings(text: string): string[] {
  const decoded = text.replace(/(?:%[0-9a-f]{2})+/gi, (part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })
  return decoded === text ? [text] : [text, decoded]
}

/**
 * Ranges of card numbers in the text, in order. Overlapping numbers are merged, so that no digits of a number remain.
 */
function spansIn(text: string, place: CardNumberPlace): Span[] {
  if (!mayHoldCardNumber(text)) return []
  const spans: Span[] = []
  for (const run of runsOf(text)) {
    let last: { from: number; to: number } | undefined
    const windows = windowsIn(run, place)
    for (const [index, window] of windows.entries()) {
      last = last && window.from <= last.to ? { from: last.from, to: Math.max(last.to, window.to) } : window
      const next = windows[index + 1]
      if (!next || next.from > last.to) spans.push(spanOf(run.slice(last.from, last.to + 1)))
    }
  }
  return spans
}

function spanOf(digits: readonly Digit[]): Span {
  return { start: digits[0]?.start ?? 0, end: digits.at(-1)?.end ?? 0, digits: digitsOf(digits) }
}

function digitsOf(run: readonly Digit[]): string {
  return run.map(({ digit }) => digit).join('')
}

/** All ranges of a run that could be a card number, by their first and last index, ordered by the first. */
function windowsIn(run: readonly Digit[], place: CardNumberPlace): { from: number; to: number }[] {
  if (run.length < cardDigitsMin) return []
  const digits = digitsOf(run)
  const windows: { from: number; to: number }[] = []
  for (let from = 0; from + cardDigitsMin <= run.length; from++) {
    if (place !== 'anywhere' && from > 0 && run[from - 1]?.closesGroup === false) continue
    for (const length of brandLengths(Number(digits.slice(from, from + brandDigits)))) {
      const to = from + length - 1
      const [first, last] = [run[from], run[to]]
      if (!first || !last || !hasAllowedBoundaries(first, last, place)) continue
      if (passesLuhn(digits.slice(from, to + 1))) windows.push({ from, to })
    }
  }
  return windows
}

function hasAllowedBoundaries(first: Digit, last: Digit, place: CardNumberPlace): boolean {
  if (place === 'anywhere') return true
  if (!last.closesGroup) return false
  // A number of several groups is not part of an id, even if a letter touches it.
  return place === 'groups' || first.group !== last.group || !(first.touchesLetter || last.touchesLetter)
}

/** A fast check without allocations: most texts do not have 13 digits without a letter between them. */
function mayHoldCardNumber(text: string): boolean {
  let digits = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x30 && code <= 0x39) digits += 1
    // A non-ASCII character may give two digits.
    else if (code > 0x7f) digits += 2
    else if (isAsciiLetter(code)) digits = 0
    else if (code === 0x5c) index += text[index + 1] === 'u' ? 5 : 1
    if (digits >= cardDigitsMin) return true
  }
  return false
}

/** A UUID with at least one letter. Its digit groups are random, and such ids are frequent. */
const uuidShape =
  /(?<![0-9a-z])(?=[0-9-]{0,35}[a-f])[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-z])/gi

/** JSON escapes of characters that are not letters. In a log line, a line break between digits is `\n`. */
const escapeShape = /\\(?:u[0-9a-f]{4}|[nrtbf])/gi

/** Splits the digits of a text into runs. A letter ends a run. Offsets refer to the given text. */
function runsOf(text: string): Digit[][] {
  const readable = text
    .replace(uuidShape, (uuid) => 'x'.repeat(uuid.length))
    .replace(escapeShape, (found) => ' '.repeat(found.length))
  const runs: Digit[][] = []
  let run: Digit[] = []
  let before: 'digit' | 'letter' | 'other' = 'other'
  let group = -1
  let start = 0
  for (const character of readable) {
    const end = start + character.length
    for (const part of folded(character)) {
      const digit = digitIn(part)
      const last = run.at(-1)
      if (digit !== undefined) {
        if (before !== 'digit') group += 1
        else if (last) last.closesGroup = false
        run.push({ digit, start, end, group, closesGroup: true, touchesLetter: before === 'letter' })
        before = 'digit'
      } else if (isLetter(part)) {
        if (before === 'digit' && last) last.touchesLetter = true
        if (run.length > 0) runs.push(run)
        run = []
        before = 'letter'
      } else before = 'other'
    }
    start = end
  }
  return run.length > 0 ? [...runs, run] : runs
}

/** Converts full-width, circled and superscript digits to plain ones. One character may become several. */
function folded(character: string): Iterable<string> {
  return character <= '\x7f' ? character : character.normalize('NFKC')
}

/** The value of a decimal digit of any script. In each script, zero to nine have consecutive code points. */
function digitIn(part: string): string | undefined {
  if (part >= '0' && part <= '9') return part
  if (part <= '\x7f' || !/^\p{Nd}$/u.test(part)) return undefined
  const code = part.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

function isLetter(part: string): boolean {
  return part <= '\x7f' ? isAsciiLetter(part.charCodeAt(0)) : /^\p{L}$/u.test(part)
}

function isAsciiLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}

/**
 * Lengths of card numbers that are searched for. Maestro's 12 digits are excluded, because too many ordinary numbers
 * match.
 */
export const cardDigitsMin = 13
export const cardDigitsMax = 19

/** Number of first digits that identify the brand. */
const brandDigits = 6

interface Range {
  /** First six digits, inclusive. */
  from: number
  to: number
  lengths: readonly number[]
}

const sixteen = [16]
const sixteenToNineteen = [16, 17, 18, 19]

/**
 * Issuer ranges (ISO/IEC 7812) of the brands that payers of the region may hold. Brands that the gateway does not
 * accept are included, because their numbers must not be stored either. Only VISA uses a whole one-digit range: each
 * further digit halves the false matches.
 */
const ranges: readonly Range[] = [
  // VISA. Elo's older ranges are inside it.
  { from: 400000, to: 499999, lengths: [13, 16, 18, 19] },
  // MasterCard.
  { from: 510000, to: 559999, lengths: sixteen },
  { from: 222100, to: 272099, lengths: sixteen },
  // American Express.
  { from: 340000, to: 349999, lengths: [15] },
  { from: 370000, to: 379999, lengths: [15] },
  // Diners Club.
  { from: 300000, to: 305999, lengths: [14, 16] },
  { from: 309500, to: 309599, lengths: [14, 16] },
  { from: 360000, to: 369999, lengths: [14, 16] },
  { from: 380000, to: 399999, lengths: [14, 16] },
  // JCB, Discover, UnionPay, Mir.
  { from: 352800, to: 358999, lengths: sixteenToNineteen },
  { from: 601100, to: 601199, lengths: sixteenToNineteen },
  { from: 644000, to: 659999, lengths: sixteenToNineteen },
  { from: 620000, to: 629999, lengths: sixteenToNineteen },
  { from: 220000, to: 220499, lengths: sixteenToNineteen },
  // Maestro.
  ...[501800, 502000, 503800, 630400, 675900, 676100, 676200, 676300].map((from) => ({
    from,
    to: from + 99,
    lengths: [13, 14, 15, 16, 17, 18, 19],
  })),
  { from: 589300, to: 589399, lengths: sixteenToNineteen },
  // Elo and Hipercard (Brazil).
  { from: 504175, to: 504175, lengths: sixteen },
  { from: 506699, to: 506778, lengths: sixteen },
  { from: 509000, to: 509999, lengths: sixteen },
  { from: 636297, to: 636297, lengths: sixteen },
  { from: 636368, to: 636368, lengths: sixteen },
  { from: 606282, to: 606282, lengths: [13, 16, 19] },
  { from: 637095, to: 637095, lengths: sixteen },
  // Cabal, Naranja, Argencard, Cencosud (Argentina), OCA (Uruguay), Carnet (Mexico).
  { from: 589657, to: 589657, lengths: sixteen },
  { from: 604200, to: 604400, lengths: sixteen },
  { from: 589562, to: 589562, lengths: sixteen },
  { from: 501105, to: 501105, lengths: sixteen },
  { from: 603493, to: 603493, lengths: sixteen },
  { from: 589892, to: 589892, lengths: sixteen },
  { from: 286900, to: 286900, lengths: sixteen },
  { from: 502275, to: 502275, lengths: sixteen },
  { from: 506199, to: 506499, lengths: sixteen },
  { from: 639388, to: 639388, lengths: sixteen },
]

const none: readonly number[] = []

/** Possible lengths of a card number with these first six digits. Empty if no brand has them. */
export function brandLengths(firstSix: number): readonly number[] {
  return ranges.find(({ from, to }) => firstSix >= from && firstSix <= to)?.lengths ?? none
}
