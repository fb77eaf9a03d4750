import { asMerchant } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { pageOf, readCursor } from '../../core/platform/page-cursor.ts'
import { say } from '../../core/texts/messages/say.ts'
import type { Caller } from '../../core/values/caller.ts'
import { Problem } from '../../core/values/problem.ts'
import type { Status } from '../../core/values/status.ts'
import { payoutReference } from './rules/withdrawal-reference.ts'
import { readWithdrawal, readWithdrawalPage, type WithdrawalRow } from './store/reads/withdrawals.ts'

/** One withdrawal of the point. Throws `not_found`. */
export async function getWithdrawal(
  { database }: Pick<PlatformDeps, 'database'>,
  { point }: Caller,
  id: string,
): Promise<WithdrawalRow> {
  const found = isUuid(id) ? await readWithdrawal(database.engine, point.pointId, id) : undefined
  if (!found) throw new Problem('not_found', { message: say('withdrawal.unknown') })
  return found
}

interface Listing {
  reference?: string | undefined
  status?: Status | undefined
  limit: number
  cursor?: string | undefined
}

/** The point's withdrawals, newest first, read with the merchant's row-level security. */
export async function listWithdrawals(
  deps: Pick<PlatformDeps, 'database' | 'secretBox'>,
  { point: { pointId, merchantId } }: Caller,
  { reference, status, limit, cursor }: Listing,
): Promise<{ items: readonly WithdrawalRow[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const ofReference = reference === undefined ? undefined : payoutReference(deps, pointId, reference)
  const rows = await asMerchant(deps.database.reader, { merchantId }, async (tx) => {
    const filters = { payoutReference: ofReference, status, after, limit: limit + 1 }
    return await readWithdrawalPage(tx, pointId, filters)
  })
  return pageOf(rows, limit, (row) => ({ createdAt: row.created_at, id: row.id }))
}
