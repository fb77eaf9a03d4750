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

/** Inserts a route for every point of the environment, unless one of the same rank exists. */
export async function insertGeneralRoute(
  db: Db,
  route: { id: string; environment: Environment; serviceCode: string; payType: PayType; connectorAccountId: string },
): Promise<void> {
  await db.query({
    name: 'insert-general-route',
    text: `insert into routes (id, environment, service_code, pay_type, connector_account_id)
      values ($1, $2, $3, $4, $5) on conflict do nothing`,
    values: [route.id, route.environment, route.serviceCode, route.payType, route.connectorAccountId],
  })
}

/** Delay before an account that replaces another one of its code is shown to payers. */
const shownAfterHours = 24

/** Needs `lockConnectorSetUp`. The first account of a code is shown at once. */
export async function insertDepositAccount(db: Db, account: NewDepositAccount): Promise<void> {
  await db.query({
    name: 'insert-deposit-account',
    text: `insert into deposit_accounts
        (id, connector_account_id, service_code, bank, number, type, beneficiary, doc_id, extra, proposal_id, shown_from)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (
        select gateway_now() + interval '${shownAfterHours} hours' from deposit_accounts
        where connector_account_id = $2 and service_code = $3 and active limit 1))`,
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
    ],
  })
}

/** Connector accounts of the simulated bank. */
export async function findTestAccounts(db: Db): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'verify-test-accounts',
    text: `select id from connector_accounts where environment = 'test' order by id`,
  })
  return found.rows.map(({ id }) => id)
}
