import type { Db } from '../../platform/database/database.ts'
import type { StoredCredentials } from '../../processing/store/provider-accounts.ts'
import type { Environment } from '../../values/environment.ts'

/** Credentials that were entered and are not in use yet. */
export interface SealedCredentials extends StoredCredentials {
  id: string
  connectorAccountId: string
  /** Whether the account is to be made. Else its credentials are to be replaced. */
  isNew: boolean
  /** When the credentials that are replaced were changed; null: never, or the account is new. */
  replacesChangedAt: Date | null
  connector: string
  environment: Environment
  name: string
  /** Keyed hash of what was entered, 32 hex digits. */
  digest: string
}

/** For how long credentials wait that no open proposal names. */
const unusedHours = 2

/** Rows that one call deletes. */
const forgottenMax = 500

/** Does nothing where the id is taken: the same call was repeated. */
export async function insertSealed(db: Db, sealed: SealedCredentials): Promise<void> {
  await db.query({
    name: 'insert-sealed-credentials',
    text: `insert into sealed_credentials
        (id, connector_account_id, is_new, connector, environment, name, digest, credentials_box, facts, certificates,
          replaces_changed_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (id) do nothing`,
    values: [
      sealed.id,
      sealed.connectorAccountId,
      sealed.isNew,
      sealed.connector,
      sealed.environment,
      sealed.name,
      sealed.digest,
      sealed.credentialsBox,
      JSON.stringify(sealed.facts),
      JSON.stringify(sealed.certificates),
      sealed.replacesChangedAt,
    ],
  })
}

export async function readSealed(db: Db, id: string): Promise<SealedCredentials | undefined> {
  const found = await db.query<SealedCredentials>({
    name: 'read-sealed-credentials',
    text: `select id, connector_account_id as "connectorAccountId", is_new as "isNew", connector, environment, name, digest,
        credentials_box as "credentialsBox", facts, certificates, replaces_changed_at as "replacesChangedAt"
      from sealed_credentials where id = $1`,
    values: [id],
  })
  return found.rows[0]
}

export async function deleteSealed(tx: Db, id: string): Promise<void> {
  await tx.query({
    name: 'delete-sealed-credentials',
    text: 'delete from sealed_credentials where id = $1',
    values: [id],
  })
}

/** Deletes credentials that nobody uses any more: their proposal ended, or there was none. Returns the number of rows. */
export async function deleteUnusedSealed(db: Db): Promise<number> {
  const deleted = await db.query({
    name: 'delete-unused-sealed-credentials',
    text: `delete from sealed_credentials where id in (
        select s.id from sealed_credentials s
        where s.created_at < statement_timestamp() - interval '${unusedHours} hours'
          and not exists (select from proposals p where p.state = 'open' and p.input ->> 'sealedId' = s.id::text)
        order by s.created_at limit ${forgottenMax})`,
  })
  return deleted.rowCount ?? 0
}
