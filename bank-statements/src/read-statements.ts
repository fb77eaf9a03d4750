import { comparableNumber } from './account-number.ts'
import type { BankProfiles } from './bank-profile.ts'
import { readCamt } from './camt.ts'
import { type Content, contentOf, refusalOf, textOf } from './content.ts'
import { hasHeaderOf, readCsv } from './csv.ts'
import type { CsvProfile } from './csv-profile.ts'
import { AccountDays } from './days.ts'
import { detect, refuseOtherKinds } from './detect.ts'
import { countMarkers, countRecords } from './markers.ts'
import { readMt94x } from './mt94x.ts'
import { readOfx } from './ofx.ts'
import { type Movement, type Reading, ReadingFault, type Statement, statementLimits } from './statement.ts'

/** An own bank account, with what two people agreed about the files of its bank. */
export interface KnownAccount {
  /** As `comparableNumber` gives them. */
  numbers: readonly string[]
  currency: string
  profiles: BankProfiles
}

export interface ReadOptions {
  /** IANA name of the account's time zone: in which day an instant falls. */
  timeZone?: string | undefined
  /** How the bank writes its tables; only tables need it. Without it, the agreed profile whose columns the table has. */
  profile?: CsvProfile | undefined
  /** What a person says about the text: before what the profile and the file say. */
  encoding?: string | undefined
  /** The own accounts that the file may be of. */
  accounts?: readonly KnownAccount[] | undefined
}

/**
 * Reads a bank's file: camt.052, camt.053, camt.054, MT940, MT942, OFX, or a table with a profile. The content decides
 * which. Stores nothing. Throws StatementRefusal for a file that it cannot read wholly. Large files take seconds.
 */
export function readStatements(file: Uint8Array, options: ReadOptions = {}): Reading {
  refuseOtherKinds(file)
  const content = contentOf(file, options.encoding)
  const agreed = (options.accounts ?? []).flatMap(({ profiles }) => profiles.csv ?? [])
  const format = located(content, () => detect(content, options.profile !== undefined || agreed.length > 0))
  if (format !== 'csv') return located(content, () => read(format, content, options))
  const decode = ({ encoding = undefined }: CsvProfile) =>
    options.encoding === undefined && encoding !== undefined ? contentOf(file, encoding) : content
  const profile = options.profile ?? located(content, () => fittingProfile(agreed, decode))
  const decoded = decode(profile)
  return located(decoded, () => {
    const days = new AccountDays(options.timeZone)
    const { balanceRows, ...reading } = readCsv(decoded, profile, days)
    return counted(reading, countRecords(textOf(decoded), profile), balanceRows)
  })
}

/** The agreed profile whose columns the table has. */
function fittingProfile(agreed: readonly CsvProfile[], decode: (profile: CsvProfile) => Content): CsvProfile {
  const fitting = agreed.filter((profile) => hasHeaderOf(textOf(decode(profile)), profile))
  const different = new Map(fitting.map((profile) => [JSON.stringify(profile), profile]))
  const [only, other] = [...different.values()]
  if (!only)
    throw new ReadingFault(0, 'The table has the columns of no agreed profile. The page of its account makes one.')
  if (other)
    throw new ReadingFault(0, 'The table fits the profiles of several own accounts: say which account it is of.')
  return only
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

function read(format: 'camt' | 'mt94x' | 'ofx', content: Content, { accounts = [], timeZone }: ReadOptions): Reading {
  const days = new AccountDays(timeZone)
  const accountOf = (number: string) => {
    const wanted = [number, ...number.split('/')].flatMap((each) => comparableNumber(each) ?? [])
    return accounts.find(({ numbers }) => numbers.some((each) => wanted.includes(each)))
  }
  const markers = countMarkers(format, content)
  if (format === 'camt') {
    const escapes = (number: string) => accountOf(number)?.profiles.camt?.escapes
    return counted(readCamt(content, days, escapes), markers, 0)
  }
  if (format === 'mt94x') {
    const known = (number: string) => {
      const account = accountOf(number)
      return account && { currency: account.currency, settings: account.profiles.mt94x ?? {} }
    }
    const { skippedEntries, ...reading } = readMt94x(content, known)
    return counted(reading, markers, skippedEntries)
  }
  const escapes = (number: string) => accountOf(number)?.profiles.ofx?.escapes === true
  const { skippedEntries, ...reading } = readOfx(content, days, escapes)
  return counted(reading, markers, skippedEntries)
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
  return storable({ ...statement, doubts: statement.doubts.slice(0, statementLimits.doubtsPerStatement) })
}

/** No database keeps U+0000 or half of a surrogate pair: each becomes U+FFFD in every text of a statement. */
function storable<T>(value: T): T {
  if (typeof value === 'string') return value.replace(/[\0\p{Cs}]/gu, '\ufffd') as T
  if (typeof value !== 'object' || value === null) return value
  for (const [key, inner] of Object.entries(value)) {
    const kept: unknown = storable(inner)
    if (kept !== inner) Object.assign(value, { [key]: kept })
  }
  return value
}

function isLong({ refs, party, code, returnCode }: Movement): boolean {
  return [...Object.values(refs), party.name, party.document, party.account, code, returnCode].some(isTooLong)
}

function isTooLong(text: string | undefined): boolean {
  return text !== undefined && text.length > statementLimits.textCharacters
}
