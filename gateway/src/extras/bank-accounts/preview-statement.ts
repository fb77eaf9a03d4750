import { randomBytes } from 'node:crypto'
import { type Doubt, type Reading, StatementRefusal } from '@pasarela/bank-statements'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import type { Text } from '../../core/texts/messages/say.ts'
import { Problem } from '../../core/values/problem.ts'
import {
  contentOf,
  hashOf,
  type ImportDeps,
  type ProposedFile,
  readWithZones,
  requireStoredFile,
  type StatementFile,
  shownFileName,
  storeStatements,
  type TriedOptions,
} from './import-statement.ts'
import { reasonSaid } from './rules/refusal-sentences.ts'
import { type ShownStatement, shownStatement } from './show-statements.ts'
import type { FileOptions } from './store/bank-channels.ts'
import { type BankFileRow, findFileOfBytes, insertBankFile } from './store/bank-files.ts'
import { type PreviewedLineRow, readPreviewedLines } from './store/bank-lines.ts'
import { listKnownAccounts } from './store/bank-profiles.ts'
import { listStatements } from './store/bank-statements.ts'
import type { StoredStatement } from './store-statement.ts'

/** A line as a preview shows it. */
export type PreviewedLine = PreviewedLineRow

/** What importing a file would do now. */
export interface FilePreview {
  name: string
  bytes: number
  /** Of its bytes, hexadecimal. */
  sha256: string
  environment: ProposedFile['environment']
  /** The same bytes were received before. */
  known: BankFileRow | undefined
  /** Why nothing of it is imported, and where in the file that stands. */
  refusal: { reason: Text; place: { line: number; column: number; byte: number } | undefined } | undefined
  reading: Omit<Reading, 'statements'> | undefined
  /** What a person may have to say about it. */
  asks: readonly (keyof FileOptions)[]
  /** Statements and lines in all. */
  statementCount: number
  lines: number
  newLines: number
  /** The first ones. */
  statements: readonly PreviewedStatement[]
}

export interface PreviewedStatement extends ShownStatement {
  /** The account's number as the file writes it. */
  account: string
  newLines: number
  credits: string
  debits: string
  doubts: readonly Doubt[]
  firstLines: readonly PreviewedLine[]
}

/** What a page shows of a file: statements, and lines of each of them. */
const statementsShownMax = 20
const linesShownMax = 30

type Previewed = Pick<FilePreview, 'statementCount' | 'lines' | 'newLines' | 'statements'>
const nothing: Previewed = { statementCount: 0, lines: 0, newLines: 0, statements: [] }

/** Previews a file that somebody holds. Stores nothing. */
export async function previewStatement(
  deps: ImportDeps,
  file: Pick<StatementFile, 'content' | 'name' | 'environment'> & TriedOptions,
): Promise<FilePreview> {
  const { content, environment } = file
  const sha256 = await hashOf(content)
  const facts = {
    ...{ name: shownFileName(file.name), bytes: content.length, sha256: sha256.toString('hex'), environment },
    known: await findFileOfBytes(deps.database.engine, { environment, sha256 }),
  }
  try {
    const { statements, ...reading } = await readWithZones(deps, file)
    const found = await importUndone(deps, file, { ...reading, statements })
    const asks = [...(reading.encoding === 'utf-8' ? [] : ['encoding' as const]), ...zoneOf(reading)]
    return { ...facts, refusal: undefined, reading, asks, ...found }
  } catch (error) {
    const refusal = refusalIn(error)
    const accounts = await listKnownAccounts(deps.database.engine, { environment })
    const hasTables = accounts.filter(({ profiles }) => profiles.csv).length > 1
    const asks = hasTables ? (['encoding', 'bankAccountId'] as const) : (['encoding'] as const)
    return { ...facts, refusal, reading: undefined, asks, ...nothing }
  }
}

/** Previews a stored file. Throws `not_found`. */
export async function previewStored(deps: ImportDeps, fileId: string, options: TriedOptions): Promise<FilePreview> {
  const { name, environment } = await requireStoredFile(deps, fileId)
  return await previewStatement(deps, { ...options, name, environment, content: await contentOf(deps, fileId) })
}

function zoneOf({ hasInstants }: { hasInstants: boolean }): readonly (keyof FileOptions)[] {
  return hasInstants ? ['timeZone'] : []
}

function refusalIn(error: unknown): FilePreview['refusal'] {
  if (error instanceof StatementRefusal) {
    const { reason, line, column, byte } = error
    return { reason: reasonSaid(reason), place: { line, column, byte } }
  }
  if (error instanceof Problem && error.code === 'validation_failed') {
    return { reason: error.fields[0]?.message ?? error.said, place: undefined }
  }
  throw error
}

/**
 * Imports the file and takes all of it back: what is new, what overlaps and what does not join is what the import itself
 * would find. Other imports of its accounts wait meanwhile, as they wait for an import.
 */
async function importUndone(
  { database, clock }: ImportDeps,
  { environment, name }: Pick<StatementFile, 'environment' | 'name'>,
  reading: Reading,
): Promise<Previewed> {
  const [now, undone] = [clock.now(), new Error('the preview is taken back')]
  let found = nothing
  await inTransaction(database.engine, async (tx) => {
    const id = uuidV7(now)
    // The bytes may be stored already.
    const row = {
      id,
      environment,
      name: shownFileName(name),
      sha256: randomBytes(32),
      bytes: 1,
      channelId: undefined,
      receivedBy: 'preview',
    }
    await insertBankFile(tx, row)
    found = await previewed(tx, await storeStatements(tx, { fileId: id, environment, reading }, now), reading)
    throw undone
  }).catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return found
}

async function previewed(tx: Db, stored: readonly StoredStatement[], reading: Reading): Promise<Previewed> {
  const ids = stored.slice(0, statementsShownMax).map(({ statementId }) => statementId)
  const rows = await listStatements(tx, { bankAccountId: null, statementIds: ids, limit: statementsShownMax })
  const lines = await readPreviewedLines(tx, ids, linesShownMax)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const statements = ids.flatMap((id, index): PreviewedStatement[] => {
    const [row, statement] = [byId.get(id), reading.statements[index]]
    if (!row || !statement) return []
    const { account, credits, debits, doubts } = statement
    const firstLines = lines.filter((line) => line.bank_statement_id === id)
    const { newLines = 0 } = stored[index] ?? {}
    return [{ ...shownStatement(row), account, newLines, credits, debits, doubts, firstLines }]
  })
  const sum = (of: 'lines' | 'newLines') => stored.reduce((total, each) => total + each[of], 0)
  return { statementCount: stored.length, lines: sum('lines'), newLines: sum('newLines'), statements }
}
