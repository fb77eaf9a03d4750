import { Problem } from '../values/problem.ts'
import { isUuid } from './ids.ts'

/** Where a page newest first ended. */
export interface PagePosition {
  createdAt: Date
  id: string
}

export function writeCursor(position: PagePosition): string {
  return Buffer.from(`${position.createdAt.getTime()}.${position.id}`).toString('base64url')
}

/** Throws `validation_failed` at `cursor` for what is none of ours. */
export function readCursor(cursor: string, isId = isUuid): PagePosition {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('.')
  const createdAt = new Date(Number(time))
  if (/^\d{1,15}$/.test(time) && isId(id) && !Number.isNaN(createdAt.getTime())) return { createdAt, id }
  throw new Problem('validation_failed', {
    fields: [{ code: 'invalid_format', param: 'cursor', message: 'cursor must be the next_cursor of the page before' }],
  })
}

/** Cuts what was read with one row too many. `last`: of this page where another one follows. */
export function cutPage<Row>(rows: readonly Row[], limit: number): { items: readonly Row[]; last: Row | undefined } {
  const items = rows.slice(0, limit)
  return { items, last: rows.length > limit ? items.at(-1) : undefined }
}

/** The same with the cursor of the next page; null on the last one. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => PagePosition,
): { items: readonly Row[]; nextCursor: string | null } {
  const { items, last } = cutPage(rows, limit)
  return { items, nextCursor: last === undefined ? null : writeCursor(positionOf(last)) }
}
