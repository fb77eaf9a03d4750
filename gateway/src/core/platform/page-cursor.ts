import { say } from '../texts/messages/say.ts'
import { Problem } from '../values/problem.ts'
import { isUuid } from './ids.ts'

/** The last position of a page that is sorted newest first. */
export interface PagePosition {
  createdAt: Date
  id: string
}

export function writeCursor(position: PagePosition): string {
  return Buffer.from(`${position.createdAt.getTime()}.${position.id}`).toString('base64url')
}

/** Parses a cursor. Throws `validation_failed` for `cursor` if it is invalid. */
export function readCursor(cursor: string, isId = isUuid): PagePosition {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('.')
  const createdAt = new Date(Number(time))
  if (/^\d{1,15}$/.test(time) && isId(id) && !Number.isNaN(createdAt.getTime())) return { createdAt, id }
  throw new Problem('validation_failed', {
    fields: [{ code: 'invalid_format', param: 'cursor', message: say('query.cursor') }],
  })
}

/** Cuts rows that were read with one extra row. `last`: the last row of this page if another page follows. */
export function cutPage<Row>(rows: readonly Row[], limit: number): { items: readonly Row[]; last: Row | undefined } {
  const items = rows.slice(0, limit)
  return { items, last: rows.length > limit ? items.at(-1) : undefined }
}

/** The same with the cursor of the next page; null on the last page. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => PagePosition,
): { items: readonly Row[]; nextCursor: string | null } {
  const { items, last } = cutPage(rows, limit)
  return { items, nextCursor: last === undefined ? null : writeCursor(positionOf(last)) }
}
