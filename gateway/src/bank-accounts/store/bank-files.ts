import type { Db } from '../../platform/database/database.ts'
import type { Environment } from '../../values/environment.ts'

/** How a file came: by a command on the machine, by an upload of a person, from the watched folder. */
export type FileSource = 'command' | 'upload' | 'folder'

export interface BankFileRow {
  id: string
  state: 'stored' | 'read' | 'refused'
  received_at: Date
  /** Its bytes are removed: it was refused long ago, or many were. */
  has_no_content: boolean
}

/** How long a process may hold a file without saying that it still reads. Seconds of real time. */
const leaseSeconds = 120

/** Locks the row of the file with these bytes, so that two who import it wait for each other. */
export async function lockBankFile(
  tx: Db,
  { environment, sha256 }: { environment: Environment; sha256: Buffer },
): Promise<BankFileRow | undefined> {
  const found = await tx.query<BankFileRow>({
    name: 'lock-bank-file',
    text: `select id, state, received_at, content_removed_at is not null as has_no_content from bank_files where environment = $1 and sha256 = $2 for update`,
    values: [environment, sha256],
  })
  return found.rows[0]
}

export interface NewBankFile {
  id: string
  environment: Environment
  name: string
  sha256: Buffer
  bytes: number
  receivedBy: string
  source: FileSource
  bankAccountId: string | null
  /** The user id of the person who uploads it. */
  uploadedBy: string | null
  /** The process that reads it itself. Null: the loop reads it. */
  holder: string | null
}

/** Returns false where a file with these bytes is there already. */
export async function insertBankFile(tx: Db, file: NewBankFile): Promise<boolean> {
  const inserted = await tx.query({
    name: 'insert-bank-file',
    text: `insert into bank_files (id, environment, name, sha256, size_bytes, received_by, state, source, bank_account_id,
        lease_holder, leased_until, uploaded_by)
      values ($1, $2, $3, $4, $5, $6, 'stored', $7, $8, $9,
        case when $9::text is not null then statement_timestamp() + ${leaseSeconds} * interval '1 second' end, $10)
      on conflict (environment, sha256) do nothing`,
    values: [
      file.id,
      file.environment,
      file.name,
      file.sha256,
      file.bytes,
      file.receivedBy,
      file.source,
      file.bankAccountId,
      file.holder,
      file.uploadedBy,
    ],
  })
  return inserted.rowCount === 1
}

export async function insertFilePart(
  tx: Db,
  { fileId, part, box }: { fileId: string; part: number; box: Buffer },
): Promise<void> {
  await tx.query({
    name: 'insert-bank-file-part',
    text: 'insert into bank_file_parts (bank_file_id, part, content_box) values ($1, $2, $3)',
    values: [fileId, part, box],
  })
}

/** How long, and of how many bytes together, refused files keep their content. */
const refusedDays = 30
const refusedBytesMax = 1024 ** 3

/**
 * Removes the content of refused files that are older, or that are too many together: the oldest first. A file that is read
 * again meanwhile keeps it. Only the owner of the tables may: the engine deletes nothing that a bank sent. Returns of how
 * many files.
 */
export async function forgetRefusedFiles(owner: Db): Promise<number> {
  const found = await owner.query<{ files: number }>({
    name: 'forget-refused-bank-files',
    text: `with kept as (
        select id, refused_at, sum(size_bytes) over (order by refused_at desc, id desc) as bytes from bank_files
        where state = 'refused' and content_removed_at is null),
      wanted as (
        select id from kept where refused_at < gateway_now() - interval '${refusedDays} days' or bytes > ${refusedBytesMax}
        order by refused_at, id limit 100),
      locked as (
        select f.id from bank_files f join wanted using (id) where f.state = 'refused' for update of f skip locked),
      removed as (delete from bank_file_parts p using locked where p.bank_file_id = locked.id),
      marked as (
        update bank_files f set content_removed_at = gateway_now() from locked where f.id = locked.id returning 1)
      select count(*)::int as files from marked`,
  })
  return found.rows[0]?.files ?? 0
}

/** Undefined behind the last part. */
export async function findFilePart(db: Db, fileId: string, part: number): Promise<Buffer | undefined> {
  const found = await db.query<{ content_box: Buffer }>({
    name: 'find-bank-file-part',
    text: 'select content_box from bank_file_parts where bank_file_id = $1 and part = $2',
    values: [fileId, part],
  })
  return found.rows[0]?.content_box
}

/** Lets a refused file be read again, as the file of who brings it now. A bank account that is named now replaces the one that was named before. */
export async function readAgain(
  tx: Db,
  {
    id,
    bankAccountId,
    holder,
    uploadedBy,
  }: { id: string; bankAccountId: string | null; holder: string | null; uploadedBy: string | null },
): Promise<void> {
  await tx.query({
    name: 'read-bank-file-again',
    text: `update bank_files set state = 'stored', refusal = null, refusal_line = null, refusal_column = null,
        refusal_byte = null, refused_at = null, attempts = 0, bank_account_id = coalesce($2, bank_account_id),
        lease_holder = $3, uploaded_by = $4, content_removed_at = null,
        leased_until = case when $3::text is not null then statement_timestamp() + ${leaseSeconds} * interval '1 second' end
      where id = $1 and state = 'refused'`,
    values: [id, bankAccountId, holder, uploadedBy],
  })
}

export interface ClaimedFile {
  id: string
  environment: Environment
  name: string
  sha256: Buffer
  size_bytes: string
  received_by: string
  bank_account_id: string | null
  attempts: number
}

/** Takes the stored file that waits longest, or the named one, which the process may hold already. Undefined: none waits. */
export async function claimBankFile(db: Db, holder: string, id?: string): Promise<ClaimedFile | undefined> {
  const found = await db.query<ClaimedFile>({
    name: 'claim-bank-file',
    text: `update bank_files f set lease_holder = $1, attempts = f.attempts + 1,
        leased_until = statement_timestamp() + ${leaseSeconds} * interval '1 second'
      where f.id = (select id from bank_files where state = 'stored' and ($2::uuid is null or id = $2)
          and (leased_until is null or leased_until < statement_timestamp() or id = $2 and lease_holder = $1)
        order by received_at, id limit 1 for update skip locked)
      returning f.id, f.environment, f.name, f.sha256, f.size_bytes::text, f.received_by, f.bank_account_id, f.attempts`,
    values: [holder, id ?? null],
  })
  return found.rows[0]
}

/** Says that the file is still being read. While it is being stored its row is locked, and nobody else can take it. */
export async function extendLease(db: Db, id: string, holder: string): Promise<void> {
  await db.query({
    name: 'extend-bank-file-lease',
    text: `update bank_files set leased_until = statement_timestamp() + ${leaseSeconds} * interval '1 second'
      where id = (select id from bank_files where id = $1 and lease_holder = $2 and state = 'stored' for update skip locked)`,
    values: [id, holder],
  })
}

export async function markRead(
  tx: Db,
  id: string,
  facts: { format: string; markers: number; now: Date },
): Promise<void> {
  await tx.query({
    name: 'mark-bank-file-read',
    text: `update bank_files set state = 'read', format = $2, markers = $3, read_at = $4, refusal = null,
        refusal_line = null, refusal_column = null, refusal_byte = null, refused_at = null,
        lease_holder = null, leased_until = null where id = $1`,
    values: [id, facts.format, facts.markers, facts.now],
  })
}

export interface Refusal {
  text: string
  /** Line and column from 1, byte from 0. */
  place: { line: number; column: number; byte: number } | undefined
}

/** A file that was read stays read. */
export async function markRefused(db: Db, id: string, { text, place }: Refusal): Promise<void> {
  await db.query({
    name: 'mark-bank-file-refused',
    text: `update bank_files set state = 'refused', refusal = $2, refusal_line = $3, refusal_column = $4, refusal_byte = $5,
        refused_at = gateway_now(), lease_holder = null, leased_until = null
      where id = $1 and state <> 'read'`,
    values: [id, text.slice(0, 2_000), place?.line ?? null, place?.column ?? null, place?.byte ?? null],
  })
}
