import { setImmediate as breath } from 'node:timers/promises'
import { type Balance, minorOfDecimal, type Statement, type StatementLine } from '@pasarela/bank-statements'
import type { Db } from '../../core/platform/database/database.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import type { Text } from '../../core/texts/messages/say.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { assignLines, lineIdentity } from './rules/line-identity.ts'
import type { BankAccountRow } from './store/bank-accounts.ts'
import { findKnownLines, insertLines, insertSightings, type NewLine, rowsPerQuery } from './store/bank-lines.ts'
import { insertStatement } from './store/bank-statements.ts'
import { insertNewStates } from './store/line-states.ts'

export interface StoredStatement {
  statementId: string
  bankAccountId: string
  fromDay: string
  toDay: string
  lines: number
  /** Lines that no file held before. */
  newLines: number
  addsUp: boolean | undefined
}

export interface StatementToStore {
  fileId: string
  /** From 1 within the file. */
  position: number
  account: BankAccountRow
  statement: Statement
}

/**
 * Stores one statement and its lines. The account's row is locked. Throws `validation_failed` where a line has no day or
 * another currency than the account.
 */
export async function storeStatement(tx: Db, wanted: StatementToStore, now: Date): Promise<StoredStatement> {
  const { account, statement } = wanted
  const booked = await bookedOf(statement, account)
  const [fromDay, toDay] = daysOf(statement, booked.days)
  const statementId = uuidV7(now)
  await insertStatement(tx, {
    ...{ id: statementId, fileId: wanted.fileId, position: wanted.position, bankAccountId: account.id, fromDay, toDay },
    bankId: shortened(statement.bankId),
    number: shortened(statement.number),
    page: shortened(statement.page),
    openingMinor: minorOfBalance(statement.opening, account),
    closingMinor: minorOfBalance(statement.closing, account),
    creditMinor: minorOfDecimal(statement.credits),
    debitMinor: minorOfDecimal(statement.debits),
    expectedEntries: statement.lines.length - booked.count,
    bookedEntries: booked.count,
    addsUp: statement.addsUp ?? null,
    doubts: statement.doubts,
  })
  const newLines = await storeLines(tx, { bankAccountId: account.id, statementId, equal: booked.equal }, now)
  const { addsUp } = statement
  return { statementId, bankAccountId: account.id, fromDay, toDay, lines: booked.count, newLines, addsUp }
}

interface Entry {
  line: StatementLine
  day: string
  identity: Buffer
}

/** Lines between which other work gets its turn. */
const linesPerTurn = 1_000

interface Booked {
  count: number
  /** Equal movements together, by identity in hexadecimal, in the order of the statement. */
  equal: ReadonlyMap<string, Entry[]>
  /** Of the first and the last line. */
  days: readonly string[]
}

async function bookedOf(statement: Statement, account: BankAccountRow): Promise<Booked> {
  const equal = new Map<string, Entry[]>()
  let [count, days]: [number, string[]] = [0, []]
  for (const line of statement.lines) {
    if (!line.booked) continue
    const entry = entryOf(line, account)
    const key = entry.identity.toString('hex')
    const some = equal.get(key)
    if (some) some.push(entry)
    else equal.set(key, [entry])
    const [first = entry.day, last = entry.day] = days
    days = [entry.day < first ? entry.day : first, entry.day > last ? entry.day : last]
    count += 1
    if (count % linesPerTurn === 0) await breath()
  }
  return { count, equal, days }
}

function entryOf(line: StatementLine, account: BankAccountRow): Entry {
  const day = line.bookingDay ?? line.valueDay
  if (day === undefined) throw refusedFile(say('bank_file.line_without_day', { line: line.position }))
  if (line.currency !== account.currency) {
    const { currency } = account
    throw refusedFile(say('bank_file.line_currency', { line: line.position, found: line.currency, currency }))
  }
  return { line, day, identity: lineIdentity(line, day) }
}

/** The days that the statement says, widened to those of its lines. */
function daysOf(statement: Statement, ofLines: readonly string[]): readonly [string, string] {
  const said = [statement.from, statement.to].flatMap((day) => day ?? [])
  const ofBalances = said.length > 0 ? [] : [statement.closing?.day].flatMap((day) => day ?? [])
  const days = [...said, ...ofBalances, ...ofLines].sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) throw refusedFile(say('bank_file.no_day'))
  return [first, last]
}

function minorOfBalance(balance: Balance | undefined, account: BankAccountRow): bigint | null {
  return balance?.currency === account.currency ? minorOfDecimal(balance.amount) : null
}

/** Returns how many lines are new. */
async function storeLines(
  tx: Db,
  { bankAccountId, statementId, equal }: { bankAccountId: string; statementId: string; equal: Booked['equal'] },
  now: Date,
): Promise<number> {
  const known = await findKnownLines(tx, { bankAccountId, identities: [...equal.keys()], statementId })
  let newLines = 0
  let [fresh, sightings]: [NewLine[], { position: number; lineId: string }[]] = [[], []]
  const store = async () => {
    const ids = fresh.map(({ id }) => id)
    await insertLines(tx, fresh)
    await insertNewStates(tx, bankAccountId, ids)
    await insertSightings(tx, statementId, sightings)
    newLines += ids.length
    ;[fresh, sightings] = [[], []]
  }
  for (const [key, some] of equal) {
    const { seen, newOrdinals } = assignLines(some.length, known.get(key) ?? [])
    for (const [index, { line, day, identity }] of some.entries()) {
      const ordinal = newOrdinals[index - seen.length]
      const id = seen[index] ?? uuidV7(now)
      sightings.push({ position: line.position, lineId: id })
      if (ordinal !== undefined)
        fresh.push({ id, bankAccountId, identity, ordinal, day, amountMinor: minorOfDecimal(line.amount), line })
      if (sightings.length === rowsPerQuery) await store()
    }
  }
  if (sightings.length > 0) await store()
  return newLines
}

function shortened(text: string | undefined): string | null {
  return text === undefined ? null : text.slice(0, 255)
}

/** What is wrong with a file as a whole. */
export function refusedFile(message: Text): Problem {
  return new Problem('validation_failed', { fields: [{ code: 'not_allowed', param: 'file', message }] })
}
