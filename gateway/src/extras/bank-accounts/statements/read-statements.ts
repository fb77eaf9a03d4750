import { readCamt } from './camt.ts'
import { type Content, contentOf, refusalOf, textOf } from './content.ts'
import { readCsv } from './csv.ts'
import type { CsvProfile } from './csv-profile.ts'
import { AccountDays } from './days.ts'
import { detect, refuseOtherKinds } from './detect.ts'
import { countMarkers, countRecords } from './markers.ts'
import { readMt94x } from './mt94x.ts'
import { readOfx } from './ofx.ts'
import { type Movement, type Reading, ReadingFault, type Statement, statementLimits } from './statement.ts'

export interface ReadOptions {
  /** IANA name of the account's time zone: in which day an instant falls. */
  timeZone?: string | undefined
  /** How the bank writes its tables; only tables need it. */
  profile?: CsvProfile | undefined
  /** What a person says about the text: before what the profile and the file say. */
  encoding?: string | undefined
}

/**
 * Reads a bank's file: camt.052, camt.053, camt.054, MT940, MT942, OFX, or a table with a profile. The content decides
 * which. Stores nothing. Throws StatementRefusal for a file that it cannot read wholly. Large files take seconds.
 */
export function readStatements(file: Uint8Array, options: ReadOptions = {}): Reading {
  refuseOtherKinds(file)
  const content = contentOf(file, options.encoding)
  const format = located(content, () => detect(content, options.profile !== undefined))
  const { profile, encoding = profile?.encoding } = options
  const decoded = format === 'csv' && encoding !== undefined ? contentOf(file, encoding) : content
  return located(decoded, () => read(format, decoded, options))
}

/** Says where in the file a fault is. */
function located<T>(content: Content, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ReadingFault) throw refusalOf(content, error)
    throw error
  }
}

function read(format: Reading['format'], content: Content, { profile, timeZone }: ReadOptions): Reading {
  const days = new AccountDays(timeZone)
  if (format === 'csv' && profile) {
    const { balanceRows, ...reading } = readCsv(content, profile, days)
    return counted(reading, countRecords(textOf(content), profile), balanceRows)
  }
  if (format === 'camt') return counted(readCamt(content, days), countMarkers(format, content), 0)
  if (format === 'mt94x') return counted(readMt94x(content), countMarkers(format, content), 0)
  const { skippedEntries, ...reading } = readOfx(content, days)
  return counted(reading, countMarkers('ofx', content), skippedEntries)
}

/** Refuses where the second count differs. `leftOut`: entries that are not of these statements. */
function counted(reading: Omit<Reading, 'markers'>, markers: number, leftOut: number): Reading {
  const entries = reading.statements.reduce((sum, statement) => sum + statement.entries, 0)
  if (entries + leftOut !== markers) {
    throw new ReadingFault(
      0,
      `The file holds ${markers} entries by a second count, and ${entries + leftOut} were read.`,
    )
  }
  if (reading.statements.length > statementLimits.statementsPerFile)
    throw new ReadingFault(0, 'The file holds too many statements.')
  return { ...reading, statements: reading.statements.map(bounded), markers: markers - leftOut }
}

/** One statement of a file may name as much as all its lines: references, names and numbers have a limit. */
function bounded(statement: Statement): Statement {
  const { account, accountName = '', bankId = '', lines } = statement
  if ([account, accountName, bankId].some(isTooLong) || statement.accountNumbers.join('').length > 2_000)
    throw new ReadingFault(0, 'A statement has a name or number that is too long.')
  for (const line of lines) {
    if (isLong(line) || line.details.some(isLong))
      throw new ReadingFault(0, `Entry ${line.entry} has a reference, name or number that is too long.`)
  }
  return { ...statement, doubts: statement.doubts.slice(0, statementLimits.doubtsPerStatement) }
}

function isLong({ refs, party, code, returnCode }: Movement): boolean {
  return [...Object.values(refs), party.name, party.document, party.account, code, returnCode].some(isTooLong)
}

function isTooLong(text: string | undefined): boolean {
  return text !== undefined && text.length > statementLimits.textCharacters
}
