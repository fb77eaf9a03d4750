import type { Db } from '../../platform/database/database.ts'
import { lockKeys } from '../../platform/database/lock-keys.ts'
import type { SecretPlace } from '../../platform/secret-box.ts'
import type { Environment } from '../../values/environment.ts'
import type { PayType } from '../../values/status.ts'

export interface NewConnectorAccount {
  id: string
  connector: string
  environment: Environment
  name: string
  credentialsBox: Buffer
}

export interface NewDepositAccount {
  id: string
  connectorAccountId: string
  environment: Environment
  serviceCode: string
  bank: string | null
  number: string | null
  type: string | null
  beneficiary: string
  docId: string | null
  extra: Readonly<Record<string, string>>
  /** Null where no proposal was needed. */
  proposalId: string | null
}

/** Binding of a connector account's credentials in the secret box. */
export function connectorCredentialsPlace(connectorAccountId: string): SecretPlace {
  return { table: 'connector_accounts', column: 'credentials', rowId: connectorAccountId }
}

/** Serialises the set-up of connector accounts until the end of the transaction. */
export async function lockConnectorSetUp(tx: Db): Promise<void> {
  await tx.query({
    name: 'lock-connector-set-up',
    text: 'select pg_advisory_xact_lock($1)',
    values: [lockKeys.connectorSetUp],
  })
}

/** The oldest account of a connector, for connectors with one account per deployment. */
export async function findConnectorAccount(
  db: Db,
  connector: string,
): Promise<{ id: string; credentials_box: Buffer } | undefined> {
  const found = await db.query<{ id: string; credentials_box: Buffer }>({
    name: 'find-connector-account',
    text: 'select id, credentials_box from connector_accounts where connector = $1 order by created_at, id limit 1',
    values: [connector],
  })
  return found.rows[0]
}

export async function insertConnectorAccount(db: Db, account: NewConnectorAccount): Promise<void> {
  await db.query({
    name: 'insert-connector-account',
    text: `insert into connector_accounts (id, connector, environment, name, credentials_box)
      values ($1, $2, $3, $4, $5)`,
    values: [account.id, account.connector, account.environment, account.name, account.credentialsBox],
  })
}

export async function updateConnectorCredentials(db: Db, id: string, credentialsBox: Buffer): Promise<void> {
  await db.query({
    name: 'update-connector-credentials',
    text: 'update connector_accounts set credentials_box = $2 where id = $1',
    values: [id, credentialsBox],
  })
}

/** Inserts a route for one point, or for every point of the environment, unless one of the same rank exists. */
export async function insertRoute(
  db: Db,
  route: {
    id: string
    environment: Environment
    pointId?: string | null
    serviceCode: string
    payType: PayType
    connectorAccountId: string
  },
): Promise<void> {
  await db.query({
    name: 'insert-route',
    text: `insert into routes (id, environment, service_code, pay_type, connector_account_id, point_id)
      values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    values: [
      route.id,
      route.environment,
      route.serviceCode,
      route.payType,
      route.connectorAccountId,
      route.pointId ?? null,
    ],
  })
}

/** Delay before an account that replaces another one of its code is shown to payers. */
const shownAfterHours = 24

/**
 * Needs `lockConnectorSetUp`. The first account of a code in an environment is shown at once, and every one of a test
 * point. Returns from when payers see the account; null: at once.
 */
export async function insertDepositAccount(db: Db, account: NewDepositAccount): Promise<Date | null> {
  const inserted = await db.query<{ shown_from: Date | null }>({
    name: 'insert-deposit-account',
    text: `insert into deposit_accounts
        (id, connector_account_id, service_code, bank, number, type, beneficiary, doc_id, extra, proposal_id, shown_from)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (
        select gateway_now() + interval '${shownAfterHours} hours'
        from deposit_accounts d join connector_accounts c on c.id = d.connector_account_id
        where $11 = 'live' and c.environment = 'live' and d.service_code = $3 and d.active limit 1))
      returning shown_from`,
    values: [
      account.id,
      account.connectorAccountId,
      account.serviceCode,
      account.bank,
      account.number,
      account.type,
      account.beneficiary,
      account.docId,
      JSON.stringify(account.extra),
      account.proposalId,
      account.environment,
    ],
  })
  return inserted.rows[0]?.shown_from ?? null
}

/**
 * Needs `lockConnectorSetUp`. Routes pay-ins of a code to the account's connector account, from the time when payers see
 * the account, unless they go there already. The newest route has the lowest priority number.
 */
export async function insertDepositRoute(
  db: Db,
  route: {
    id: string
    environment: Environment
    pointId: string | null
    serviceCode: string
    connectorAccountId: string
    startsAt: Date | null
    depositAccountId: string
  },
): Promise<void> {
  await db.query({
    name: 'insert-deposit-route',
    text: `with latest as (
        select priority, connector_account_id from routes
        where environment = $2 and point_id is not distinct from $3::uuid and service_code = $4 and pay_type = 'payin'
          and ended_at is null
        order by priority limit 1)
      insert into routes (id, environment, point_id, service_code, pay_type, connector_account_id, priority, starts_at,
        deposit_account_id)
      select $1, $2, $3::uuid, $4, 'payin', $5, coalesce((select priority - 1 from latest), 100), $6, $7
      where not exists (select from latest where connector_account_id = $5)`,
    values: [
      route.id,
      route.environment,
      route.pointId,
      route.serviceCode,
      route.connectorAccountId,
      route.startsAt,
      route.depositAccountId,
    ],
  })
}

/** Connector accounts of the simulated bank. */
export async function findSimulatedBanks(db: Db): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'find-simulated-banks',
    text: `select id from connector_accounts where connector = 'simulated-bank' and environment = 'test' order by id`,
  })
  return found.rows.map(({ id }) => id)
}
