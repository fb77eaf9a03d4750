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

/** More accounts than an environment has. */
const accountsMax = 500

export async function readConnectorAccounts(db: Db, environment: Environment): Promise<readonly ConnectorAccountRow[]> {
  const found = await db.query<ConnectorAccountRow>({
    name: 'read-connector-accounts',
    text: `select c.id, c.connector, c.environment, c.name, c.created_at,
        array(select distinct r.service_code from routes r where r.connector_account_id = c.id order by 1) as services
      from connector_accounts c where c.environment = $1 order by c.name, c.id limit ${accountsMax}`,
    values: [environment],
  })
  return found.rows
}

/** Attempts that figures are taken from: of each account of the environment the newest, and no more than `eachMax`. */
export interface AttemptsWish {
  environment: Environment
  since: Date
  eachMax: number
}

/**
 * The newest attempts of each account by the index `attempts_by_account`: `$1` environment, `$2` since when, `$3` how many of
 * each. Attempts of the other environment are not read, and no account displaces those of another.
 */
const newestOfEach = (columns: string) => `connector_accounts c cross join lateral
        (select connector_account_id, calls, created_at, ${columns} from attempts
          where connector_account_id = c.id and created_at >= $2 order by created_at desc limit $3) a
      where c.environment = $1 and calls > 0`

/** An account with more attempts than are counted. */
export interface CutRow {
  connector_account_id: string
  /** When the newest attempt that is not counted was created. */
  at: Date
}

/** The accounts of the environment with more than `eachMax` attempts. */
export async function readCuts(db: Db, { environment, since, eachMax }: AttemptsWish): Promise<readonly CutRow[]> {
  const found = await db.query<CutRow>({
    name: 'read-cuts-of-attempts',
    text: `select c.id as connector_account_id, a.created_at as at from connector_accounts c cross join lateral
        (select created_at from attempts where connector_account_id = c.id and created_at >= $2
          order by created_at desc offset $3 limit 1) a
      where c.environment = $1`,
    values: [environment, since, eachMax],
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

/** `since` = a day ago. */
export async function readCallCounts(
  db: Db,
  { environment, since, eachMax }: AttemptsWish,
): Promise<readonly CallCountRow[]> {
  const found = await db.query<CallCountRow>({
    name: 'read-call-counts',
    text: `select a.connector_account_id, outcome,
        count(*) filter (where a.created_at > gateway_now() - interval '1 hour')::int as last_hour,
        count(*)::int as last_day, max(updated_at)::timestamptz(3) as last_at
      from ${newestOfEach('outcome, updated_at')}
      group by a.connector_account_id, outcome`,
    values: [environment, since, eachMax],
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

/** `since` = the start of the first day. */
export async function readDaysOfCalls(
  db: Db,
  { environment, since, eachMax }: AttemptsWish,
): Promise<readonly DayOfCallsRow[]> {
  const found = await db.query<DayOfCallsRow>({
    name: 'read-days-of-calls',
    text: `select a.connector_account_id, to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
        count(*)::int as attempts, count(*) filter (where outcome in ('completed', 'reversed'))::int as succeeded,
        count(*) filter (where outcome in ('rejected', 'not_sent'))::int as failed,
        count(*) filter (where outcome in ('unknown', 'unresolved', 'not_found'))::int as unknown
      from ${newestOfEach('outcome')}
      group by 1, 2 order by 1, 2`,
    values: [environment, since, eachMax],
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

/** Pay-ins are left out: their time is the payer's. */
export async function readResultTimes(
  db: Db,
  { environment, since, eachMax }: AttemptsWish,
): Promise<readonly ResultTimesRow[]> {
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
        from (select a.* from ${newestOfEach('transaction_id, state, outcome, sent_at, updated_at')}) a
        join transactions t on t.id = a.transaction_id
        where t.pay_type = 'payout' and a.state = 'closed' and a.outcome in ('completed', 'rejected')) timed
      group by connector_account_id`,
    values: [environment, since, eachMax],
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

/** Of each account of the environment, up to `eachMax` of each kind: those open longest, by the index `attempts_open_by_account`. */
export async function readOpenAttempts(
  db: Db,
  { environment, eachMax }: Omit<AttemptsWish, 'since'>,
): Promise<readonly OpenAttemptsRow[]> {
  const found = await db.query<OpenAttemptsRow>({
    name: 'read-open-attempts',
    text: `select a.connector_account_id, count(*) filter (where state = 'waiting')::int as waiting,
        count(*) filter (where state <> 'waiting')::int as open,
        min(a.created_at) filter (where outcome in ('unknown', 'unresolved')) as oldest_unknown_at,
        (array_agg(transaction_id order by a.created_at) filter (where outcome in ('unknown', 'unresolved')))[1]
          as oldest_unknown_transaction
      from connector_accounts c cross join unnest(array['submit', 'announce']) kind (kind) cross join lateral
        (select connector_account_id, state, outcome, created_at, transaction_id from attempts
          where connector_account_id = c.id and kind = kind.kind and state in ('waiting', 'calling', 'open')
            and next_action_at is not null order by created_at limit $2) a
      where c.environment = $1
      group by a.connector_account_id`,
    values: [environment, eachMax],
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

/** `since` = the smallest id of a day ago. Of all accounts together the newest `rowsMax`; those of the environment are counted. */
export async function readNotificationCounts(
  db: Db,
  { environment, since, rowsMax }: { environment: Environment; since: string; rowsMax: number },
): Promise<readonly NotificationCountRow[]> {
  const found = await db.query<NotificationCountRow>({
    name: 'read-notification-counts',
    text: `select n.connector_account_id, count(*) filter (where state = 'received')::int as received,
        count(*) filter (where state = 'processed')::int as processed,
        count(*) filter (where state = 'unmatched')::int as unmatched, max(received_at)::timestamptz(3) as last_at
      from (select connector_account_id, state, received_at from provider_notifications
        where id >= $2::uuid and received_at > gateway_now() - interval '25 hours' order by id desc limit $3) n
      join connector_accounts c on c.id = n.connector_account_id and c.environment = $1
      group by n.connector_account_id`,
    values: [environment, since, rowsMax],
  })
  return found.rows
}

/** The newest notification that is not counted, where a day has more than `rowsMax` of all accounts. */
export async function readNotificationCut(
  db: Db,
  { since, rowsMax }: { since: string; rowsMax: number },
): Promise<string | undefined> {
  const found = await db.query<{ id: string }>({
    name: 'read-cut-of-notifications',
    text: `select id from provider_notifications where id >= $1::uuid and received_at > gateway_now() - interval '25 hours'
      order by id desc offset $2 limit 1`,
    values: [since, rowsMax],
  })
  return found.rows[0]?.id
}
