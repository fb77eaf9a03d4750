import { asMerchant } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { pageOf, readCursor } from '../../core/platform/page-cursor.ts'
import {
  type AuditFilters,
  type AuditRow,
  type NamedRow,
  readAuditPage,
  readNamesOf,
  readSealNumbers,
} from './store/reads/audit.ts'

export type AuditListFilters = Omit<AuditFilters, 'after'> & { cursor?: string }

export interface AuditPage {
  items: readonly (AuditRow & { seal: bigint | null; named: readonly NamedRow[] })[]
  /** Null on the last page. */
  nextCursor: string | null
}

/**
 * The audit log, newest first: one merchant's with their database role, or all of it for an operator (`merchantId`
 * null).
 */
export async function listAudit(
  deps: Pick<PlatformDeps, 'database'>,
  merchantId: string | null,
  filters: AuditListFilters,
): Promise<AuditPage> {
  const { cursor, ...rest } = filters
  const wanted = { ...rest, limit: rest.limit + 1, ...(cursor === undefined ? {} : { after: readCursor(cursor) }) }
  const { engine, reader } = deps.database
  const rows =
    merchantId === null
      ? await readAuditPage(engine, null, wanted)
      : await asMerchant(reader, { merchantId }, async (tx) => await readAuditPage(tx, merchantId, wanted))
  const page = pageOf(rows, filters.limit, ({ created_at: createdAt, id }) => ({ createdAt, id }))
  const seals = await readSealNumbers(
    engine,
    page.items.map(({ id }) => id),
  )
  const ids = [...new Set(page.items.flatMap(idsIn))]
  const named = ids.length === 0 ? [] : await readNamesOf(engine, merchantId, ids)
  const items = page.items.map((row) => {
    const own = new Set(idsIn(row))
    return { ...row, seal: seals.get(row.id) ?? null, named: named.filter(({ id }) => own.has(id)) }
  })
  return { items, nextCursor: page.nextCursor }
}

/** What an entry is about, and what its details name. */
function idsIn({ object_id, point_id, detail }: AuditRow): string[] {
  return [object_id, point_id, ...Object.values(detail)].filter(
    (value): value is string => typeof value === 'string' && isUuid(value),
  )
}
