import type { Db } from '../../../core/platform/database/database.ts'

/** What may stand in one cell only. `last`: how a person recognises it. */
export interface Held {
  kind: 'account' | 'provider' | 'point' | 'key'
  text: string
  last: string
}

/** Numbers of own bank accounts with their currency, whatever their environment; ids of points and of API keys. */
export async function readHeld(db: Db): Promise<readonly Held[]> {
  const found = await db.query<Held>({
    name: 'read-held-by-cell',
    text: `select 'account' as kind, currency || ' ' || number as text, right(number, 4) as last from bank_account_numbers
      union all select 'point', id::text, right(id::text, 4) from points
      union all select 'key', key_id, right(key_id, 4) from api_keys`,
  })
  return found.rows
}

/** Sealed credentials of the accounts at providers. */
export async function readProviderAccounts(
  db: Db,
): Promise<readonly { id: string; connector: string; credentials_box: Buffer }[]> {
  const found = await db.query<{ id: string; connector: string; credentials_box: Buffer }>({
    name: 'read-provider-accounts',
    text: 'select id, connector, credentials_box from connector_accounts',
  })
  return found.rows
}

/** Ids of keys that are not revoked, and of points, that do not begin as those of this cell do. */
export async function readOlderIds(db: Db, cell: string): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'read-older-ids',
    text: `select key_id as id from api_keys where revoked_at is null and left(key_id, 2) <> $1
      union all select id::text from points where left(id::text, 4) <> '00' || $1`,
    values: [cell],
  })
  return found.rows.map(({ id }) => id)
}
