import type { Db } from '../../platform/database/database.ts'

/** Keeps a key of a certification run, before it is sent. What is told about it changes nothing. */
export async function insertCertificationKey(db: Db, accountId: string, key: string): Promise<void> {
  await db.query({
    name: 'insert-certification-key',
    text: `insert into certification_keys (connector_account_id, key) values ($1, $2) on conflict do nothing`,
    values: [accountId, key],
  })
}

/** Keeps when a notification first named a key. Returns whether it is one of a certification run. */
export async function markCertificationTold(db: Db, accountId: string, key: string): Promise<boolean> {
  const marked = await db.query({
    name: 'mark-certification-told',
    text: `update certification_keys set told_at = coalesce(told_at, gateway_now())
      where connector_account_id = $1 and key = $2`,
    values: [accountId, key],
  })
  return marked.rowCount === 1
}

/** Those of the keys or payments that belong to certification runs, and whether a notification named them. */
export async function findCertificationKeys(
  db: Db,
  accountId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, { isTold: boolean }>> {
  const found = await db.query<{ key: string; is_told: boolean }>({
    name: 'find-certification-keys',
    text: `select key, told_at is not null as is_told from certification_keys
      where connector_account_id = $1 and key = any ($2)`,
    values: [accountId, keys],
  })
  return new Map(found.rows.map(({ key, is_told: isTold }) => [key, { isTold }]))
}
