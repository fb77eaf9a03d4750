import type { Db } from '../../platform/database/database.ts'
import type { Environment } from '../../values/environment.ts'
import type { PayType } from '../../values/status.ts'

export interface RouteRow {
  connector_account_id: string
  connector: string
  environment: Environment
  credentials_box: Buffer
}

/** The order in which routes are asked: a point's own before those of all, an exact code before `*`, then by priority. */
export const routeOrder = `r.point_id is null, r.service_code = '*', r.priority`

/** The connector account of an order: the point's own route before the general one, an exact code before `*`. */
export async function findRoute(
  db: Db,
  wanted: {
    environment: Environment
    pointId: string
    serviceCode: string
    payType: PayType
    except?: readonly string[]
  },
): Promise<RouteRow | undefined> {
  const found = await db.query<RouteRow>({
    name: 'find-route',
    text: `select r.connector_account_id, c.connector, c.environment, c.credentials_box
      from routes r join connector_accounts c on c.id = r.connector_account_id
      where r.environment = $1 and (r.point_id is null or r.point_id = $2)
        and r.service_code in ($3, '*') and r.pay_type = $4
        and (r.starts_at is null or r.starts_at <= gateway_now()) and r.ended_at is null
        and r.connector_account_id <> all ($5::uuid[])
      order by ${routeOrder} limit 1`,
    values: [wanted.environment, wanted.pointId, wanted.serviceCode, wanted.payType, wanted.except ?? []],
  })
  return found.rows[0]
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
