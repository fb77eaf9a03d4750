import type { Db } from '../../platform/database/database.ts'
import type { Environment } from '../../values/environment.ts'

/** What a certificate says. It can be read without opening the credentials. */
export interface CertificateFacts {
  /** The field of the credentials; further certificates of a chain are numbered. */
  name: string
  subject: string
  /** SHA-256 of the certificate, hex with colons. */
  fingerprint: string
  /** ISO 8601 in UTC. */
  not_after: string
}

export interface ProviderAccountRow {
  id: string
  connector: string
  environment: Environment
  name: string
  sandbox: boolean
  /** Values of the credentials that are no secrets, by field. */
  facts: Record<string, string>
  certificates: readonly CertificateFacts[]
  created_at: Date
  credentials_changed_at: Date | null
  disabled_at: Date | null
}

/** Credentials as they are stored. */
export interface StoredCredentials {
  credentialsBox: Buffer
  facts: Readonly<Record<string, string>>
  certificates: readonly CertificateFacts[]
}

const columns = `id, connector, environment, name, sandbox, facts, certificates, created_at, credentials_changed_at, disabled_at`

/** Most accounts that a list shows. */
const accountsMax = 500

export async function insertProviderAccount(
  tx: Db,
  account: StoredCredentials & Pick<ProviderAccountRow, 'id' | 'connector' | 'environment' | 'name' | 'sandbox'>,
): Promise<void> {
  await tx.query({
    name: 'insert-provider-account',
    text: `insert into connector_accounts
        (id, connector, environment, name, sandbox, credentials_box, facts, certificates, credentials_changed_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, gateway_now())`,
    values: [
      account.id,
      account.connector,
      account.environment,
      account.name,
      account.sandbox,
      account.credentialsBox,
      JSON.stringify(account.facts),
      JSON.stringify(account.certificates),
    ],
  })
}

/** Replaces the credentials that have been there since `expected`. Returns false where others replaced them meanwhile. */
export async function replaceProviderCredentials(
  tx: Db,
  { id, expected, ...stored }: StoredCredentials & { id: string; expected: Date | null },
): Promise<boolean> {
  const replaced = await tx.query({
    name: 'replace-provider-credentials',
    text: `update connector_accounts set credentials_box = $2, facts = $3, certificates = $4,
        credentials_changed_at = greatest(gateway_now(), credentials_changed_at + interval '1 millisecond')
      where id = $1 and credentials_changed_at is not distinct from $5`,
    values: [id, stored.credentialsBox, JSON.stringify(stored.facts), JSON.stringify(stored.certificates), expected],
  })
  return replaced.rowCount === 1
}

/** Returns whether it changed. */
export async function setAccountDisabled(tx: Db, id: string, isDisabled: boolean): Promise<boolean> {
  const changed = await tx.query({
    name: 'set-account-disabled',
    text: `update connector_accounts set disabled_at = case when $2 then gateway_now() end
      where id = $1 and (disabled_at is null) = $2`,
    values: [id, isDisabled],
  })
  return changed.rowCount === 1
}

export async function readProviderAccount(db: Db, id: string): Promise<ProviderAccountRow | undefined> {
  const found = await db.query<ProviderAccountRow>({
    name: 'read-provider-account',
    text: `select ${columns} from connector_accounts where id = $1`,
    values: [id],
  })
  return found.rows[0]
}

/** Every connector account but those of own bank accounts, the newest first. */
export async function listProviderAccounts(
  db: Db,
  environment: Environment | undefined,
): Promise<readonly ProviderAccountRow[]> {
  const found = await db.query<ProviderAccountRow>({
    name: 'list-provider-accounts',
    text: `select ${columns} from connector_accounts
      where connector <> 'own-account' and ($1::text is null or environment = $1)
      order by created_at desc, id desc limit ${accountsMax}`,
    values: [environment ?? null],
  })
  return found.rows
}
