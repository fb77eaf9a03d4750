import { auditOf } from '../audit/audit-of.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { PayoutsDeps } from '../payouts/deps.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import type { PagePosition } from '../platform/page-cursor.ts'
import { callerActor } from '../values/actor.ts'
import type { Caller } from '../values/caller.ts'
import { type ListWish, readBatch } from './search-transactions.ts'
import type { ListedRow } from './store/reads/transaction-search.ts'

/** Rows read at once: each batch is a short transaction of its own, and memory holds no more than this. */
const batchRows = 1_000

/** What spreadsheets can open. */
export const exportRowsMax = 1_000_000

/**
 * The rows of an export in batches, newest first; what arrives meanwhile is not in it. Nothing is read ahead of whoever
 * takes them. Yields `cut` at the end where there are more rows than the limit.
 */
export async function* exportTransactions(
  deps: Pick<PayoutsDeps, 'database' | 'routes'>,
  caller: Caller,
  wish: ListWish & { rowsMax?: number },
): AsyncGenerator<readonly ListedRow[] | 'cut'> {
  const rowsMax = wish.rowsMax ?? exportRowsMax
  let after: PagePosition | undefined
  let given = 0
  for (;;) {
    const limit = Math.min(batchRows, rowsMax - given)
    const { rows } = await readBatch(deps, caller, { ...wish, limit: limit + 1, ...(after && { after }) })
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
 * Who took data out, from which address (`origin`), and by which filters; what was searched for may be somebody's
 * document and is not repeated.
 */
export async function auditExport(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  caller: Caller,
  { wish, origin }: { wish: ListWish; origin: string },
): Promise<void> {
  const { amountFrom, amountTo, ...filters } = wish.filters
  const detail = {
    ...filters,
    by_amount: amountFrom !== undefined || amountTo !== undefined,
    searched: wish.asked !== undefined,
  }
  const entry = auditOf(callerActor(caller, origin), 'transactions.export', { pointId: caller.point.pointId, detail })
  await writeAudit(deps.database.engine, entry, deps.clock.now())
}
