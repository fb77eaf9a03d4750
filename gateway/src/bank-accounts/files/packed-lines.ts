import { lineIdentity } from '../rules/line-identity.ts'
import { minorOfDecimal } from '../statements/amounts.ts'
import type { KeepLines, LineKeeper } from '../statements/lines.ts'
import type { StatementKind, StatementLine } from '../statements/statement.ts'

/** A booked line with what it is stored under. */
export interface PreparedEntry {
  /** From 1 within the statement. */
  position: number
  /** SHA-256 in hexadecimal. */
  identity: string
  /** The columns of `bank_lines` that the bank fills, as a JSON object by their names. */
  row: string
}

/** The lines of a statement as they are stored, and what is asked about all of them. */
export interface PackedLines {
  /** Of each entry, in the order in which they were read. */
  positions: number[]
  /** The identity of each entry in hexadecimal, and behind it its row. */
  texts: PackedTexts
  /** Lines that the bank has not booked yet. */
  expected: number
  /** Booking days, or value days where those are missing. */
  days: Set<string>
  /** Position of the first line without a day. */
  firstWithoutDay: number | undefined
  /** Position of the first line in each currency. */
  currencies: Map<string, number>
}

/** Characters of an identity. */
const identityLength = 64

export const packLines: KeepLines<PackedLines> = (kind): LineKeeper<PackedLines> => {
  const packed: PackedLines = {
    ...{ positions: [], texts: new PackedTexts(), expected: 0 },
    ...{ days: new Set(), firstWithoutDay: undefined, currencies: new Map() },
  }
  return {
    add: (line) => addLine(packed, line, kind),
    addPage: (page) => addPage(packed, page),
    lines: () => packed,
  }
}

function addLine(packed: PackedLines, line: StatementLine, kind: StatementKind): void {
  if (!line.booked) {
    packed.expected += 1
    return
  }
  const { position, currency } = line
  packed.currencies.set(currency, Math.min(position, packed.currencies.get(currency) ?? position))
  const day = line.bookingDay ?? line.valueDay
  if (day === undefined) {
    packed.firstWithoutDay = Math.min(position, packed.firstWithoutDay ?? position)
    return
  }
  packed.days.add(day)
  packed.positions.push(position)
  packed.texts.add(`${lineIdentity(line, day, kind).toString('hex')}${rowOf(line, day)}`)
}

function addPage(packed: PackedLines, page: PackedLines): void {
  const count = packed.positions.length + packed.expected
  for (const [index, position] of page.positions.entries()) {
    packed.positions.push(position + count)
    packed.texts.add(page.texts.at(index))
  }
  for (const day of page.days) packed.days.add(day)
  for (const [currency, position] of page.currencies) {
    if (!packed.currencies.has(currency)) packed.currencies.set(currency, position + count)
  }
  if (page.firstWithoutDay !== undefined) packed.firstWithoutDay ??= page.firstWithoutDay + count
  packed.expected += page.expected
}

function rowOf(line: StatementLine, day: string): string {
  const { party } = line
  return JSON.stringify({
    booking_day: day,
    value_day: line.valueDay,
    sign: line.sign,
    amount_minor: minorOfDecimal(line.amount).toString(),
    reversal: line.reversal,
    is_single: line.isSingle,
    refs: line.refs,
    details: line.details,
    text: line.text,
    party_name: party.name,
    party_document: party.document,
    party_account: party.account,
    bank_code: line.code,
    return_code: line.returnCode,
  })
}

/** The booked lines in the order of their positions, in pieces of about `size`. Equal movements stand in one piece. */
export function* piecesOf(packed: PackedLines, size: number): Generator<readonly PreparedEntry[]> {
  const { positions } = packed
  const order = Array.from(positions, (_, index) => index).sort(
    (one, other) => (positions[one] ?? 0) - (positions[other] ?? 0),
  )
  // By entry: the next one that is equal. Most have none.
  const next = new Map<number, number>()
  const followers = new Set<number>()
  const last = new Map<string, number>()
  for (const index of order) {
    const identity = packed.texts.at(index, identityLength)
    const before = last.get(identity)
    last.set(identity, index)
    if (before === undefined) continue
    next.set(before, index)
    followers.add(index)
  }
  last.clear()
  let piece: PreparedEntry[] = []
  for (const index of order) {
    if (followers.has(index)) continue
    for (let at: number | undefined = index; at !== undefined; at = next.get(at)) piece.push(entryAt(packed, at))
    if (piece.length < size) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

function entryAt({ positions, texts }: PackedLines, index: number): PreparedEntry {
  const text = texts.at(index)
  return {
    position: positions[index] ?? 0,
    identity: text.slice(0, identityLength),
    row: text.slice(identityLength),
  }
}

/** Texts of one block. */
const textsPerBlock = 1_000

/** Texts as bytes outside the heap of JavaScript: 100,000 lines take 45 MB there, and several times as much as objects. */
class PackedTexts {
  readonly #blocks: { bytes: Buffer; ends: readonly number[] }[] = []
  #last: string[] = []

  add(text: string): void {
    this.#last.push(text)
    if (this.#last.length < textsPerBlock) return
    let end = 0
    const ends = this.#last.map((each) => (end += Buffer.byteLength(each)))
    this.#blocks.push({ bytes: Buffer.from(this.#last.join('')), ends })
    this.#last = []
  }

  /** The text, or its first bytes. */
  at(index: number, bytesMax = Number.POSITIVE_INFINITY): string {
    const [block, place] = [this.#blocks[Math.trunc(index / textsPerBlock)], index % textsPerBlock]
    if (!block) return (this.#last[place] ?? '').slice(0, bytesMax)
    const [begin, end] = [block.ends[place - 1] ?? 0, block.ends[place] ?? 0]
    return block.bytes.toString('utf8', begin, Math.min(end, begin + bytesMax))
  }
}
