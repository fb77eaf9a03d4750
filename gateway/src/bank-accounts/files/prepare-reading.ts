import { addDays } from '../../values/days.ts'
import { type ReadOptions, readKeeping } from '../statements/read-statements.ts'
import { type Reading, type Statement, statementLimits } from '../statements/statement.ts'
import { type PackedLines, type PreparedEntry, packLines, piecesOf } from './packed-lines.ts'

export type { PreparedEntry }

/** What is wrong with a file as a whole, in words for people. */
export class FileFault extends Error {
  override readonly name = 'FileFault'
}

/** A statement without its lines. */
export interface PreparedStatement extends Omit<Statement, 'lines'> {
  fromDay: string
  toDay: string
  bookedEntries: number
  /** Entries that the bank has not booked yet. */
  expectedEntries: number
}

/** A file that was read. Its lines are fetched in pieces, so that nothing works through all of them at once. */
export interface OpenReading {
  version: string
  markers: number
  statements: readonly PreparedStatement[]
  /** The booked lines of a statement. Equal movements stand in one piece. */
  pieces(statement: number): AsyncIterable<readonly PreparedEntry[]> | Iterable<readonly PreparedEntry[]>
  close(): Promise<void>
}

/** Reads a file's bytes. Throws StatementRefusal and FileFault. */
export type FileReader = (content: Uint8Array, options: ReadOptions) => Promise<OpenReading>

/** Lines of one piece; more where more of them are equal. */
const linesPerPiece = 500

/** Reads in this thread. For commands: nothing else waits there. */
export const readHere: FileReader = async (content, options) => {
  const reading = prepareReading(content, options)
  return await Promise.resolve({ ...reading, close: async () => await Promise.resolve() })
}

/**
 * Reads a file and computes what each line is stored under. Throws StatementRefusal where it cannot be read, and FileFault
 * where a line has no day or another currency than its statement, and where there are too many statements.
 */
export function prepareReading(
  content: Uint8Array,
  options: ReadOptions = {},
): Omit<OpenReading, 'close' | 'pieces'> & { pieces(statement: number): Iterable<readonly PreparedEntry[]> } {
  const reading: Reading<PackedLines> = readKeeping(content, options, packLines)
  const max = statementLimits.statementsPerFile
  if (reading.statements.length > max) {
    throw new FileFault(
      `The file holds ${reading.statements.length} statements. A file takes ${max}: send it in parts.`,
    )
  }
  return {
    version: reading.version,
    markers: reading.markers,
    statements: reading.statements.map(headOf),
    pieces: (index) => piecesAt(reading.statements[index]),
  }
}

function piecesAt(statement: Statement<PackedLines> | undefined): Iterable<readonly PreparedEntry[]> {
  return statement ? piecesOf(statement.lines, linesPerPiece) : []
}

function headOf({ lines, ...statement }: Statement<PackedLines>): PreparedStatement {
  const { currency } = statement
  const [other, position] = [...lines.currencies]
    .filter(([each]) => each !== currency)
    .reduce<readonly [string, number]>((one, next) => (next[1] < one[1] ? next : one), ['', Infinity])
  const { firstWithoutDay = Infinity, expected: expectedEntries } = lines
  if (firstWithoutDay <= position && firstWithoutDay < Infinity)
    throw new FileFault(`Line ${firstWithoutDay} of the statement has no day.`)
  if (position < Infinity)
    throw new FileFault(`Line ${position} of the statement is in ${other}, the account in ${currency}.`)
  const [fromDay, toDay] = daysOf(statement, lines.days)
  return { ...statement, fromDay, toDay, bookedEntries: lines.positions.length, expectedEntries }
}

/**
 * The days that the statement says, widened to those of its lines. Many banks date the opening balance of an MT940 on the
 * day before, at whose end it was the closing one: that day is of the statement only if a line is of it.
 */
function daysOf(statement: Omit<Statement, 'lines'>, ofLines: ReadonlySet<string>): readonly [string, string] {
  const { from, to, opening } = statement
  const isOfDayBefore =
    from !== undefined &&
    to !== undefined &&
    from < to &&
    from === opening?.day &&
    opening.kind.startsWith('60') &&
    !ofLines.has(from)
  const said = [isOfDayBefore ? addDays(from, 1) : from, to].flatMap((day) => day ?? [])
  const ofBalances = said.length > 0 ? [] : [statement.closing?.day].flatMap((day) => day ?? [])
  const days = [...said, ...ofBalances]
  let [first, last] = [days[0], days[0]]
  for (const day of [...days, ...ofLines]) {
    if (first === undefined || day < first) first = day
    if (last === undefined || day > last) last = day
  }
  if (first === undefined || last === undefined) throw new FileFault('The statement says no day and has no lines.')
  return [first, last]
}
