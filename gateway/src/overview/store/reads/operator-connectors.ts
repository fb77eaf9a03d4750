import type { Db } from '../../../platform/database/database.ts'
import type { Environment } from '../../../values/environment.ts'

/** A configured connector account without its credentials. */
export interface ConnectorAccountRow {
  id: string
  connector: string
  environment: Environment
  name: string
  created_at: Date
  services: readonly string[]
}

/** More accounts than a deployment has. */
const accountsMax = 500

export async function readConnectorAccounts(db: Db): Promise<readonly ConnectorAccountRow[]> {
  const found = await db.query<ConnectorAccountRow>({
    name: 'read-connector-accounts',
    text: `select c.id, c.connector, c.environment, c.name, c.created_at,
        array(select distinct r.service_code from routes r where r.connector_account_id = c.id order by 1) as services
      from connector_accounts c order by c.environment, c.name, c.id limit ${accountsMax}`,
  })
  return found.rows
}

/** Recent calls by outcome. */
export interface CallCountRow {
  connector_account_id: string
  /** The outcome's kind; null: not known yet. */
  outcome: string | null
  last_hour: number
  last_day: number
  last_at: Date
}

/** Attempts and notifications of a day that one request counts. Beyond this the figures cover the newest only. */
const countedMax = 100_000

/** `since` = the smallest id of a day ago. Ids contain their time, so no other index is needed. */
export async function readCallCounts(db: Db, since: string): Promise<readonly CallCountRow[]> {
  const found = await db.query<CallCountRow>({
    name: 'read-call-counts',
    text: `select connector_account_id, outcome,
        count(*) filter (where created_at > gateway_now() - interval '1 hour')::int as last_hour,
        count(*)::int as last_day, max(updated_at)::timestamptz(3) as last_at
      from (select connector_account_id, outcome, created_at, updated_at from attempts where id >= $1::uuid and calls > 0
        order by id desc limit ${countedMax}) a
      group by connector_account_id, outcome`,
    values: [since],
  })
  return found.rows
}

/** Open attempts, by account. */
export interface OpenAttemptsRow {
  connector_account_id: string
  waiting: number
  open: number
  /** The oldest call with unknown outcome. */
  oldest_unknown_at: Date | null
  oldest_unknown_transaction: string | null
}

export async function readOpenAttempts(db: Db): Promise<readonly OpenAttemptsRow[]> {
  const found = await db.query<OpenAttemptsRow>({
    name: 'read-open-attempts',
    text: `select connector_account_id, count(*) filter (where state = 'waiting')::int as waiting,
        count(*) filter (where state <> 'waiting')::int as open,
        min(created_at) filter (where outcome in ('unknown', 'unresolved')) as oldest_unknown_at,
        (array_agg(transaction_id order by created_at) filter (where outcome in ('unknown', 'unresolved')))[1]
          as oldest_unknown_transaction
      from (select connector_account_id, state, outcome, created_at, transaction_id from attempts
        where state in ('waiting', 'calling', 'open') and next_action_at is not null
        order by next_action_at limit ${countedMax}) a
      group by connector_account_id`,
  })
  return found.rows
}

/** Providers' notifications of a day. */
export interface NotificationCountRow {
  connector_account_id: string
  received: number
  processed: number
  unmatched: number
  last_at: Date
}

/** `since` = the smallest id of a day ago. */
export async function readNotificationCounts(db: Db, since: string): Promise<readonly NotificationCountRow[]> {
  const found = await db.query<NotificationCountRow>({
    name: 'read-notification-counts',
    text: `select connector_account_id, count(*) filter (where state = 'received')::int as received,
        count(*) filter (where state = 'processed')::int as processed,
        count(*) filter (where state = 'unmatched')::int as unmatched, max(received_at)::timestamptz(3) as last_at
      from (select connector_account_id, state, received_at from provider_notifications
        where id >= $1::uuid and received_at > gateway_now() - interval '25 hours' order by id desc limit ${countedMax}) n
      group by connector_account_id`,
    values: [since],
  })
  return found.rows
}
