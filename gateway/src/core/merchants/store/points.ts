import type { Db } from '../../platform/database/database.ts'
import type { SecretPlace } from '../../platform/secret-box.ts'
import type { Environment } from '../../values/environment.ts'
import type { FailedPayoutReply } from '../../values/payout-failure.ts'
import { type PointRow, pointColumns } from '../rules/point-row.ts'

export interface PointSecretRow {
  auth_api_token_box: Buffer
  webhook_secret_box: Buffer
  signing_secret_box: Buffer | null
  old_api_token_box: Buffer | null
}

export interface NewPoint {
  id: string
  merchantId: string
  environment: Environment
  name: string
  authApiTokenBox: Buffer
  webhookSecretBox: Buffer
  signingSecretBox: Buffer | null
  identifierChecks: 'strict' | 'lenient'
  basicAuthEnabled: boolean
  requireSignedPayouts: boolean
}

export type PointSecretColumn =
  | 'auth_api_token'
  | 'webhook_secret'
  | 'signing_secret'
  | 'old_webhook_secret'
  | 'staged_api_token'
  | 'old_api_token'

/** Where a point's secret is stored. Encryption binds the secret to this column and row. */
export function pointSecretPlace(column: PointSecretColumn, pointId: string): SecretPlace {
  return { table: 'points', column, rowId: pointId }
}

export async function insertPoint(db: Db, point: NewPoint): Promise<void> {
  await db.query({
    name: 'insert-point',
    text: `insert into points (id, merchant_id, environment, name, auth_api_token_box, webhook_secret_box,
        signing_secret_box, identifier_checks, basic_auth_enabled, require_signed_payouts)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      point.id,
      point.merchantId,
      point.environment,
      point.name,
      point.authApiTokenBox,
      point.webhookSecretBox,
      point.signingSecretBox,
      point.identifierChecks,
      point.basicAuthEnabled,
      point.requireSignedPayouts,
    ],
  })
}

export async function findPoint(db: Db, pointId: string): Promise<PointRow | undefined> {
  const found = await db.query<PointRow>({
    name: 'find-point',
    text: `select ${pointColumns} from points p where p.id = $1`,
    values: [pointId],
  })
  return found.rows[0]
}

/** The points of one merchant with their names, oldest first. */
export async function findPointsOfMerchant(
  db: Db,
  merchantId: string,
): Promise<readonly (PointRow & { name: string; time_zone: string | null })[]> {
  const found = await db.query<PointRow & { name: string; time_zone: string | null }>({
    name: 'find-points-of-merchant',
    text: `select ${pointColumns}, p.name, p.time_zone from points p where p.merchant_id = $1
      order by p.created_at, p.id limit ${pointsMax}`,
    values: [merchantId],
  })
  return found.rows
}

/** More points than a merchant has. The dashboard's list of points has no search. */
const pointsMax = 500

export async function findPointSecrets(db: Db, pointId: string): Promise<PointSecretRow | undefined> {
  const found = await db.query<PointSecretRow>({
    name: 'find-point-secrets',
    text: 'select auth_api_token_box, webhook_secret_box, signing_secret_box, old_api_token_box from points where id = $1',
    values: [pointId],
  })
  return found.rows[0]
}

/** Settings of a point without its money. Undefined = unchanged. */
export interface PointChanges {
  name?: string
  status?: 'active' | 'suspended'
  /** Null: every service code. */
  servicesEnabled?: readonly string[] | null
  /** Null: the default of the environment. */
  rateLimitPerSecond?: number | null
  identifierChecks?: 'strict' | 'lenient'
  requireSignedPayouts?: boolean
  requireHttpsRedirect?: boolean
  failedPayoutReply?: FailedPayoutReply
  /** IANA name of the time zone in which the point's days begin. */
  timeZone?: string
  /** Made when signatures are first required. */
  signingSecretBox?: Buffer
}

export interface LockedPoint extends PointRow {
  name: string
  time_zone: string | null
  has_signing_secret: boolean
}

/** The current settings, locked until the transaction ends. */
export async function lockPointSettings(tx: Db, pointId: string): Promise<LockedPoint | undefined> {
  const found = await tx.query<LockedPoint>({
    name: 'lock-point-settings',
    text: `select ${pointColumns}, p.name, p.time_zone, p.signing_secret_box is not null as has_signing_secret from points p
      where p.id = $1 for no key update`,
    values: [pointId],
  })
  return found.rows[0]
}

export async function savePointSettings(tx: Db, pointId: string, changes: PointChanges): Promise<void> {
  const { servicesEnabled: services, rateLimitPerSecond: rate } = changes
  await tx.query({
    name: 'save-point-settings',
    text: `update points set name = coalesce($2, name), status = coalesce($3, status),
        services_enabled = case when $4 then $5::text[] else services_enabled end,
        rate_limit_per_second = case when $6 then $7::int else rate_limit_per_second end,
        identifier_checks = coalesce($8, identifier_checks),
        require_signed_payouts = coalesce($9, require_signed_payouts),
        require_https_redirect = coalesce($10, require_https_redirect),
        signing_secret_box = coalesce(signing_secret_box, $11),
        failed_payout_reply = coalesce($12, failed_payout_reply), time_zone = coalesce($13, time_zone)
      where id = $1`,
    values: [
      pointId,
      changes.name ?? null,
      changes.status ?? null,
      services !== undefined,
      services ?? null,
      rate !== undefined,
      rate ?? null,
      changes.identifierChecks ?? null,
      changes.requireSignedPayouts ?? null,
      changes.requireHttpsRedirect ?? null,
      changes.signingSecretBox ?? null,
      changes.failedPayoutReply ?? null,
      changes.timeZone ?? null,
    ],
  })
}

/** Whether points of more than one merchant share this deployment, and so its clock. */
export async function hasSeveralMerchants(db: Db): Promise<boolean> {
  const found = await db.query<{ several: boolean }>({
    name: 'has-several-merchants',
    text: `select exists (
      select from points where merchant_id <> (select merchant_id from points limit 1)
    ) as several`,
  })
  return found.rows[0]?.several ?? false
}

/** Whether a live point exists, so that real money depends on this deployment's clock. */
export async function hasLivePoint(db: Db): Promise<boolean> {
  const found = await db.query<{ live: boolean }>({
    name: 'has-live-point',
    text: `select exists (select from points where environment = 'live') as live`,
  })
  return found.rows[0]?.live ?? false
}
