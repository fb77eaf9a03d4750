import type { Db } from '../../../core/platform/database/database.ts'

/** More keys than a point uses. Of a longer list the newest keys are returned. */
const keysMax = 500

export interface ListedKey {
  key_id: string
  name: string
  scopes: string[]
  networks: string[] | null
  created_at: Date
  created_by: string | null
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
  rotated_from: string | null
  rotated_into: string | null
  /** By the database's clock. */
  expired: boolean
}

/**
 * The keys of a point, newest first. Reads with the engine's database role, because the reader's role sees no names of
 * people.
 */
export async function listApiKeys(db: Db, pointId: string): Promise<readonly ListedKey[]> {
  const found = await db.query<ListedKey>({
    name: 'list-api-keys',
    text: `select k.key_id, k.name, k.scopes, k.networks::text[] as networks, k.created_at, u.name as created_by,
        k.expires_at, k.revoked_at, k.last_used_at, b.key_id as rotated_from,
        (select n.key_id from api_keys n where n.point_id = k.point_id and n.rotated_from = k.id limit 1) as rotated_into,
        coalesce(k.expires_at <= gateway_now(), false) as expired
      from api_keys k left join users u on u.id = k.created_by_user left join api_keys b on b.id = k.rotated_from
      where k.point_id = $1 order by k.created_at desc, k.id desc limit ${keysMax}`,
    values: [pointId],
  })
  return found.rows
}

/** The names of a point's keys, by their public ids. */
export async function findKeyNames(
  db: Db,
  pointId: string,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await db.query<{ key_id: string; name: string }>({
    name: 'find-key-names',
    text: 'select key_id, name from api_keys where point_id = $1 and key_id = any ($2::text[])',
    values: [pointId, keyIds],
  })
  return new Map(found.rows.map((row) => [row.key_id, row.name]))
}

/** The names of a merchant's people, by their ids. */
export async function findPeopleNames(
  db: Db,
  merchantId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await db.query<{ id: string; name: string }>({
    name: 'find-people-names',
    text: 'select id, name from users where merchant_id = $1 and id = any ($2::uuid[])',
    values: [merchantId, userIds],
  })
  return new Map(found.rows.map((row) => [row.id, row.name]))
}
