import type { Db } from '../../../core/platform/database/database.ts'
import { routeOrder } from '../../../core/processing/store/routes.ts'
import type { Environment } from '../../../core/values/environment.ts'
import type { PayType } from '../../../core/values/status.ts'

/** An account at a provider, or of another connector, without its credentials. */
export interface ProviderAccountRow {
  id: string
  connector: string
  environment: Environment
  name: string
  sandbox: boolean
  settings: Readonly<Record<string, string>>
  certificate_ends_at: Date | null
  /** What was wrong at the provider when it was last checked: sentences. */
  findings: readonly string[]
  created_at: Date
}

const accountColumns = 'id, connector, environment, name, sandbox, settings, certificate_ends_at, findings, created_at'

export type SealedAccountRow = ProviderAccountRow & { credentials_box: Buffer }

export async function findProviderAccount(db: Db, id: string): Promise<SealedAccountRow | undefined> {
  const found = await db.query<SealedAccountRow>({
    name: 'find-provider-account',
    text: `select ${accountColumns}, credentials_box from connector_accounts where id = $1`,
    values: [id],
  })
  return found.rows[0]
}

/** More accounts than a deployment has. */
const accountsMax = 500

export async function listProviderAccounts(db: Db): Promise<readonly SealedAccountRow[]> {
  const found = await db.query<SealedAccountRow>({
    name: 'list-provider-accounts',
    text: `select ${accountColumns}, credentials_box from connector_accounts order by environment, name, id limit ${accountsMax}`,
  })
  return found.rows
}

/** Credentials that a call proved and people have not agreed to yet. */
export interface DraftRow extends Omit<ProviderAccountRow, 'sandbox' | 'findings'> {
  /** The account whose credentials it replaces; null: it becomes a new one. */
  connector_account_id: string | null
  credentials_box: Buffer
  trial: string
  made_by: string
}

/** Drafts that one deployment keeps. */
const draftsMax = 200

/** Returns false where a draft has this id already, or too many are kept. */
export async function insertDraft(db: Db, draft: Omit<DraftRow, 'created_at'>): Promise<boolean> {
  const inserted = await db.query({
    name: 'insert-provider-draft',
    text: `insert into provider_drafts (id, connector_account_id, connector, environment, name, settings, credentials_box,
        certificate_ends_at, trial, made_by)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 where (select count(*) from provider_drafts) < ${draftsMax}
      on conflict do nothing`,
    values: [
      draft.id,
      draft.connector_account_id,
      draft.connector,
      draft.environment,
      draft.name,
      JSON.stringify(draft.settings),
      draft.credentials_box,
      draft.certificate_ends_at,
      draft.trial,
      draft.made_by,
    ],
  })
  return inserted.rowCount === 1
}

export async function findDraft(db: Db, id: string): Promise<DraftRow | undefined> {
  const found = await db.query<DraftRow>({
    name: 'find-provider-draft',
    text: `select id, connector_account_id, connector, environment, name, settings, credentials_box, certificate_ends_at,
        trial, made_by, created_at
      from provider_drafts where id = $1`,
    values: [id],
  })
  return found.rows[0]
}

export async function deleteDraft(tx: Db, id: string): Promise<void> {
  await tx.query({ name: 'delete-provider-draft', text: 'delete from provider_drafts where id = $1', values: [id] })
}

/** Deletes drafts that nobody agreed to. Returns how many. */
export async function deleteOldDrafts(db: Db, before: Date): Promise<number> {
  const deleted = await db.query({
    name: 'delete-old-provider-drafts',
    text: 'delete from provider_drafts where created_at < $1',
    values: [before],
  })
  return deleted.rowCount ?? 0
}

/** Writes an account: a new one, or other credentials of one that stands. */
export async function saveProviderAccount(
  tx: Db,
  account: Omit<ProviderAccountRow, 'created_at' | 'sandbox' | 'findings'> & { credentials_box: Buffer },
): Promise<void> {
  await tx.query({
    name: 'save-provider-account',
    text: `insert into connector_accounts (id, connector, environment, name, credentials_box, settings,
        certificate_ends_at, sandbox)
      values ($1, $2, $3, $4, $5, $6, $7, $3 = 'test')
      on conflict (id) do update set name = excluded.name, credentials_box = excluded.credentials_box,
        settings = excluded.settings, certificate_ends_at = excluded.certificate_ends_at, checked_at = null`,
    values: [
      account.id,
      account.connector,
      account.environment,
      account.name,
      account.credentials_box,
      JSON.stringify(account.settings),
      account.certificate_ends_at,
    ],
  })
}

/** Accounts of these connectors that are checked now: no other process does so within a day. */
export async function claimToCheck(
  db: Db,
  { connectors, limit }: { connectors: readonly string[]; limit: number },
): Promise<readonly string[]> {
  const claimed = await db.query<{ id: string }>({
    name: 'claim-accounts-to-check',
    text: `update connector_accounts set checked_at = gateway_now() where id in (
        select id from connector_accounts
        where connector = any ($1) and (checked_at is null or checked_at < gateway_now() - interval '1 day')
        order by checked_at nulls first limit $2 for update skip locked)
      returning id`,
    values: [connectors, limit],
  })
  return claimed.rows.map(({ id }) => id)
}

/** Where something was wrong, it is looked at again in an hour. */
export async function saveFindings(db: Db, id: string, findings: readonly string[]): Promise<void> {
  await db.query({
    name: 'save-account-findings',
    text: `update connector_accounts set findings = $2,
        checked_at = case when $3 then checked_at else gateway_now() - interval '23 hours' end
      where id = $1`,
    values: [id, JSON.stringify(findings), findings.length === 0],
  })
}

/** A route that has not ended, with where it leads. */
export interface RouteOfAccountRow {
  id: string
  environment: Environment
  point_id: string | null
  point_name: string | null
  service_code: string
  pay_type: PayType
  priority: number
  starts_at: Date | null
  has_started: boolean
  connector_account_id: string
  connector: string
  account_name: string
}

const routeColumns = `r.id, r.environment, r.point_id, p.name as point_name, r.service_code, r.pay_type, r.priority,
  r.starts_at, r.starts_at is null or r.starts_at <= gateway_now() as has_started, r.connector_account_id,
  c.connector, c.name as account_name`
const routeTables = `routes r join connector_accounts c on c.id = r.connector_account_id left join points p on p.id = r.point_id`

export async function findRouteById(db: Db, id: string): Promise<RouteOfAccountRow | undefined> {
  const found = await db.query<RouteOfAccountRow>({
    name: 'find-route-by-id',
    text: `select ${routeColumns} from ${routeTables} where r.id = $1 and r.ended_at is null`,
    values: [id],
  })
  return found.rows[0]
}

/** Routes of an account, or of all; by their id, which holds the time. */
export async function listRoutes(
  db: Db,
  { accountId, after, limit }: { accountId: string | undefined; after: string | undefined; limit: number },
): Promise<readonly RouteOfAccountRow[]> {
  const found = await db.query<RouteOfAccountRow>({
    name: 'list-routes',
    text: `select ${routeColumns} from ${routeTables}
      where r.ended_at is null and ($1::uuid is null or r.connector_account_id = $1) and ($2::uuid is null or r.id > $2)
      order by r.id limit $3`,
    values: [accountId ?? null, after ?? null, limit],
  })
  return found.rows
}

/** Candidates that one answer names. */
const candidatesMax = 50

/** All routes of such an order, also those that have not started, in the order in which they are asked. */
export async function routesOfOrder(
  db: Db,
  order: { environment: Environment; pointId: string | null; serviceCode: string; payType: PayType },
): Promise<readonly RouteOfAccountRow[]> {
  const found = await db.query<RouteOfAccountRow>({
    name: 'routes-of-order',
    text: `select ${routeColumns} from ${routeTables}
      where r.environment = $1 and (r.point_id is null or r.point_id = $2::uuid)
        and r.service_code in ($3, '*') and r.pay_type = $4 and r.ended_at is null
      order by ${routeOrder} limit ${candidatesMax}`,
    values: [order.environment, order.pointId, order.serviceCode, order.payType],
  })
  return found.rows
}

/** Returns false where another route has this rank. */
export async function insertProviderRoute(
  tx: Db,
  route: Pick<RouteOfAccountRow, 'id' | 'environment' | 'service_code' | 'pay_type' | 'point_id' | 'priority'> & {
    connector_account_id: string
  },
): Promise<boolean> {
  const inserted = await tx.query({
    name: 'insert-provider-route',
    text: `insert into routes (id, environment, service_code, pay_type, connector_account_id, point_id, priority)
      values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    values: [
      route.id,
      route.environment,
      route.service_code,
      route.pay_type,
      route.connector_account_id,
      route.point_id,
      route.priority,
    ],
  })
  return inserted.rowCount === 1
}

export async function endRoute(tx: Db, id: string): Promise<boolean> {
  const ended = await tx.query({
    name: 'end-route',
    text: 'update routes set ended_at = gateway_now() where id = $1 and ended_at is null',
    values: [id],
  })
  return ended.rowCount === 1
}
