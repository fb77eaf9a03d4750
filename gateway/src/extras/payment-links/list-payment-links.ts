import { asMerchant } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { pageOf, readCursor } from '../../core/platform/page-cursor.ts'
import type { Caller } from '../../core/values/caller.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import type { PaymentLinkRow } from './rules/payment-link.ts'
import { readTakings } from './store/link-uses.ts'
import { readLink, readLinkPage } from './store/payment-links.ts'

type Deps = Pick<PlatformDeps, 'database'>

/** One link of the point. Throws `not_found`. */
export async function getLink({ database }: Deps, { point }: Caller, id: string): Promise<PaymentLinkRow> {
  const found = isUuid(id) ? await readLink(database.engine, point.pointId, id) : undefined
  if (!found) throw new Problem('not_found', { message: say('link.unknown') })
  return found
}

/** What came in by a link, in minor units. Throws `not_found`. */
export async function sumLink(deps: Deps, caller: Caller, id: string) {
  const { id: linkId, currency } = await getLink(deps, caller, id)
  const takings = await asMerchant(deps.database.reader, caller.point, async (tx) => await readTakings(tx, linkId))
  return { ...takings, currency }
}

/** The point's links, newest first, read with the merchant's row-level security. */
export async function listLinks(
  { database }: Deps,
  { point }: Caller,
  { cursor, limit, reference }: { cursor?: string | undefined; limit: number; reference?: string | undefined },
): Promise<{ items: readonly PaymentLinkRow[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await asMerchant(database.reader, { merchantId: point.merchantId }, async (tx) => {
    return await readLinkPage(tx, point.pointId, { reference, after, limit: limit + 1 })
  })
  return pageOf(rows, limit, ({ created_at: createdAt, id }) => ({ createdAt, id }))
}
