import { auditOf, writeAudit } from '../audit/write-audit.ts'
import type { PayoutsDeps } from '../payouts/deps.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { callerActor } from '../values/actor.ts'
import type { Caller } from '../values/caller.ts'
import { newestOfPoints } from './newest-of-points.ts'
import { type ListQuery, type RowOfPoint, readBatch } from './search-transactions.ts'

/** Rows per batch. Each read is a short transaction of its own. */
const batchRows = 1_000

/** Rows of all points that wait in memory for their place in the file: about 4 MB. */
const heldRows = 4_000

/** The most rows that spreadsheets open. */
export const exportRowsMax = 1_000_000

/** What an export holds: the filters, and the points if it is not of the caller's point alone. */
export interface ExportQuery extends ListQuery {
  pointIds?: readonly string[]
  rowsMax?: number
}

/** Why an export is not complete: it has more rows than a file holds, or more match the beginning of a text than are read. */
export type ExportGap = 'rows' | 'search'

/**
 * The rows of an export in batches, newest first, without rows created meanwhile. A batch is read only when the reader
 * asks for it. Ends with each gap that the export has.
 */
export async function* exportTransactions(
  deps: Pick<PayoutsDeps, 'database' | 'routes'>,
  caller: Caller,
  { pointIds = [caller.point.pointId], rowsMax = exportRowsMax, ...query }: ExportQuery,
): AsyncGenerator<readonly RowOfPoint[] | ExportGap> {
  let isSearchCut = false
  let given = 0
  const batches = newestOfPoints<RowOfPoint>({
    pointIds,
    batchRows,
    heldRows,
    read: async (pointId, { after, limit }) => {
      const found = await readBatch(deps, caller, { ...query, pointIds: [pointId], limit, ...(after && { after }) })
      isSearchCut ||= found.cut
      return found.rows
    },
  })
  for await (const batch of batches) {
    const rows = batch.slice(0, rowsMax - given)
    if (rows.length > 0) yield rows
    given += rows.length
    if (rows.length === batch.length) continue
    yield 'rows'
    break
  }
  if (isSearchCut) yield 'search'
}

/**
 * Records an export: the actor, the address (`origin`), the filters, and whether it is of all points. The search text is left out, because it may be
 * a person's document.
 */
export async function auditExport(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  caller: Caller,
  { query, origin }: { query: ExportQuery; origin: string },
): Promise<void> {
  const { amountFrom, amountTo, ...filters } = query.filters
  const detail = {
    ...filters,
    by_amount: amountFrom !== undefined || amountTo !== undefined,
    searched: query.asked !== undefined,
    ...(query.pointIds && { points: 'all' }),
  }
  const entry = auditOf(callerActor(caller, origin), 'transactions.export', { pointId: caller.point.pointId, detail })
  await writeAudit(deps.database.engine, entry, deps.clock.now())
}
