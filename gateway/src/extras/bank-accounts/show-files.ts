import type { PlatformDeps } from '../../core/platform/deps.ts'
import { pageOf, readCursor } from '../../core/platform/page-cursor.ts'
import { type ShownStatement, shownStatement } from './show-statements.ts'
import { type ListedFileRow, listBankFiles } from './store/bank-files.ts'
import { listStatements } from './store/bank-statements.ts'

/** A file of a bank with the first of its statements. */
export type ShownFile = ListedFileRow & { first: readonly ShownStatement[] }

/** Files of banks, the newest first. Throws `validation_failed` for a cursor that is none. */
export async function showFiles(
  deps: Pick<PlatformDeps, 'database'>,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ items: readonly ShownFile[]; nextCursor: string | null }> {
  const { engine } = deps.database
  const before = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await listBankFiles(engine, { limit: limit + 1, before })
  const page = pageOf(rows, limit, ({ received_at: createdAt, id }) => ({ createdAt, id }))
  const statementIds = page.items.flatMap((row) => row.statement_ids)
  const statements = await listStatements(engine, { bankAccountId: null, statementIds, limit: statementIds.length })
  const byId = new Map(statements.map((row) => [row.id, shownStatement(row)]))
  const items = page.items.map((row) => ({ ...row, first: row.statement_ids.flatMap((id) => byId.get(id) ?? []) }))
  return { ...page, items }
}
