import { Problem } from '../domain/problem.ts'
import { isUuid } from '../lib/ids.ts'

/** Where a page newest first ended. */
export interface PagePosition {
  createdAt: Date
  id: string
}

export function writeCursor(position: PagePosition): string {
  return Buffer.from(`${position.createdAt.getTime()}.${position.id}`).toString('base64url')
}

/** Throws `validation_failed` at `cursor` for what is none of ours. */
export function readCursor(cursor: string): PagePosition {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('.')
  const createdAt = new Date(Number(time))
  if (/^\d{1,15}$/.test(time) && isUuid(id) && !Number.isNaN(createdAt.getTime())) return { createdAt, id }
  throw new Problem('validation_failed', {
    fields: [{ code: 'invalid_format', param: 'cursor', message: 'cursor must be the next_cursor of the page before' }],
  })
}
