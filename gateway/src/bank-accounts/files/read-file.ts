import { auditOf, writeAudit } from '../../audit/write-audit.ts'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import { failpoint } from '../../platform/process/failpoint.ts'
import { type CurrencyCode, currencyDecimals } from '../../values/currency.ts'
import type { Environment } from '../../values/environment.ts'
import { Problem } from '../../values/problem.ts'
import { comparableNumber } from '../rules/account-number.ts'
import type { ReadOptions } from '../statements/read-statements.ts'
import { StatementRefusal } from '../statements/statement.ts'
import { type BankAccountRow, findByNumbers } from '../store/bank-accounts.ts'
import { lockBankFile, markRead, markRefused, type Refusal } from '../store/bank-files.ts'
import { lockBankAccounts } from '../store/bank-statements.ts'
import { refusedFile, type StoredStatement, storeStatement } from '../store-statement.ts'
import { FileFault, type FileReader, type OpenReading, type PreparedStatement } from './prepare-reading.ts'
import type { FileDeps } from './receive-file.ts'

/** A stored file that is to be read. */
export interface FileToRead {
  id: string
  environment: Environment
  sha256: Buffer
  name: string
  receivedBy: string
  /** The only account that its statements may be of. */
  bankAccountId: string | null
}

export interface ImportedFile {
  fileId: string
  /** When the same bytes were read before: nothing happens again. */
  knownSince?: Date
  statements: readonly StoredStatement[]
}

/**
 * Reads a stored file and stores its statements: all of them or none. Throws StatementRefusal for a file that cannot be
 * read, and Problem `validation_failed` for one that is of no known account. The file is then
 * marked as refused, with the reason.
 */
export async function readFile(
  deps: FileDeps,
  file: FileToRead,
  { content, reader, options }: { content: Uint8Array; reader: FileReader; options: ReadOptions },
): Promise<ImportedFile> {
  failpoint('statement_stored_before_read')
  try {
    const reading = await reader(content, options)
    try {
      const imported = await inTransaction(deps.database.engine, async (tx) => {
        const locked = await lockBankFile(tx, file)
        if (locked?.state === 'read') return { fileId: locked.id, knownSince: locked.received_at, statements: [] }
        const statements = await storeReading(deps, tx, { file, reading })
        failpoint('statement_read_before_commit')
        return { fileId: file.id, statements }
      })
      failpoint('statement_read_after_commit')
      return imported
    } finally {
      await reading.close()
    }
  } catch (thrown) {
    const error = thrown instanceof FileFault ? refusedFile(thrown.message) : thrown
    if (error instanceof StatementRefusal || error instanceof Problem) {
      await markRefused(deps.database.engine, file.id, refusalOf(error))
    }
    throw error
  }
}

async function storeReading(
  deps: FileDeps,
  tx: Db,
  { file, reading }: { file: FileToRead; reading: OpenReading },
): Promise<readonly StoredStatement[]> {
  const accounts: BankAccountRow[] = []
  for (const statement of reading.statements) accounts.push(await accountOf(tx, statement, file))
  await lockBankAccounts(tx, [...new Set(accounts.map(({ id }) => id))])
  const stored: StoredStatement[] = []
  for (const [index, statement] of reading.statements.entries()) {
    const account = accounts[index]
    if (!account) continue
    const wanted = { fileId: file.id, position: index + 1, account, statement, pieces: reading.pieces(index) }
    stored.push(await storeStatement(tx, wanted, deps.clock.now()))
  }
  await markRead(tx, file.id, { format: reading.version, markers: reading.markers, now: deps.clock.now() })
  const detail = {
    name: file.name.slice(-255),
    statements: stored.length,
    lines: stored.reduce((sum, { lines }) => sum + lines, 0),
    new_lines: stored.reduce((sum, { newLines }) => sum + newLines, 0),
  }
  const facts = { objectId: file.id, merchantId: null, detail }
  await writeAudit(tx, auditOf(file.receivedBy, 'bank_statement.import', facts), deps.clock.now())
  return stored
}

/** Throws `validation_failed` where the statement is of no account that is known. */
async function accountOf(
  tx: Db,
  { account, accountNumbers, currency }: PreparedStatement,
  { environment, bankAccountId }: FileToRead,
): Promise<BankAccountRow> {
  const numbers = [...new Set([account, ...accountNumbers].flatMap((text) => comparableNumber(text) ?? []))]
  const found = isKnownCurrency(currency) ? await findByNumbers(tx, { environment, currency, numbers }) : []
  const [only, other] = found
  if (!only) {
    throw refusedFile(
      `No own bank account of the environment ${environment} has the number ${numbers.join(' or ')} in ${currency}. See pasarela bank list; pasarela bank set --number adds one more form of a number.`,
    )
  }
  if (other) throw refusedFile(`The numbers ${numbers.join(' and ')} are of several own bank accounts.`)
  if (bankAccountId !== null && only.id !== bankAccountId) {
    throw refusedFile(
      `The file was given for the bank account ${bankAccountId}, and the number ${numbers.join(' or ')} in it belongs to ${only.id}.`,
    )
  }
  if (!only.active)
    throw refusedFile(`The bank account ${only.id} is not active: pasarela bank set --active yes changes that.`)
  return only
}

function isKnownCurrency(code: string): code is CurrencyCode {
  return Object.hasOwn(currencyDecimals, code)
}

function refusalOf(error: StatementRefusal | Problem): Refusal {
  if (error instanceof StatementRefusal) {
    const { line, column, byte } = error
    return { text: error.message, place: { line, column, byte } }
  }
  return { text: error.fields.map(({ message }) => message).join(' ') || error.message, place: undefined }
}
