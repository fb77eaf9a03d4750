import type { Db } from '../../../platform/database/database.ts'
import type { PagePosition } from '../../../platform/page-cursor.ts'
import type { Environment } from '../../../values/environment.ts'
import type { FileSource } from '../bank-files.ts'

export interface ListedFileRow {
  id: string
  environment: Environment
  name: string
  size_bytes: string
  sha256: Buffer
  received_by: string
  received_at: Date
  source: FileSource | null
  bank_account_id: string | null
  state: 'stored' | 'read' | 'refused'
  /** A process reads it at the moment. */
  is_being_read: boolean
  format: string | null
  markers: number | null
  read_at: Date | null
  refusal: string | null
  refusal_line: number | null
  refusal_column: number | null
  refusal_byte: string | null
  refused_at: Date | null
  statements: number
}

const columns = `f.id, f.environment, f.name, f.size_bytes::text, f.sha256, f.received_by, f.received_at, f.source,
  f.bank_account_id, f.state, f.state = 'stored' and coalesce(f.leased_until > statement_timestamp(), false) as is_being_read,
  f.format, f.markers, f.read_at, f.refusal, f.refusal_line, f.refusal_column, f.refusal_byte::text, f.refused_at,
  (select count(*)::integer from bank_statements s where s.bank_file_id = f.id) as statements`

export interface FileFilters {
  environment: Environment | null
  state: ListedFileRow['state'] | null
}

/** The newest files first. */
export async function readBankFiles(
  db: Db,
  { environment, state, after, limit }: FileFilters & { after: PagePosition | undefined; limit: number },
): Promise<readonly ListedFileRow[]> {
  const found = await db.query<ListedFileRow>({
    name: 'list-bank-files',
    text: `select ${columns} from bank_files f
      where ($1::text is null or f.environment = $1) and ($2::text is null or f.state = $2)
        and ($3::timestamptz is null or (f.received_at, f.id) < ($3, $4::uuid))
      order by f.received_at desc, f.id desc limit $5`,
    values: [environment, state, after?.createdAt ?? null, after?.id ?? null, limit],
  })
  return found.rows
}

export async function readBankFile(db: Db, id: string): Promise<ListedFileRow | undefined> {
  const found = await db.query<ListedFileRow>({
    name: 'read-bank-file',
    text: `select ${columns} from bank_files f where f.id = $1`,
    values: [id],
  })
  return found.rows[0]
}
