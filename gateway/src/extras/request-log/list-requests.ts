import type { PlatformDeps } from '../../core/platform/deps.ts'
import { type PagePosition, pageOf, readCursor } from '../../core/platform/page-cursor.ts'
import type { NamedActor } from '../../core/values/actor.ts'
import type { Caller } from '../../core/values/caller.ts'
import { nameActors } from '../point-settings/name-actors.ts'
import { type RequestFilters, type RequestRow, readRequestPage } from './store/reads/requests.ts'

export interface RequestPage {
  items: readonly (RequestRow & { by: NamedActor | null })[]
  nextCursor: string | null
}

/** The requests of a point's keys, newest first. Reads with the merchant's database role. */
export async function listRequests(
  deps: Pick<PlatformDeps, 'database'>,
  { point }: Caller,
  filters: Omit<RequestFilters, 'after'> & { cursor?: string },
): Promise<RequestPage> {
  const { cursor, ...wanted } = filters
  const after = cursor === undefined ? {} : { after: readCursor(cursor, isRequestId) }
  const rows = await deps.database.lists.asMerchant(
    { merchantId: point.merchantId, behind: after.after?.createdAt },
    async (tx) => await readRequestPage(tx, point.pointId, { ...wanted, ...after, limit: wanted.limit + 1 }),
  )
  const page = pageOf(rows, wanted.limit, positionOf)
  const named = await nameActors(
    deps,
    point,
    page.items.map((row) => row.key_id),
  )
  return {
    items: page.items.map((row) => ({ ...row, by: row.key_id === null ? null : named(row.key_id) })),
    nextCursor: page.nextCursor,
  }
}

function positionOf(row: RequestRow): PagePosition {
  return { createdAt: row.created_at, id: row.request_id }
}

function isRequestId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text)
}
