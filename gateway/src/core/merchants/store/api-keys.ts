import type { Db } from '../../platform/database/database.ts'
import type { Environment } from '../../values/environment.ts'
import { type PointRow, pointColumns } from '../rules/point-row.ts'

export interface ApiKeyRow {
  id: string
  key_id: string
  point_id: string
  environment: Environment
  name: string
  secret_hash: Buffer
  scopes: string[]
  /** CIDR texts; null: every network. */
  networks: string[] | null
  expires_at: Date | null
  revoked_at: Date | null
  created_at: Date
}

export interface NewApiKey {
  id: string
  keyId: string
  pointId: string
  environment: Environment
  name: string
  secretHash: Buffer
  scopes: readonly string[]
  networks: readonly string[] | null
  expiresAt: Date | null
  rotatedFrom: string | null
  /** The person who made it by the dashboard. */
  createdByUser: string | null
}

/** `cidr[]` as `text[]`, because the driver has no parser for `cidr[]`. */
const keyColumns = `k.id, k.key_id, k.point_id, k.environment, k.name, k.secret_hash, k.scopes,
  k.networks::text[] as networks, k.expires_at, k.revoked_at, k.created_at`

/** The key with its point, for authentication. The key id determines the point, so no point id is needed. */
export async function findApiKeyWithPoint(db: Db, keyId: string): Promise<(ApiKeyRow & PointRow) | undefined> {
  const found = await db.query<ApiKeyRow & PointRow>({
    name: 'find-api-key-with-point',
    text: `select ${keyColumns}, ${pointColumns}
      from api_keys k join points p on p.id = k.point_id where k.key_id = $1`,
    values: [keyId],
  })
  return found.rows[0]
}

/** Locks the key's row, so that of two concurrent rotations the second sees the first. */
export async function lockApiKey(tx: Db, keyId: string): Promise<ApiKeyRow | undefined> {
  const found = await tx.query<ApiKeyRow>({
    name: 'lock-api-key',
    text: `select ${keyColumns} from api_keys k where k.key_id = $1 for update`,
    values: [keyId],
  })
  return found.rows[0]
}

export async function insertApiKey(db: Db, key: NewApiKey): Promise<void> {
  await db.query({
    name: 'insert-api-key',
    text: `insert into api_keys
        (id, key_id, point_id, environment, name, secret_hash, scopes, networks, expires_at, rotated_from,
        created_by_user)
      values ($1, $2, $3, $4, $5, $6, $7, $8::text[]::cidr[], $9, $10, $11)`,
    values: [
      key.id,
      key.keyId,
      key.pointId,
      key.environment,
      key.name,
      key.secretHash,
      key.scopes,
      key.networks,
      key.expiresAt,
      key.rotatedFrom,
      key.createdByUser,
    ],
  })
}

/** Keys of a point that open endpoints now. */
export async function countLiveKeys(tx: Db, pointId: string): Promise<number> {
  const found = await tx.query<{ live: number }>({
    name: 'count-live-keys',
    text: `select count(*)::int as live from api_keys
      where point_id = $1 and revoked_at is null and coalesce(expires_at, 'infinity') > gateway_now()`,
    values: [pointId],
  })
  return found.rows[0]?.live ?? 0
}

/** The key id of the key that replaced this one. */
export async function findSuccessor(db: Db, key: { id: string; pointId: string }): Promise<string | undefined> {
  const found = await db.query<{ key_id: string }>({
    name: 'find-api-key-successor',
    text: 'select key_id from api_keys where point_id = $1 and rotated_from = $2 limit 1',
    values: [key.pointId, key.id],
  })
  return found.rows[0]?.key_id
}

/** Ends a key after `overlapMs` by the database's clock, or at its own expiry if that is earlier. */
export async function expireApiKey(
  db: Db,
  key: { id: string; pointId: string; overlapMs: number },
): Promise<Date | undefined> {
  const changed = await db.query<{ expires_at: Date }>({
    name: 'expire-api-key',
    text: `update api_keys
      set expires_at = least(coalesce(expires_at, 'infinity'), gateway_now() + $3 * interval '1 millisecond')
      where point_id = $1 and id = $2 returning expires_at`,
    values: [key.pointId, key.id, key.overlapMs],
  })
  return changed.rows[0]?.expires_at
}

/** Revokes a key. Repeating keeps the first time. */
export async function revokeApiKeyRow(db: Db, key: { id: string; pointId: string }): Promise<Date | undefined> {
  const changed = await db.query<{ revoked_at: Date }>({
    name: 'revoke-api-key',
    text: `update api_keys set revoked_at = coalesce(revoked_at, gateway_now())
      where point_id = $1 and id = $2 returning revoked_at`,
    values: [key.pointId, key.id],
  })
  return changed.rows[0]?.revoked_at
}
