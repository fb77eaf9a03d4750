import type { Db } from '../../../core/platform/database/database.ts'
import type { Environment } from '../../../core/values/environment.ts'

export interface BankFileRow {
  id: string
  state: 'stored' | 'read' | 'refused'
  received_at: Date
}

/** Locks the row of the file with these bytes, so that two who import it wait for each other. */
export async function lockBankFile(
  tx: Db,
  { environment, sha256 }: { environment: Environment; sha256: Buffer },
): Promise<BankFileRow | undefined> {
  const found = await tx.query<BankFileRow>({
    name: 'lock-bank-file',
    text: `select id, state, received_at from bank_files where environment = $1 and sha256 = $2 for update`,
    values: [environment, sha256],
  })
  return found.rows[0]
}

export interface StoredFileRow extends Pick<BankFileRow, 'id' | 'state'> {
  environment: Environment
  name: string
}

export async function findBankFile(db: Db, id: string): Promise<StoredFileRow | undefined> {
  const found = await db.query<StoredFileRow>({
    name: 'find-bank-file',
    text: 'select id, state, environment, name from bank_files where id = $1',
    values: [id],
  })
  return found.rows[0]
}

/** Returns false where a file with these bytes is there already. */
export async function insertBankFile(
  tx: Db,
  file: { id: string; environment: Environment; name: string; sha256: Buffer; bytes: number; receivedBy: string },
): Promise<boolean> {
  const inserted = await tx.query({
    name: 'insert-bank-file',
    text: `insert into bank_files (id, environment, name, sha256, size_bytes, received_by, state)
      values ($1, $2, $3, $4, $5, $6, 'stored') on conflict (environment, sha256) do nothing`,
    values: [file.id, file.environment, file.name, file.sha256, file.bytes, file.receivedBy],
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

/** The sealed pieces of a file, in their order. */
export async function readFileParts(db: Db, fileId: string): Promise<readonly { part: number; content_box: Buffer }[]> {
  const found = await db.query<{ part: number; content_box: Buffer }>({
    name: 'read-bank-file-parts',
    text: 'select part, content_box from bank_file_parts where bank_file_id = $1 order by part',
    values: [fileId],
  })
  return found.rows
}

export async function markRead(
  tx: Db,
  id: string,
  facts: { format: string; markers: number; now: Date },
): Promise<void> {
  await tx.query({
    name: 'mark-bank-file-read',
    text: `update bank_files set state = 'read', format = $2, markers = $3, read_at = $4, refusal = null where id = $1`,
    values: [id, facts.format, facts.markers, facts.now],
  })
}

/** A file that was read stays read. */
export async function markRefused(db: Db, id: string, refusal: string): Promise<void> {
  await db.query({
    name: 'mark-bank-file-refused',
    text: `update bank_files set state = 'refused', refusal = $2 where id = $1 and state <> 'read'`,
    values: [id, refusal],
  })
}
