import type { Db } from '../../../../core/platform/database/database.ts'
import { bookedMinorSql } from '../../../../core/processing/rules/amounts.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { Environment } from '../../../../core/values/environment.ts'
import type { Status, TransactionType } from '../../../../core/values/status.ts'

/** Transactions of today in one environment and currency, beside yesterday. */
export interface VolumeRow {
  environment: Environment
  currency: CurrencyCode
  pay_type: TransactionType
  status: Status
  transactions: number
  sum_minor: string
  /** Created yesterday up to this time of the day. */
  before: number
  before_minor: string
  /** Transactions of the last 24 whole hours, the oldest first. */
  by_hour: readonly number[]
  /** All that were read. */
  read: number
}

/** Transactions of two days that one request adds up. Beyond this the figures are shown as "at least". */
export const volumeRowsMax = 400_000

/** The smallest ids of yesterday, of this time yesterday and of today: ids contain their time. */
export interface VolumeRange {
  yesterday: string
  sameTime: string
  today: string
  /** The first of the 24 hours: whole hours since 1970. */
  firstHour: number
}

const newestSince = (columns: string) => `select ${columns} from transactions
        where id >= $1::uuid order by id desc limit ${volumeRowsMax}`

const hoursSql = Array.from({ length: 24 }, (_, at) => `coalesce(sum(n) filter (where hour = $4 + ${at}), 0)::int`)

export async function readVolumes(db: Db, range: VolumeRange): Promise<readonly VolumeRow[]> {
  const sumOf = (column: string, part: string) => `coalesce(sum(${column}) filter (where ${part}), 0)`
  const found = await db.query<VolumeRow>({
    name: 'read-volumes',
    text: `select environment, currency, pay_type, status, ${sumOf('n', 'is_today')}::int as transactions,
        ${sumOf('minor', 'is_today')}::text as sum_minor, ${sumOf('n', 'is_before')}::int as before,
        ${sumOf('minor', 'is_before')}::text as before_minor, array[${hoursSql.join(', ')}] as by_hour, sum(n)::int as read
      from (
        select environment, currency, pay_type, status, id < $2::uuid as is_before, id >= $3::uuid as is_today,
          floor(extract(epoch from created_at) / 3600)::int as hour, count(*) as n,
          sum(case when status = 'COMPLETED' then ${bookedMinorSql} else amount_minor end) as minor
        from (${newestSince(`id, created_at, environment, currency, pay_type, status, credited_minor, amount_minor, received_minor,
          sent_back_minor, reversed_minor, suspense_minor`)}) t
        group by environment, currency, pay_type, status, is_before, is_today, hour) of_hours
      group by environment, currency, pay_type, status order by environment, currency, pay_type, status`,
    values: [range.yesterday, range.sameTime, range.today, range.firstHour],
  })
  return found.rows
}

/** What a merchant's points did. `ended` = with a final status. */
export interface MerchantVolumeRow {
  environment: Environment
  merchant_id: string
  name: string
  payins: number
  payouts: number
  refunds: number
  ended: number
  completed: number
}

/** The merchants of each environment with the most transactions, the busiest first. `since` = the smallest id of the day. */
export async function readBusiestMerchants(
  db: Db,
  { since, limit }: { since: string; limit: number },
): Promise<readonly MerchantVolumeRow[]> {
  const countOf = (condition: string) => `count(*) filter (where ${condition})::int`
  const found = await db.query<MerchantVolumeRow>({
    name: 'read-busiest-merchants',
    text: `select environment, merchant_id, name, payins, payouts, refunds, ended, completed from (
        select t.environment, p.merchant_id, m.name, ${countOf(`pay_type = 'payin'`)} as payins,
          ${countOf(`pay_type = 'payout'`)} as payouts, ${countOf(`pay_type = 'refund'`)} as refunds,
          ${countOf(`t.status <> 'PENDING'`)} as ended, ${countOf(`t.status = 'COMPLETED'`)} as completed,
          row_number() over (partition by t.environment order by count(*) desc, m.name) as place
        from (${newestSince('point_id, environment, pay_type, status')}) t
        join points p on p.id = t.point_id join merchants m on m.id = p.merchant_id
        group by t.environment, p.merchant_id, m.name) of_merchants
      where place <= $2 order by environment, place`,
    values: [since, limit],
  })
  return found.rows
}

/** A point with failing callbacks. */
export interface FailingEndpointRow {
  point_id: string
  point_name: string
  merchant_name: string
  environment: Environment
  failing_since: Date
  status: 'active' | 'paused' | 'suspended'
}

/** Oldest first. */
export async function readFailingEndpoints(db: Db, limit: number): Promise<readonly FailingEndpointRow[]> {
  const found = await db.query<FailingEndpointRow>({
    name: 'read-failing-endpoints',
    text: `select h.point_id, p.name as point_name, m.name as merchant_name, p.environment, h.failing_since, e.status
      from callback_health h join callback_endpoints e on e.point_id = h.point_id join points p on p.id = h.point_id
      join merchants m on m.id = p.merchant_id
      where h.failing_since is not null order by h.failing_since limit $1`,
    values: [limit],
  })
  return found.rows
}

/** The oldest attempt that still waits for a call or inquiry; undefined if there is none. */
export async function readOldestPending(db: Db): Promise<{ transaction_id: string; created_at: Date } | undefined> {
  const found = await db.query<{ transaction_id: string; created_at: Date }>({
    name: 'read-oldest-pending',
    text: `select transaction_id, created_at from (
        select transaction_id, created_at from attempts
        where state in ('waiting', 'calling', 'open') and next_action_at is not null and kind = 'submit'
        order by next_action_at limit 100000) a order by created_at limit 1`,
  })
  return found.rows[0]
}

/** A verify run as its page shows it. */
export interface VerifyRunRow {
  id: bigint
  started_at: Date
  recorded_at: Date
  took_ms: number
  full_run: boolean
  transactions: bigint
  violations: number
  failed: string | null
  invariants: readonly {
    id: string
    checked: number
    violations: number
    /** Messages as `stored` keeps them. */
    notChecked?: readonly string[]
    examples?: readonly { id: string; what: string }[]
    underReview?: {
      transactions: number
      needsOperator: number
      suspense: number
      proposals: number
      differing: number
      examples: readonly { id: string; what: string }[]
    }
  }[]
}

export async function readVerifyRuns(
  db: Db,
  wanted: { before: bigint | undefined; limit: number; fullOnly?: boolean },
): Promise<readonly VerifyRunRow[]> {
  const found = await db.query<VerifyRunRow>({
    name: 'read-verify-runs',
    text: `select id, started_at, recorded_at, took_ms, full_run, transactions, violations, failed,
        coalesce(results -> 'invariants', '[]') as invariants
      from verify_runs where ($1::bigint is null or id < $1) and (full_run or not $3) order by id desc limit $2`,
    values: [wanted.before ?? null, wanted.limit, wanted.fullOnly ?? false],
  })
  return found.rows
}

/** The database's time, and the start of its UTC day. */
export async function readToday(db: Db): Promise<{ now: Date; day: Date }> {
  const found = await db.query<{ now: Date; day: Date }>({
    name: 'read-today',
    text: `select gateway_now()::timestamptz(3) as now, date_trunc('day', gateway_now(), 'UTC')::timestamptz(3) as day`,
  })
  return found.rows[0] ?? { now: new Date(0), day: new Date(0) }
}
