import { subtle } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  comparableNumber,
  decimalText,
  minorOfDecimal,
  type Reading,
  type ReadOptions,
  type Statement,
  StatementRefusal,
} from '@pasarela/bank-statements'
import { commitFacts, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { auditOf, type CommitFacts, writeAudit } from '../../core/audit/write-audit.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import type { SecretBox } from '../../core/platform/secret-box.ts'
import { stored as keptText } from '../../core/texts/messages/say.ts'
import type { Actor } from '../../core/values/actor.ts'
import { maskCardNumbers } from '../../core/values/card-numbers.ts'
import { type CurrencyCode, currencyDecimals } from '../../core/values/currency.ts'
import type { Environment } from '../../core/values/environment.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { readStatementFile } from './read-statement-file.ts'
import { refusalSaid } from './rules/refusal-sentences.ts'
import { type BankAccountRow, findByNumbers } from './store/bank-accounts.ts'
import type { FileOptions } from './store/bank-channels.ts'
import {
  findBankFile,
  insertBankFile,
  insertFilePart,
  lockBankFile,
  markRead,
  markRefused,
  readFileParts,
  type StoredFileRow,
} from './store/bank-files.ts'
import { listKnownAccounts } from './store/bank-profiles.ts'
import { lockBankAccounts } from './store/bank-statements.ts'
import { markNamedLines } from './store/line-states.ts'
import { refusedFile, type StoredStatement, storeStatement } from './store-statement.ts'

export type ImportDeps = Pick<PlatformDeps, 'database' | 'clock'> & { secretBox: SecretBox }

/** Without a time zone, instants are days of the zone of the statement's own account. */
export interface StatementFile extends FileOptions {
  content: Uint8Array
  /** As the bank or the person named it, up to 255 characters. */
  name: string
  environment: Environment
  receivedBy: string
  /** How two people agreed to a file of live accounts, or who acted alone. */
  agreed?: CommitFacts | undefined
  /** The channel that two people agreed and that the file came by: a folder, or a signature of its bank's client. */
  channelId?: string | undefined
}

/** With the profile of tables that a person tries before anybody agrees to it. */
export type TriedOptions = FileOptions & Pick<ReadOptions, 'profile'>

/** A stored file that one operator proposes and another one agrees to import. */
export interface ProposedFile {
  environment: Environment
  fileId: string
  name: string
  /** Of its bytes, hexadecimal. */
  sha256: string
  lines: number
  /** Sums by currency, for example `1500.00 MXN`. */
  credits: string
  debits: string
  options: FileOptions
}

export interface ImportedFile {
  fileId: string
  /** When the same bytes were read before: nothing happens again. */
  knownSince?: Date
  statements: readonly StoredStatement[]
}

/** Bytes of one sealed piece of a file. */
const partBytes = 1024 * 1024

type ReceivedFile = Pick<StatementFile, 'content' | 'name' | 'environment' | 'receivedBy'> & {
  /** Of the audit log, where a person at a page sends it. */
  actor?: Actor
  /** By whose token it came. */
  tokenChannelId?: string | undefined
}

/**
 * Stores a bank's file, so that somebody proposes it. `knownSince`: its bytes were read in before. Throws
 * `validation_failed` for a file without a byte.
 */
export async function receiveStatement(
  deps: ImportDeps,
  file: ReceivedFile,
): Promise<{ fileId: string; knownSince?: Date }> {
  if (file.content.length === 0) throw refusedFile(say('bank_file.empty'))
  const stored = await storeFile(deps, file, await hashOf(file.content))
  return { fileId: stored.id, ...(stored.state === 'read' && { knownSince: stored.received_at }) }
}

/** Throws `not_found`. */
export async function requireStoredFile(
  { database }: Pick<PlatformDeps, 'database'>,
  id: string,
): Promise<StoredFileRow> {
  const file = await findBankFile(database.engine, id)
  if (!file) throw new Problem('not_found', { message: say('file.unknown') })
  return file
}

/**
 * Reads a stored file, without storing its statements: what is to be agreed. Throws `not_found`, `not_in_this_state` if it
 * was read in before, and `validation_failed` with the reason, which is kept, if it is refused.
 */
export async function summariseStored(
  deps: ImportDeps,
  { fileId, options }: Pick<ProposedFile, 'fileId' | 'options'>,
): Promise<ProposedFile> {
  const { environment, name, state } = await requireStoredFile(deps, fileId)
  if (state === 'read') throw new Problem('not_in_this_state', { message: say('bank_file.read_before') })
  const content = await contentOf(deps, fileId)
  const { statements } = await refusing(deps, fileId, async () => {
    const reading = await readWithZones(deps, { ...options, content, environment })
    for (const statement of reading.statements) await accountOf(deps.database.engine, statement, environment)
    return reading
  }).catch((error: unknown) => {
    throw error instanceof StatementRefusal ? refusedFile(refusalSaid(error)) : error
  })
  const sums = (side: 'credits' | 'debits') => {
    const byCurrency = new Map<string, bigint>()
    for (const each of statements) {
      byCurrency.set(each.currency, (byCurrency.get(each.currency) ?? 0n) + minorOfDecimal(each[side]))
    }
    return [...byCurrency].map(([currency, minor]) => `${decimalText(minor, currency)} ${currency}`).join(', ')
  }
  const lines = statements.reduce((sum, each) => sum + each.lines.filter(({ booked }) => booked).length, 0)
  const sha256 = (await hashOf(content)).toString('hex')
  return { environment, fileId, name, sha256, lines, credits: sums('credits'), debits: sums('debits'), options }
}

/** Imports a stored file that was agreed: exactly its bytes. Throws as `importStatement` does. */
export async function importAgreedFile(
  deps: ImportDeps,
  { environment, fileId, name, sha256, options }: ProposedFile,
  by: SetBy,
): Promise<ImportedFile> {
  const content = await contentOf(deps, fileId)
  if ((await hashOf(content)).toString('hex') !== sha256)
    throw refusedFile('The stored bytes are not those that were agreed.')
  const receivedBy = typeof by.actor === 'string' ? by.actor : by.actor.name
  return await importStatement(deps, { ...options, content, name, environment, receivedBy, agreed: by })
}

export async function contentOf({ database, secretBox }: ImportDeps, fileId: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  for (const { part, content_box: box } of await readFileParts(database.engine, fileId)) {
    pieces.push(Buffer.from(secretBox.open(box, partPlace(fileId, part)), 'base64'))
    await nextTurn()
  }
  return Buffer.concat(pieces)
}

/**
 * Stores a bank's file, then its statements and each of their booked lines once, whatever other files hold them too. All
 * statements of the file or none. Throws Problem `validation_failed` for a file that is no booked statement of a known
 * account, and StatementRefusal for one that cannot be read; the refused file is kept with the reason and is read again
 * when it is imported again. Throws `second_person_required` for live accounts, unless two people agreed to the file or to
 * the channel that it came by.
 */
export async function importStatement(deps: ImportDeps, file: StatementFile): Promise<ImportedFile> {
  if (file.channelId === undefined) requireSecondOperator(file.environment, file.agreed ?? {})
  const sha256 = await hashOf(file.content)
  const stored = await storeFile(deps, file, sha256)
  if (stored.state === 'read') return { fileId: stored.id, knownSince: stored.received_at, statements: [] }
  return await refusing(deps, stored.id, async () => {
    const reading = await readWithZones(deps, file)
    return await inTransaction(deps.database.engine, async (tx) => {
      const locked = await lockBankFile(tx, { environment: file.environment, sha256 })
      if (locked?.state === 'read') return { fileId: locked.id, knownSince: locked.received_at, statements: [] }
      return { fileId: stored.id, statements: await storeReading(deps, tx, { fileId: stored.id, file, reading }) }
    })
  })
}

/** Of what is stored. */
const refusalLengthMax = 2_000

/** Keeps the reason with the file where it is refused. */
async function refusing<Result>(deps: ImportDeps, fileId: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StatementRefusal || error instanceof Problem) {
      await markRefused(deps.database.engine, fileId, refusalText(error))
    }
    throw error
  }
}

/** Some banks name a file by an account whose number reads as a card's. */
export function shownFileName(name: string): string {
  return maskCardNumbers(name).slice(-255)
}

export async function hashOf(content: Uint8Array): Promise<Buffer> {
  return Buffer.from(await subtle.digest('SHA-256', content))
}

function partPlace(fileId: string, part: number) {
  return { table: 'bank_file_parts', column: 'content_box', rowId: `${fileId}/${part}` }
}

export async function readWithZones(
  deps: ImportDeps,
  file: TriedOptions & Pick<StatementFile, 'content' | 'environment'>,
): Promise<Reading> {
  const { content, environment, encoding, timeZone, bankAccountId, profile } = file
  const accounts = await listKnownAccounts(deps.database.engine, { environment, bankAccountId })
  const reading = await readStatementFile(content, { encoding, timeZone, accounts, profile })
  if (timeZone !== undefined || !reading.hasInstants) return reading
  const zones: string[] = []
  for (const statement of reading.statements)
    zones.push((await accountOf(deps.database.engine, statement, environment)).time_zone)
  const byZone = new Map<string, Reading>()
  for (const zone of new Set(zones))
    byZone.set(zone, await readStatementFile(content, { encoding, timeZone: zone, accounts, profile }))
  const statements = zones.flatMap((zone, index) => byZone.get(zone)?.statements[index] ?? [])
  return { ...reading, statements }
}

async function storeFile(deps: ImportDeps, file: ReceivedFile, sha256: Buffer) {
  const now = deps.clock.now()
  const id = uuidV7(now)
  const { content, environment, receivedBy, tokenChannelId: channelId } = file
  const name = shownFileName(file.name)
  return await inTransaction(deps.database.engine, async (tx) => {
    const isNew = await insertBankFile(tx, {
      id,
      environment,
      name,
      sha256,
      bytes: content.length,
      receivedBy,
      channelId,
    })
    if (!isNew) {
      const known = await lockBankFile(tx, { environment, sha256 })
      if (!known) throw new Error('the file with these bytes is neither new nor known')
      return known
    }
    for (let from = 0, part = 0; from < content.length; from += partBytes, part += 1) {
      const text = Buffer.from(content.subarray(from, from + partBytes)).toString('base64')
      const box = deps.secretBox.seal(text, partPlace(id, part))
      await insertFilePart(tx, { fileId: id, part, box })
    }
    const facts = { objectId: id, merchantId: null, detail: { environment, name } }
    await writeAudit(tx, auditOf(file.actor ?? receivedBy, 'bank_file.receive', facts), now)
    return { id, state: 'stored' as const, received_at: now }
  })
}

/** Stores the statements of a file, and each of their lines once. Its row is there. */
export async function storeStatements(
  tx: Db,
  { fileId, environment, reading }: { fileId: string; environment: Environment; reading: Reading },
  now: Date,
): Promise<readonly StoredStatement[]> {
  const accounts: BankAccountRow[] = []
  for (const statement of reading.statements) accounts.push(await accountOf(tx, statement, environment))
  await lockBankAccounts(tx, [...new Set(accounts.map(({ id }) => id))])
  const stored: StoredStatement[] = []
  for (const [index, statement] of reading.statements.entries()) {
    const account = accounts[index]
    if (account) stored.push(await storeStatement(tx, { fileId, position: index + 1, account, statement }, now))
  }
  return stored
}

async function storeReading(
  deps: ImportDeps,
  tx: Db,
  { fileId, file, reading }: { fileId: string; file: StatementFile; reading: Reading },
): Promise<readonly StoredStatement[]> {
  const { environment } = file
  const stored = await storeStatements(tx, { fileId, environment, reading }, deps.clock.now())
  for (const id of [...new Set(stored.map(({ bankAccountId }) => bankAccountId))].sort()) await markNamedLines(tx, id)
  await markRead(tx, fileId, { format: reading.version, markers: reading.markers, now: deps.clock.now() })
  const detail = {
    name: shownFileName(file.name),
    statements: stored.length,
    lines: stored.reduce((sum, { lines }) => sum + lines, 0),
    new_lines: stored.reduce((sum, { newLines }) => sum + newLines, 0),
  }
  const facts = { objectId: fileId, merchantId: null, detail: { ...detail, channel: file.channelId } }
  const entry = { ...auditOf(file.receivedBy, 'bank_statement.import', facts), ...commitFacts(file.agreed ?? {}) }
  await writeAudit(tx, entry, deps.clock.now())
  return stored
}

/** Throws `validation_failed` where the statement is of no kind or account that is taken. */
async function accountOf(tx: Db, statement: Statement, environment: Environment): Promise<BankAccountRow> {
  const { kind, account, currency } = statement
  if (kind !== 'booked') {
    throw refusedFile(say(kind === 'notice' ? 'bank_file.notices' : 'bank_file.intraday'))
  }
  const numbers = [...new Set([account, ...statement.accountNumbers].flatMap((text) => comparableNumber(text) ?? []))]
  const found = isKnownCurrency(currency) ? await findByNumbers(tx, { environment, currency, numbers }) : []
  const [only, other] = found
  if (!only) {
    throw refusedFile(say('bank_file.no_account', { environment, number: numbers.join(' / '), currency }))
  }
  if (other) throw refusedFile(say('bank_file.several_accounts', { number: numbers.join(' / ') }))
  if (!only.active) throw refusedFile(say('bank_file.not_active', { number: numbers.join(' / ') }))
  return only
}

function isKnownCurrency(code: string): code is CurrencyCode {
  return Object.hasOwn(currencyDecimals, code)
}

/** As the database keeps it: a message can be said in each language later. */
function refusalText(error: StatementRefusal | Problem): string {
  const text = error instanceof StatementRefusal ? refusalSaid(error) : (error.fields[0]?.message ?? error.said)
  const kept = keptText(text)
  return kept.length > refusalLengthMax ? String(text).slice(0, refusalLengthMax) : kept
}
