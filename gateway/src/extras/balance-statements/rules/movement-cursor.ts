import { say } from '../../../core/texts/messages/say.ts'
import { Problem } from '../../../core/values/problem.ts'
import type { Parts } from './movement-types.ts'

/**
 * Where a page of movements ended. With the snapshot of the first page, later pages show the entries of the same moment:
 * none is skipped because it was committed late, and none moves to another page.
 */
export interface MovementCursor {
  createdAt: Date
  id: bigint
  /** As PostgreSQL writes it: `xmin:xmax:xip,…`. */
  snapshot: string
  /** The balance before the last entry of the page; undefined for lists without balances. */
  balance: Parts | undefined
}

/** Transaction ids of a snapshot are close to its `xmin`: as differences they are short. */
const radix = 36

export function writeMovementCursor({ createdAt, id, snapshot, balance }: MovementCursor): string {
  const [xmin = '', xmax = '', running = ''] = snapshot.split(':')
  const ahead = (xid: string) => (BigInt(xid) - BigInt(xmin)).toString(radix)
  const open = running === '' ? '' : running.split(',').map(ahead).join('-')
  const parts = [createdAt.getTime(), id, xmin, ahead(xmax), open]
  if (balance) parts.push(balance.available, balance.pending, balance.reserved)
  return Buffer.from(parts.join('.')).toString('base64url')
}

const shape =
  /^(\d{1,15})\.(\d{1,19})\.(\d{1,19})\.([0-9a-z]{1,13})\.((?:[0-9a-z]{1,13}(?:-(?=[0-9a-z])|$|(?=\.)))*)(?:\.(-?\d{1,30})\.(-?\d{1,30})\.(-?\d{1,30}))?$/

/** Throws `validation_failed` for `cursor` if it is invalid. */
export function readMovementCursor(text: string): MovementCursor {
  const match = shape.exec(Buffer.from(text, 'base64url').toString('utf8'))
  const [, time = '', id = '', xmin = '', ahead = '', open = '', available, pending, reserved] = match ?? []
  const createdAt = new Date(Number(time))
  if (!match || Number.isNaN(createdAt.getTime()) || BigInt(id) > largestId || BigInt(xmin) > largestId) throw invalid()
  const xidAt = (difference: string) => BigInt(xmin) + readBase36(difference)
  const running = open === '' ? [] : open.split('-').map(xidAt)
  const xmax = xidAt(ahead)
  // PostgreSQL refuses a snapshot out of order.
  const bounds = [BigInt(xmin), ...running, xmax]
  if (xmax > largestId || BigInt(xmin) < 1n || !isAscending(bounds, running.length)) throw invalid()
  return {
    createdAt,
    id: BigInt(id),
    snapshot: `${xmin}:${xmax}:${running.join(',')}`,
    balance:
      available === undefined || pending === undefined || reserved === undefined
        ? undefined
        : { available: BigInt(available), pending: BigInt(pending), reserved: BigInt(reserved) },
  }
}

/** The largest integer of the database. */
const largestId = 9_223_372_036_854_775_807n

function readBase36(text: string): bigint {
  return [...text].reduce((sum, digit) => sum * BigInt(radix) + BigInt(Number.parseInt(digit, radix)), 0n)
}

/** From `xmin` on, each running id is larger than the one before and smaller than `xmax`. */
function isAscending(bounds: readonly bigint[], runningCount: number): boolean {
  return bounds.every((each, place) => {
    const before = bounds[place - 1]
    if (before === undefined) return true
    const mayBeEqual = place === 1 || (runningCount === 0 && place === bounds.length - 1)
    return mayBeEqual ? each >= before : each > before
  })
}

function invalid(): Problem {
  return new Problem('validation_failed', {
    fields: [{ code: 'invalid_format', param: 'cursor', message: say('query.cursor') }],
  })
}
