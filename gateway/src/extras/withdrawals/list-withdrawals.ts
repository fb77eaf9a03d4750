import { asMerchant } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { pageOf, readCursor } from '../../core/platform/page-cursor.ts'
import type { Caller } from '../../core/values/caller.ts'
import { Problem } from '../../core/values/problem.ts'
import type { Status } from '../../core/values/status.ts'
import { say } from './messages/en.ts'
import { payoutReference } from './rules/withdrawal-reference.ts'
import {
  type OutsideRow,
  readOutside,
  readWithdrawal,
  readWithdrawalPage,
  type WithdrawalRow,
} from './store/reads/withdrawals.ts'

/** A payout, or what operators paid outside the gateway. */
export type ListedWithdrawal = WithdrawalRow | OutsideRow

/** One withdrawal of the point. Throws `not_found`. */
export async function getWithdrawal(
  { database }: Pick<PlatformDeps, 'database'>,
  { point }: Caller,
  id: string,
): Promise<ListedWithdrawal> {
  const { engine } = database
  const ofPayout = isUuid(id) ? await readWithdrawal(engine, point.pointId, id) : undefined
  const [outside] = isUuid(id) && !ofPayout ? await readOutside(engine, point.pointId, { id, limit: 1 }) : []
  const found = ofPayout ?? outside
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
): Promise<{ items: readonly ListedWithdrawal[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const ofReference = reference === undefined ? undefined : payoutReference(deps, pointId, reference)
  const rows = await asMerchant(deps.database.reader, { merchantId }, async (tx) => {
    const page = { after, limit: limit + 1 }
    const payouts = await readWithdrawalPage(tx, pointId, { ...page, payoutReference: ofReference, status })
    // What was paid outside is booked afterwards.
    const isDone = status === undefined || status === 'COMPLETED'
    return [...payouts, ...(isDone ? await readOutside(tx, pointId, { ...page, reference }) : [])]
  })
  return pageOf(rows.toSorted(newestFirst), limit, (row) => ({ createdAt: row.created_at, id: row.id }))
}

function newestFirst(one: ListedWithdrawal, other: ListedWithdrawal): number {
  return other.created_at.getTime() - one.created_at.getTime() || (one.id < other.id ? 1 : -1)
}
