import type { PlatformDeps } from '../../platform/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import { pageOf, readCursor } from '../../platform/page-cursor.ts'
import { Problem } from '../../values/problem.ts'
import { type ShownStatement, showStatementsOfFile } from '../show-statements.ts'
import { type FileFilters, type ListedFileRow, readBankFile, readBankFiles } from '../store/reads/bank-file-lists.ts'

export type ShownFile = ListedFileRow

/** The files of both environments or of one, newest first. */
export async function showFiles(
  deps: Pick<PlatformDeps, 'database'>,
  { limit, cursor, ...filters }: FileFilters & { limit: number; cursor: string | undefined },
): Promise<{ items: readonly ShownFile[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await readBankFiles(deps.database.engine, { ...filters, after, limit: limit + 1 })
  return pageOf(rows, limit, ({ received_at: createdAt, id }) => ({ createdAt, id }))
}

/** A file with its statements. Throws `not_found`. */
export async function showFile(
  deps: Pick<PlatformDeps, 'database'>,
  id: string,
): Promise<{ file: ShownFile; statements: readonly ShownStatement[] }> {
  const file = isUuid(id) ? await readBankFile(deps.database.engine, id) : undefined
  if (!file) throw new Problem('not_found', { message: 'There is no such file.' })
  return { file, statements: await showStatementsOfFile(deps, id) }
}
