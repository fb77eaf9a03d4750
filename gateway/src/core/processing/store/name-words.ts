import type { Db } from '../../platform/database/database.ts'
import { nameWords } from '../rules/name-words.ts'

/** Names of a transaction; a missing one has no words. */
export interface NamedTransaction {
  id: string
  names: readonly (string | null)[]
}

/** Writes words of transactions; those that they have already stay. */
export async function insertWords(tx: Db, named: readonly NamedTransaction[]): Promise<void> {
  const rows = named.flatMap(({ id, names }) => nameWords(...names).map((word) => ({ id, word })))
  if (rows.length === 0) return
  await tx.query({
    name: 'insert-words',
    text: `insert into transaction_words (transaction_id, point_id, created_week, word, created_at)
      select t.id, t.point_id, t.created_week, w.word, t.created_at
      from unnest($1::uuid[], $2::text[]) as w (id, word) join transactions t on t.id = w.id
      on conflict do nothing`,
    values: [rows.map(({ id }) => id), rows.map(({ word }) => word)],
  })
}
