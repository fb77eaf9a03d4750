import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import type { CoreDeps } from '../../core/deps.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { PagePosition } from '../../core/platform/page-cursor.ts'
import { callerActor } from '../../core/values/actor.ts'
import type { Caller } from '../../core/values/caller.ts'
import { type ListQuery, readBatch } from './search-transactions.ts'
import type { ListedRow } from './store/reads/transaction-search.ts'

/** Rows per batch. Each batch is a short transaction of its own, and memory holds one batch. */
const batchRows = 1_000

/** The most rows that spreadsheets open. */
export const exportRowsMax = 1_000_000

/**
 * The rows of an export in batches, newest first, without rows created meanwhile. A batch is read only when the reader
 * asks for it. Yields `cut` at the end if there are more rows than the limit.
 */
export async function* exportTransactions(
  deps: Pick<CoreDeps, 'database' | 'routes'>,
  caller: Caller,
  query: ListQuery & { rowsMax?: number },
): AsyncGenerator<readonly ListedRow[] | 'cut'> {
  const rowsMax = query.rowsMax ?? exportRowsMax
  let after: PagePosition | undefined
  let given = 0
  for (;;) {
    const limit = Math.min(batchRows, rowsMax - given)
    const { rows } = await readBatch(deps, caller, { ...query, limit: limit + 1, ...(after && { after }) })
    const batch = rows.slice(0, limit)
    const last = batch.at(-1)
    if (last) yield batch
    given += batch.length
    if (rows.length <= limit) return
    if (given >= rowsMax) {
      yield 'cut'
      return
    }
    after = last && { createdAt: last.created_at, id: last.id }
  }
}

/**
 * Records an export: the actor, the address (`origin`) and the filters. The search text is left out, because it may be
 * a person's document.
 */
export async function auditExport(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  caller: Caller,
  { query, origin }: { query: ListQuery; origin: string },
): Promise<void> {
  const { amountFrom, amountTo, ...filters } = query.filters
  const detail = {
    ...filters,
    by_amount: amountFrom !== undefined || amountTo !== undefined,
    searched: query.asked !== undefined,
  }
  const entry = auditOf(callerActor(caller, origin), 'transactions.export', { pointId: caller.point.pointId, detail })
  await writeAudit(deps.database.engine, entry, deps.clock.now())
}
