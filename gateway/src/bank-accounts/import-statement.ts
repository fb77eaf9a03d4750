import type { Environment } from '../values/environment.ts'
import { readHere } from './files/prepare-reading.ts'
import { type ImportedFile, readFile } from './files/read-file.ts'
import { type FileDeps, gatherBytes, receiveFile } from './files/receive-file.ts'
import { checkUpload } from './files/upload-file.ts'
import type { CsvProfile } from './statements/csv-profile.ts'
import type { ReadOptions } from './statements/read-statements.ts'
import { findBankAccount } from './store/bank-accounts.ts'
import { findApprovedProfile } from './store/csv-profiles.ts'

export type { ImportedFile }

export interface StatementFile {
  content: Uint8Array
  /** As the bank or the person named it, up to 255 characters. */
  name: string
  /** Undefined: that of the bank account, or else live. */
  environment?: Environment | undefined
  receivedBy: string
  /** The only account whose statements the file may hold. Tables are then read by its approved profile. */
  bankAccountId?: string | undefined
  /** How the bank writes its tables; only tables need it. */
  profile?: CsvProfile | undefined
  /** IANA name, for days that the file gives as instants. */
  timeZone?: string | undefined
}

/**
 * Stores a bank's file, then its statements and each of their booked lines once, whatever other files hold them too. All
 * statements of the file or none. Throws Problem `validation_failed` for a file that is no booked statement of a known
 * account, and StatementRefusal for one that cannot be read; the refused file is kept with the reason and is read again
 * when it is imported again. A file given for an account is refused where it names another one.
 */
export async function importStatement(deps: FileDeps, file: StatementFile): Promise<ImportedFile> {
  const { content, name, receivedBy, bankAccountId } = file
  const environment =
    bankAccountId === undefined
      ? (file.environment ?? 'live')
      : await checkUpload(deps, { name, environment: file.environment, bankAccountId })
  const gathered = gatherBytes()
  gathered.add(content)
  const owner = { environment, receivedBy, bankAccountId, holder: receivedBy }
  const incoming = { ...gathered.end(), ...owner, name, source: 'command' } as const
  const { id, state, receivedAt } = await receiveFile(deps, incoming)
  if (state === 'read') return { fileId: id, knownSince: receivedAt, statements: [] }
  const toRead = { id, environment, sha256: incoming.sha256, name, receivedBy, bankAccountId: bankAccountId ?? null }
  return await readFile(deps, toRead, { content, reader: readHere, options: await optionsOf(deps, file) })
}

/** What the caller says goes before what is known of the account. */
async function optionsOf(
  { database }: Pick<FileDeps, 'database'>,
  { bankAccountId, profile, timeZone }: StatementFile,
): Promise<ReadOptions> {
  if (bankAccountId === undefined) return { profile, timeZone }
  return {
    profile: profile ?? (await findApprovedProfile(database.engine, bankAccountId)),
    timeZone: timeZone ?? (await findBankAccount(database.engine, bankAccountId))?.time_zone,
  }
}
