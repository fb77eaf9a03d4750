import { asMerchant } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { pageOf, readCursor } from '../../core/platform/page-cursor.ts'
import type { Caller } from '../../core/values/caller.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { type RefundFilters, type RefundRow, readRefund, readRefundPage } from './store/reads/refunds.ts'

type Deps = Pick<PlatformDeps, 'database'>

/** One refund of the point. Throws `not_found`. */
export async function getRefund({ database }: Deps, { point }: Caller, id: string): Promise<RefundRow> {
  const found = isUuid(id) ? await readRefund(database.engine, point.pointId, id) : undefined
  if (!found) throw new Problem('not_found', { message: say('refund.unknown') })
  return found
}

/** The point's refunds, newest first, read with the merchant's row-level security. */
export async function listRefunds(
  { database }: Deps,
  { point }: Caller,
  { cursor, ...filters }: Omit<RefundFilters, 'after'> & { cursor?: string | undefined },
): Promise<{ items: readonly RefundRow[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await asMerchant(database.reader, { merchantId: point.merchantId }, async (tx) => {
    return await readRefundPage(tx, point.pointId, { ...filters, after, limit: filters.limit + 1 })
  })
  return pageOf(rows, filters.limit, (row) => ({ createdAt: row.listed_at, id: row.id }))
}
