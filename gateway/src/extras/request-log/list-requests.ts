import type { PlatformDeps } from '../../core/platform/deps.ts'
import { type PagePosition, pageOf, readCursor } from '../../core/platform/page-cursor.ts'
import type { NamedActor } from '../../core/values/actor.ts'
import type { Caller } from '../../core/values/caller.ts'
import { nameActors } from '../point-settings/name-actors.ts'
import {
  countRequestErrors,
  periodParts,
  type RequestFilters,
  type RequestRow,
  readRequestPage,
} from './store/reads/requests.ts'

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

/** A code of refusals in a period, with its newest request. */
export interface RequestError {
  code: string
  count: number
  lastAt: Date
  lastRequestId: string
}

/** The point's refusals by code, the most frequent first, and how many fell into each part of the period. */
export async function listRequestErrors(
  deps: Pick<PlatformDeps, 'database'>,
  { point }: Caller,
  period: { from?: Date; to?: Date },
): Promise<{ errors: readonly RequestError[]; timeline: readonly number[] }> {
  const counts = await deps.database.lists.asMerchant(
    { merchantId: point.merchantId },
    async (tx) => await countRequestErrors(tx, point.pointId, period),
  )
  const timeline = Array.from({ length: periodParts }, () => 0)
  const errors = new Map<string, RequestError>()
  for (const { problem_code: code, part, count, last_at: lastAt, last_request_id: lastRequestId } of counts) {
    timeline[part - 1] = (timeline[part - 1] ?? 0) + count
    const known = errors.get(code)
    const newest = known !== undefined && known.lastAt > lastAt ? known : { lastAt, lastRequestId }
    errors.set(code, { ...newest, code, count: count + (known?.count ?? 0) })
  }
  return { errors: [...errors.values()].sort((one, other) => other.count - one.count), timeline }
}

function positionOf(row: RequestRow): PagePosition {
  return { createdAt: row.created_at, id: row.request_id }
}

function isRequestId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text)
}
