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

/**
 * The next transactions of the walk over those that a version without words created, in the order of ids. None where the walk
 * is over, or another process is at it. Locks them, so that no name returns that is being removed.
 */
export async function readUnworded(
  tx: Db,
  limit: number,
): Promise<readonly (NamedTransaction & { is_last: boolean })[]> {
  const found = await tx.query<NamedTransaction & { is_last: boolean }>({
    name: 'read-unworded',
    text: `with upto as materialized (select transaction_id, until from transaction_words_upto for update skip locked)
      select t.id, array[t.party_name, t.details ->> 'payer_lastname', t.sender_name] as names, t.created_at > u.until as is_last
      from upto u cross join lateral (select * from transactions t where t.id > u.transaction_id
        and t.created_at < gateway_now() - interval '1 minute' order by t.id limit $1) t
      order by t.id for share of t`,
    values: [limit],
  })
  return found.rows
}

/** Keeps how far the walk is; undefined: it is over. */
export async function saveWordedUpto(tx: Db, id: string | undefined): Promise<void> {
  await tx.query(
    id === undefined
      ? { text: 'delete from transaction_words_upto' }
      : { text: 'update transaction_words_upto set transaction_id = $1', values: [id] },
  )
}
