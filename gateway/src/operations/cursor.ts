import { Problem } from '../domain/problem.ts'
import { isUuid } from '../lib/ids.ts'

/** A place in a list ordered by (created_at, id). */
export interface ListPlace {
  createdAt: Date
  id: string
}

/** The place as callers pass it back: opaque text. */
export function writeCursor(place: ListPlace): string {
  return Buffer.from(`${place.createdAt.getTime()}.${place.id}`).toString('base64url')
}

/** Throws `validation_failed` for what no page of ours has given. */
export function readCursor(cursor: string): ListPlace {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('.')
  const createdAt = new Date(Number(time))
  if (/^\d{1,15}$/.test(time) && isUuid(id) && !Number.isNaN(createdAt.getTime())) return { createdAt, id }
  throw new Problem('validation_failed', {
    fields: [{ code: 'invalid_format', param: 'cursor', message: 'cursor must be the next_cursor of the page before' }],
  })
}
