import type { Db } from '../../platform/database/database.ts'
import type { Environment } from '../../values/environment.ts'
import type { PayType } from '../../values/status.ts'
import type { RouteTerms } from '../rules/choose-route.ts'

export interface RouteRow {
  connector_account_id: string
  connector: string
  environment: Environment
  credentials_box: Buffer
}

/** A route that may take orders of a code, with its connector account. */
export interface RouteCandidate extends RouteRow, RouteTerms {
  id: string
  /** Null: all points of the environment. */
  point_id: string | null
  service_code: string
  priority: number
  starts_at: Date | null
  account_name: string
}

/** Most candidates of one point, code and direction. */
const candidatesMax = 200

/**
 * The routes that may take an order, in the order in which they are tried: the point's own before the general ones, an
 * exact code before `*`, then the lowest priority number. Disabled and later ones are among them.
 */
export async function findRouteCandidates(
  db: Db,
  wanted: { environment: Environment; pointId: string; serviceCode: string; payType: PayType },
): Promise<readonly RouteCandidate[]> {
  const found = await db.query<RouteCandidate>({
    name: 'find-route-candidates',
    text: `select r.id, r.point_id, r.service_code, r.priority, r.starts_at, r.amount_min_minor, r.amount_max_minor,
        r.starts_at is null or r.starts_at <= gateway_now() as has_started, c.disabled_at is not null as is_disabled,
        r.connector_account_id, c.name as account_name, c.connector, c.environment, c.credentials_box
      from routes r join connector_accounts c on c.id = r.connector_account_id
      where r.environment = $1 and (r.point_id is null or r.point_id = $2)
        and r.service_code in ($3, '*') and r.pay_type = $4
      order by r.point_id is null, r.service_code = '*', r.priority limit ${candidatesMax}`,
    values: [wanted.environment, wanted.pointId, wanted.serviceCode, wanted.payType],
  })
  return found.rows
}

export async function readConnectorAccount(db: Db, id: string): Promise<RouteRow | undefined> {
  const found = await db.query<RouteRow>({
    name: 'read-connector-account',
    text: `select id as connector_account_id, connector, environment, credentials_box from connector_accounts where id = $1`,
    values: [id],
  })
  return found.rows[0]
}

export interface DepositAccountRow {
  id: string
  service_code: string
  bank: string | null
  number: string | null
  type: string | null
  beneficiary: string
  doc_id: string | null
  extra: Record<string, string>
}

export async function findDepositAccount(
  db: Db,
  connectorAccountId: string,
  serviceCode: string,
): Promise<DepositAccountRow | undefined> {
  const found = await db.query<DepositAccountRow>({
    name: 'find-deposit-account',
    text: `select id, service_code, bank, number, type, beneficiary, doc_id, extra from deposit_accounts
      where connector_account_id = $1 and service_code = $2 and active and (shown_from is null or shown_from <= gateway_now())
      order by created_at desc, id desc limit 1`,
    values: [connectorAccountId, serviceCode],
  })
  return found.rows[0]
}

/** Reserves the next block of 1000 order numbers for this process; returns the first. */
export async function takeSequenceBlock(db: Db): Promise<bigint> {
  const found = await db.query<{ first: bigint }>({
    name: 'take-sequence-block',
    text: `select nextval('order_sequence') as first`,
  })
  return found.rows[0]?.first ?? 0n
}

/** The connector accounts of an environment. */
export async function accountIdsOf(db: Db, environment: Environment): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'connector-account-ids',
    text: 'select id from connector_accounts where environment = $1 limit 1000',
    values: [environment],
  })
  return found.rows.map(({ id }) => id)
}
