import type { Db } from '../../../core/platform/database/database.ts'
import { emptyOwn, otherColumns, ownLeft } from './personal-columns.ts'

/** Number of rows by `table.column`. */
export type Counts = Readonly<Record<string, number>>

/** A position in the walk over all transactions by their last change. */
export interface WalkPosition {
  updatedAt: Date
  id: string
}

/**
 * Nothing more happens to the transaction by itself: no attempt, callback, release or refund is open, no money is in suspense,
 * and no review is open.
 */
const finished = `t.status <> 'PENDING' and t.suspense_minor = 0 and t.needs_operator is null
  and not exists (select from attempts a where a.transaction_id = t.id and a.state <> 'closed')
  and not exists (select from callback_deliveries d where d.transaction_id = t.id
    and d.state in ('pending', 'sending', 'held'))
  and not exists (select from ledger_releases r where r.transaction_id = t.id and r.released_at is null)
  and not exists (select from refunds f join transactions x on x.id = f.id where f.transaction_id = t.id
    and x.status = 'PENDING')
  and not exists (select from proposals q where q.transaction_id = t.id and q.state = 'open')`

/** Not removed since its last change. Data received years later is removed later. */
const notDone = '(t.personal_removed_at is null or t.personal_removed_at < t.updated_at)'

export interface OldRow {
  id: string
  updated_at: Date
  done: boolean
}

/** The next transactions whose last change is before `horizon`. */
export async function readOldTransactions(
  db: Db,
  after: WalkPosition,
  { horizon, limit }: { horizon: Date; limit: number },
): Promise<readonly OldRow[]> {
  const found = await db.query<OldRow>({
    name: 'read-old-transactions',
    text: `select t.id, t.updated_at, not ${notDone} as done from transactions t
      where (t.updated_at, t.id) > ($1, $2) and t.updated_at < $3 order by t.updated_at, t.id limit $4`,
    values: [after.updatedAt, after.id, horizon, limit],
  })
  return found.rows
}

/** Locks the transactions of `ids` that are old enough and finished, in the common lock order. */
export async function lockFinished(tx: Db, ids: readonly string[], horizon: Date): Promise<readonly string[]> {
  const found = await tx.query<{ id: string }>({
    name: 'lock-finished-transactions',
    text: `select t.id from transactions t where t.id = any ($1::uuid[]) and t.updated_at < $2 and ${notDone}
      and ${finished} order by t.id for update of t`,
    values: [ids, horizon],
  })
  return found.rows.map(({ id }) => id)
}

/** The finished transactions of `ids`, for counting without locks. */
export async function findFinished(db: Db, ids: readonly string[]): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'find-finished-transactions',
    text: `select t.id from transactions t where t.id = any ($1::uuid[]) and ${finished}`,
    values: [ids],
  })
  return found.rows.map(({ id }) => id)
}

/** Counts the personal data of these transactions. `keptNames`: names within `details` that stay. */
export async function countHeld(db: Db, ids: readonly string[], keptNames: readonly string[]): Promise<Counts> {
  const counts = await countOwn(db, ids, keptNames)
  for (const { name, left } of otherColumns) {
    const found = await db.query<{ n: bigint }>({ text: left, values: [ids] })
    counts[name] = Number(found.rows[0]?.n ?? 0n)
  }
  return counts
}

/**
 * Removes the personal data of these transactions, which the caller has locked. Returns the number of rows by column.
 */
export async function removePersonal(tx: Db, ids: readonly string[], keptNames: readonly string[]): Promise<Counts> {
  const counts = await countOwn(tx, ids, keptNames)
  await tx.query({ text: emptyOwn, values: [ids, keptNames] })
  for (const { name, remove } of otherColumns) {
    const removed = await tx.query({ text: remove, values: [ids] })
    counts[name] = removed.rowCount ?? 0
  }
  return counts
}

async function countOwn(db: Db, ids: readonly string[], keptNames: readonly string[]): Promise<Record<string, number>> {
  const own = await db.query<Record<string, bigint>>({ text: ownLeft, values: [ids, keptNames] })
  return Object.fromEntries(Object.entries(own.rows[0] ?? {}).map(([name, n]) => [name, Number(n)]))
}
