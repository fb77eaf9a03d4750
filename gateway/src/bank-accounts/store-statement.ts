import type { Db } from '../platform/database/database.ts'
import { uuidV7 } from '../platform/ids.ts'
import { Problem } from '../values/problem.ts'
import type { PreparedEntry, PreparedStatement } from './files/prepare-reading.ts'
import { assignLines } from './rules/line-identity.ts'
import { minorOfDecimal } from './statements/amounts.ts'
import type { Balance, StatementKind } from './statements/statement.ts'
import { type BankAccountRow, noteStatementChange } from './store/bank-accounts.ts'
import { findKnownLines, insertLines, insertSightings, type NewLine } from './store/bank-lines.ts'
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
  statement: PreparedStatement
  /** Its booked lines. Equal movements stand in one piece. */
  pieces: AsyncIterable<readonly PreparedEntry[]> | Iterable<readonly PreparedEntry[]>
}

/** Stores one statement and its lines. The account's row is locked. */
export async function storeStatement(tx: Db, wanted: StatementToStore, now: Date): Promise<StoredStatement> {
  const { account, statement } = wanted
  const { kind, fromDay, toDay, bookedEntries, expectedEntries } = statement
  // Balances come from statements alone.
  const minorOf = (balance: Balance | undefined) => (kind === 'booked' ? minorOfBalance(balance, account) : null)
  const statementId = uuidV7(now)
  await insertStatement(tx, {
    ...{ id: statementId, fileId: wanted.fileId, position: wanted.position, bankAccountId: account.id, fromDay, toDay },
    bankId: shortened(statement.bankId),
    number: shortened(statement.number),
    page: shortened(statement.page),
    openingMinor: minorOf(statement.opening),
    closingMinor: minorOf(statement.closing),
    creditMinor: minorOfDecimal(statement.credits),
    debitMinor: minorOfDecimal(statement.debits),
    expectedEntries,
    bookedEntries,
    addsUp: kind === 'booked' ? (statement.addsUp ?? null) : null,
    kind,
    doubts: statement.doubts,
  })
  let newLines = 0
  for await (const entries of wanted.pieces) {
    newLines += await storeLines(tx, { bankAccountId: account.id, statementId, kind, entries }, now)
  }
  if (kind === 'booked') await noteStatementChange(tx, account.id)
  const { addsUp } = statement
  return { statementId, bankAccountId: account.id, fromDay, toDay, lines: bookedEntries, newLines, addsUp }
}

function minorOfBalance(balance: Balance | undefined, account: BankAccountRow): bigint | null {
  return balance?.currency === account.currency ? minorOfDecimal(balance.amount) : null
}

/** Returns how many lines are new. */
async function storeLines(
  tx: Db,
  {
    bankAccountId,
    statementId,
    kind,
    entries,
  }: { bankAccountId: string; statementId: string; kind: StatementKind; entries: readonly PreparedEntry[] },
  now: Date,
): Promise<number> {
  const equal = byIdentity(entries)
  const identities = [...equal.keys()].map((identity) => Buffer.from(identity, 'hex'))
  const known = await findKnownLines(tx, { bankAccountId, identities, statementId })
  const announced = kind !== 'booked'
  const fresh: NewLine[] = []
  const sightings: { position: number; lineId: string }[] = []
  for (const [key, some] of equal) {
    const { seen, newOrdinals } = assignLines(some.length, known.get(key) ?? [])
    for (const [index, { position, identity, row }] of some.entries()) {
      const ordinal = newOrdinals[index - seen.length]
      const lineId = seen[index] ?? uuidV7(now)
      sightings.push({ position, lineId })
      if (ordinal !== undefined) fresh.push({ id: lineId, identity, ordinal, row })
    }
  }
  await insertLines(tx, { bankAccountId, announced, lines: fresh })
  await insertNewStates(tx, { bankAccountId, lineIds: fresh.map(({ id }) => id), announced })
  await insertSightings(tx, statementId, sightings)
  return fresh.length
}

/** Equal movements together, in the order of the statement. */
function byIdentity(entries: readonly PreparedEntry[]): ReadonlyMap<string, PreparedEntry[]> {
  const equal = new Map<string, PreparedEntry[]>()
  for (const entry of entries) {
    const some = equal.get(entry.identity)
    if (some) some.push(entry)
    else equal.set(entry.identity, [entry])
  }
  return equal
}

function shortened(text: string | undefined): string | null {
  return text === undefined ? null : text.slice(0, 255)
}

/** What is wrong with a file as a whole. */
export function refusedFile(message: string): Problem {
  return new Problem('validation_failed', { fields: [{ code: 'not_allowed', param: 'file', message }] })
}
