import type { Caller } from '../accounts/caller.ts'
import { Problem } from '../domain/problem.ts'
import type { Transaction } from '../domain/transaction.ts'
import { isUuid } from '../lib/ids.ts'
import { asMerchant } from '../store/database.ts'
import { readTransactionPage, type TransactionFilters } from '../store/reads/transactions.ts'
import { toTransaction } from '../store/transaction-row.ts'
import type { Deps } from './deps.ts'

export interface ListFilters extends Omit<TransactionFilters, 'after'> {
  /** As returned with the page before. */
  cursor?: string
}

export interface TransactionPage {
  items: readonly Transaction[]
  /** Null on the last page. */
  nextCursor: string | null
}

/** The point's transactions, newest first. Reads as the merchant's reader: row-level security is the second wall. */
export async function listTransactions(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  filters: ListFilters,
): Promise<TransactionPage> {
  const { cursor, ...wanted } = filters
  const after = cursor === undefined ? {} : { after: readCursor(cursor) }
  const rows = await asMerchant(
    deps.database.reader,
    caller.point.merchantId,
    async (tx) => await readTransactionPage(tx, caller.point.pointId, { ...wanted, ...after, limit: wanted.limit + 1 }),
  )
  const page = rows.slice(0, wanted.limit)
  const last = page.at(-1)
  return {
    items: page.map(toTransaction),
    nextCursor: rows.length > wanted.limit && last ? writeCursor({ createdAt: last.created_at, id: last.id }) : null,
  }
}

function writeCursor(position: { createdAt: Date; id: string }): string {
  return Buffer.from(`${position.createdAt.getTime()}.${position.id}`).toString('base64url')
}

function readCursor(cursor: string): { createdAt: Date; id: string } {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('.')
  const createdAt = new Date(Number(time))
  if (/^\d{1,15}$/.test(time) && isUuid(id) && !Number.isNaN(createdAt.getTime())) return { createdAt, id }
  throw new Problem('validation_failed', {
    fields: [{ code: 'invalid_format', param: 'cursor', message: 'cursor must be the next_cursor of the page before' }],
  })
}
