import type { Db } from '../../platform/database/database.ts'
import type { Environment } from '../../values/environment.ts'
import type { PayType } from '../../values/status.ts'

/** A route as operators set it. Amounts in minor units of the service code's currency; null: no limit. */
export interface RouteSetting {
  id: string
  environment: Environment
  /** Null: all points of the environment. */
  point_id: string | null
  service_code: string
  pay_type: PayType
  connector_account_id: string
  priority: number
  amount_min_minor: bigint | null
  amount_max_minor: bigint | null
}

export interface ListedRoute extends RouteSetting {
  connector: string
  account_name: string
  point_name: string | null
  starts_at: Date | null
  /** Whether it belongs to an account for deposits on an own bank account. */
  is_of_deposit_account: boolean
  is_disabled: boolean
}

/** Most routes that a list shows. */
const routesMax = 2_000

const columns = `r.id, r.environment, r.point_id, r.service_code, r.pay_type, r.connector_account_id, r.priority,
  r.amount_min_minor, r.amount_max_minor, r.starts_at, r.deposit_account_id is not null as is_of_deposit_account,
  c.connector, c.name as account_name, c.disabled_at is not null as is_disabled, p.name as point_name`
const tables = `routes r join connector_accounts c on c.id = r.connector_account_id left join points p on p.id = r.point_id`

/** Returns false where another route has this point, code, direction and priority. */
export async function insertRouteSetting(tx: Db, route: RouteSetting): Promise<boolean> {
  const inserted = await tx.query({
    name: 'insert-route-setting',
    text: `insert into routes (id, environment, point_id, service_code, pay_type, connector_account_id, priority,
        amount_min_minor, amount_max_minor)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    values: [
      route.id,
      route.environment,
      route.point_id,
      route.service_code,
      route.pay_type,
      route.connector_account_id,
      route.priority,
      route.amount_min_minor,
      route.amount_max_minor,
    ],
  })
  return inserted.rowCount === 1
}

/** Returns whether it was there. */
export async function deleteRoute(tx: Db, id: string): Promise<boolean> {
  const deleted = await tx.query({ name: 'delete-route', text: 'delete from routes where id = $1', values: [id] })
  return deleted.rowCount === 1
}

export async function readRoute(db: Db, id: string): Promise<ListedRoute | undefined> {
  const found = await db.query<ListedRoute>({
    name: 'read-route',
    text: `select ${columns} from ${tables} where r.id = $1`,
    values: [id],
  })
  return found.rows[0]
}

/** Routes by code and direction, in the order in which they are tried. */
export async function listRoutes(
  db: Db,
  {
    environment,
    connectorAccountId,
  }: { environment?: Environment | undefined; connectorAccountId?: string | undefined },
): Promise<readonly ListedRoute[]> {
  const found = await db.query<ListedRoute>({
    name: 'list-routes',
    text: `select ${columns} from ${tables}
      where ($1::text is null or r.environment = $1) and ($2::uuid is null or r.connector_account_id = $2)
      order by r.environment, r.service_code = '*', r.service_code, r.pay_type, r.point_id is null, p.name, r.priority, r.id
      limit ${routesMax}`,
    values: [environment ?? null, connectorAccountId ?? null],
  })
  return found.rows
}
