import type { Db } from '../../../../core/platform/database/database.ts'
import type { Environment } from '../../../../core/values/environment.ts'

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
        array(select distinct r.service_code from routes r where r.connector_account_id = c.id
          and r.ended_at is null order by 1) as services
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

/** How the attempts of one UTC day fared. Attempts under way, and pay-ins that nobody paid, count as attempts alone. */
export interface DayOfCallsRow {
  connector_account_id: string
  /** `YYYY-MM-DD` */
  day: string
  attempts: number
  succeeded: number
  failed: number
  unknown: number
}

/** `since` = the smallest id of the first day. */
export async function readDaysOfCalls(db: Db, since: string): Promise<readonly DayOfCallsRow[]> {
  const found = await db.query<DayOfCallsRow>({
    name: 'read-days-of-calls',
    text: `select connector_account_id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
        count(*)::int as attempts, count(*) filter (where outcome in ('completed', 'reversed'))::int as succeeded,
        count(*) filter (where outcome in ('rejected', 'not_sent'))::int as failed,
        count(*) filter (where outcome in ('unknown', 'unresolved', 'not_found'))::int as unknown
      from (select connector_account_id, outcome, created_at from attempts where id >= $1::uuid and calls > 0
        order by id desc limit ${countedMax}) a
      group by 1, 2 order by 1, 2`,
    values: [since],
  })
  return found.rows
}

/** Milliseconds from the sending of a payout to its result, of a day and of the whole time; null: no result yet. */
export interface ResultTimesRow {
  connector_account_id: string
  day_half_ms: number | null
  day_most_ms: number | null
  all_half_ms: number | null
  all_most_ms: number | null
}

/** Attempts whose times one request compares. Beyond this the figures cover the newest only. */
const timedMax = 20_000

/** `since` = the smallest id of the whole time. Pay-ins are left out: their time is the payer's. */
export async function readResultTimes(db: Db, since: string): Promise<readonly ResultTimesRow[]> {
  const isOfDay = `filter (where created_at > gateway_now() - interval '1 day')`
  const found = await db.query<ResultTimesRow>({
    name: 'read-result-times',
    text: `select connector_account_id,
        percentile_cont(0.5) within group (order by ms) ${isOfDay} as day_half_ms,
        percentile_cont(0.95) within group (order by ms) ${isOfDay} as day_most_ms,
        percentile_cont(0.5) within group (order by ms) as all_half_ms,
        percentile_cont(0.95) within group (order by ms) as all_most_ms
      from (select a.connector_account_id, a.created_at,
          extract(epoch from a.updated_at - coalesce(a.sent_at, a.created_at))::float8 * 1000 as ms
        from (select * from attempts where id >= $1::uuid and calls > 0 order by id desc limit ${timedMax}) a
        join transactions t on t.id = a.transaction_id
        where t.pay_type = 'payout' and a.state = 'closed' and a.outcome in ('completed', 'rejected')) timed
      group by connector_account_id`,
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
