import { asMerchant } from '../store/database.ts'
import { type AuditFilters, type AuditRow, readAuditPage, readSealNumbers } from '../store/reads/audit.ts'
import type { Deps } from './deps.ts'
import { readCursor, writeCursor } from './page-cursor.ts'

export type AuditListFilters = Omit<AuditFilters, 'after'> & { cursor?: string }

export interface AuditPage {
  items: readonly (AuditRow & { seal: bigint | null })[]
  /** Null on the last page. */
  nextCursor: string | null
}

/** The audit log, newest first: one merchant's as their reader, or all of it for an operator (`merchantId` null). */
export async function listAudit(
  deps: Pick<Deps, 'database'>,
  merchantId: string | null,
  filters: AuditListFilters,
): Promise<AuditPage> {
  const { cursor, ...rest } = filters
  const wanted = { ...rest, limit: rest.limit + 1, ...(cursor === undefined ? {} : { after: readCursor(cursor) }) }
  const { engine, reader } = deps.database
  const rows =
    merchantId === null
      ? await readAuditPage(engine, null, wanted)
      : await asMerchant(reader, merchantId, async (tx) => await readAuditPage(tx, merchantId, wanted))
  const page = rows.slice(0, filters.limit)
  const seals = await readSealNumbers(
    engine,
    page.map(({ id }) => id),
  )
  const last = page.at(-1)
  return {
    items: page.map((row) => ({ ...row, seal: seals.get(row.id) ?? null })),
    nextCursor: rows.length > filters.limit && last ? writeCursor({ createdAt: last.created_at, id: last.id }) : null,
  }
}
