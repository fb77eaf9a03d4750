import { asMerchant } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { pageOf, readCursor } from '../../core/platform/page-cursor.ts'
import type { NamedActor } from '../../core/values/actor.ts'
import type { Caller } from '../../core/values/caller.ts'
import { nameActors } from '../point-settings/name-actors.ts'
import { isOneWith, standingOf } from './approver.ts'
import {
  type ApprovalRow,
  type PayoutSums,
  readApprovalLimits,
  readApprovals,
  readRecentPayouts,
} from './store/reads/approvals.ts'

/** A payout that waits for approval, with the facts for the decision. */
export interface Approval extends ApprovalRow {
  createdBy: NamedActor
  /** False where the viewer may be the maker: directly, by a key, or linked to the maker. */
  mayDecide: boolean
  last30Days: PayoutSums
}

/**
 * The point's payouts that wait for approval, the next to expire first. Reads with the merchant's row-level security.
 */
export async function listApprovals(
  deps: Pick<PlatformDeps, 'database'>,
  caller: Caller,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ items: readonly Approval[]; nextCursor: string | null }> {
  const { point } = caller
  const after = cursor === undefined ? undefined : readCursor(cursor, isUuid)
  const { rows, recent } = await asMerchant(deps.database.reader, { merchantId: point.merchantId }, async (tx) => {
    const rows = await readApprovals(tx, point.pointId, { limit: limit + 1, after })
    const currencies = [...new Set(rows.map((row) => row.currency))]
    return { rows, recent: await readRecentPayouts(tx, point.pointId, currencies) }
  })
  const page = pageOf(rows, limit, (row) => ({ createdAt: row.approval_until, id: row.id }))
  const creators = page.items.map((row) => row.created_by_key)
  const named = await nameActors(deps, point, creators)
  const own = await ownCreators(deps, caller, creators)
  return {
    items: page.items.map((row) => ({
      ...row,
      createdBy: named(row.created_by_key),
      mayDecide: row.created_by_key === null || !own.has(row.created_by_key),
      last30Days: recent.get(row.currency) ?? { count: 0, totalMinor: 0n },
    })),
    nextCursor: page.nextCursor,
  }
}

/** The limits of the point above which payouts and refunds wait, of each currency that has one. Operators set them. */
export async function listApprovalLimits({ database }: Pick<PlatformDeps, 'database'>, { point }: Caller) {
  return await asMerchant(database.reader, point, async (tx) => await readApprovalLimits(tx, point.pointId))
}

/** Creators that belong to the caller. A page has few creators. */
async function ownCreators(
  deps: Pick<PlatformDeps, 'database'>,
  caller: Caller,
  creators: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const { pointId, environment } = caller.point
  const viewer = await standingOf(deps, pointId, caller.keyId)
  const own = new Set<string>()
  for (const creator of new Set(creators)) {
    if (creator === null) continue
    const both = { creator: await standingOf(deps, pointId, creator), approver: viewer }
    if (await isOneWith(deps, environment, both)) own.add(creator)
  }
  return own
}
