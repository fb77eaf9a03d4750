import type { Db } from '../../../core/platform/database/database.ts'
import type { PagePosition } from '../../../core/platform/page-cursor.ts'
import type { Environment } from '../../../core/values/environment.ts'
import type { FileOptions } from './bank-channels.ts'

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

export async function findFileOfBytes(
  db: Db,
  { environment, sha256 }: { environment: Environment; sha256: Buffer },
): Promise<BankFileRow | undefined> {
  const found = await db.query<BankFileRow>({
    name: 'find-bank-file-of-bytes',
    text: 'select id, state, received_at from bank_files where environment = $1 and sha256 = $2',
    values: [environment, sha256],
  })
  return found.rows[0]
}

/** A file in the list. */
export interface ListedFileRow extends StoredFileRow {
  size_bytes: bigint
  received_by: string
  received_at: Date
  format: string | null
  refusal: string | null
  /** Of what is stored of it. */
  statements: number
  lines: number
  /** The first of its statements. */
  statement_ids: string[]
  /** An open proposal to import it. */
  proposal_id: string | null
  /** It came by a token: one person imports it. */
  by_token: boolean
}

/** Statements of a file that a list shows. */
const statementsShownMax = 5

/** The newest files first; before a position, or from the newest on. */
export async function listBankFiles(
  db: Db,
  { limit, before }: { limit: number; before: PagePosition | undefined },
): Promise<readonly ListedFileRow[]> {
  const found = await db.query<ListedFileRow>({
    name: 'list-bank-files',
    // Each environment by its index.
    text: `select f.id, f.state, f.environment, f.name, f.size_bytes, f.received_by, f.received_at, f.format, f.refusal,
        s.statements, s.lines, coalesce(s.statement_ids, '{}') as statement_ids,
        (select p.id from proposals p where p.state = 'open' and p.action = 'statement_file'
          and p.input ->> 'fileId' = f.id::text limit 1) as proposal_id, f.channel_id is not null as by_token
      from (select e.* from (values ('live'), ('test')) as v(environment) cross join lateral (
          select * from bank_files b where b.environment = v.environment
            and ($2::timestamptz is null or (b.received_at, b.id) < ($2, $3::uuid))
          order by b.received_at desc, b.id desc limit $1) e
        order by e.received_at desc, e.id desc limit $1) f
      cross join lateral (select count(*)::int as statements, coalesce(sum(t.booked_entries), 0)::int as lines,
          (array_agg(t.id order by t.position))[1:${statementsShownMax}] as statement_ids
        from bank_statements t where t.bank_file_id = f.id) s
      order by f.received_at desc, f.id desc`,
    values: [limit, before?.createdAt ?? null, before?.id ?? null],
  })
  return found.rows
}

export interface StoredFileRow extends Pick<BankFileRow, 'id' | 'state'> {
  environment: Environment
  name: string
}

/** The channel by whose token it came, and how its files are read. */
export async function findChannelOfFile(
  db: Db,
  fileId: string,
): Promise<{ channel_id: string; options: FileOptions } | undefined> {
  const found = await db.query<{ channel_id: string; options: FileOptions }>({
    name: 'find-channel-of-bank-file',
    text: `select f.channel_id, c.options from bank_files f join bank_channels c on c.id = f.channel_id
      where f.id = $1 and c.ended_at is null`,
    values: [fileId],
  })
  return found.rows[0]
}

export async function findBankFile(db: Db, id: string): Promise<StoredFileRow | undefined> {
  const found = await db.query<StoredFileRow>({
    name: 'find-bank-file',
    text: 'select id, state, environment, name from bank_files where id = $1',
    values: [id],
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
  /** By whose token it came. */
  channelId: string | undefined
}

/** Returns false where a file with these bytes is there already. */
export async function insertBankFile(tx: Db, file: NewBankFile): Promise<boolean> {
  const inserted = await tx.query({
    name: 'insert-bank-file',
    text: `insert into bank_files (id, environment, name, sha256, size_bytes, received_by, channel_id, state)
      values ($1, $2, $3, $4, $5, $6, $7, 'stored') on conflict (environment, sha256) do nothing`,
    values: [file.id, file.environment, file.name, file.sha256, file.bytes, file.receivedBy, file.channelId],
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
