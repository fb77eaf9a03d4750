import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { pageOf, readCursor } from '../../../core/platform/page-cursor.ts'
import { nextExecution } from '../rules/execution-day.ts'
import type { BankAccountRow } from '../store/bank-accounts.ts'
import { listBankAccounts } from '../store/bank-accounts.ts'
import { type BatchItemRow, type BatchRow, listBatches, readBatchItems, readReadyAccounts } from '../store/batches.ts'
import { requireBatch } from './make-batch.ts'

type Deps = Pick<PlatformDeps, 'database'>

/** An own account on which something waits that stands in no batch. */
export interface ReadyAccount {
  account: BankAccountRow
  items: number
  totalMinor: bigint
  /** The first day on which the bank executes what it gets now. */
  executionDay: string
}

/** A page of batches, the newest first. Throws `validation_failed` for a wrong cursor. */
export async function showBatches(
  { database: { engine } }: Deps,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ items: readonly BatchRow[]; nextCursor: string | null }> {
  const before = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await listBatches(engine, { limit: limit + 1, before })
  return pageOf(rows, limit, ({ created_at: createdAt, id }) => ({ createdAt, id }))
}

/** One batch and a page of its items, in the order of the file, after a position. Throws `not_found`. */
export async function showBatch(
  deps: Deps,
  { batchId, after, limit }: { batchId: string; after: number; limit: number },
): Promise<{ batch: BatchRow; items: readonly BatchItemRow[]; next: number | null }> {
  const batch = await requireBatch(deps, batchId)
  const rows = await readBatchItems(deps.database.engine, { batchId, after, limit: limit + 1 })
  const items = rows.slice(0, limit)
  return { batch, items, next: rows.length > limit ? (items.at(-1)?.position ?? null) : null }
}

/** The own accounts of which a batch can be made, those that wait the longest first. */
export async function showReady({
  database: { engine },
  clock,
}: Pick<PlatformDeps, 'database' | 'clock'>): Promise<readonly ReadyAccount[]> {
  const waiting = await readReadyAccounts(engine)
  if (waiting.length === 0) return []
  const accounts = new Map((await listBankAccounts(engine)).map((account) => [account.id, account]))
  return waiting.flatMap(({ bank_account_id: id, items, total_minor: totalMinor }) => {
    const account = accounts.get(id)
    if (!account) return []
    const { time_zone: timeZone, cutoff } = account
    return [{ account, items, totalMinor, executionDay: nextExecution(clock.now(), { timeZone, cutoff }) }]
  })
}
