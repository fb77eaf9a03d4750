import type { Db } from '../../../../core/platform/database/database.ts'
import { bookedMinorSql } from '../../../../core/processing/rules/amounts.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { Environment } from '../../../../core/values/environment.ts'
import type { Status, TransactionType } from '../../../../core/values/status.ts'

/** Transactions of today in one environment and currency. */
export interface VolumeRow {
  environment: Environment
  currency: CurrencyCode
  pay_type: TransactionType
  status: Status
  transactions: number
  sum_minor: string
}

/** Transactions of a day that one request adds up. Beyond this the figures are shown as "at least". */
export const volumeRowsMax = 200_000

/** `since` = the smallest id of the day. Ids contain their time. */
export async function readVolumes(db: Db, since: string): Promise<readonly VolumeRow[]> {
  const found = await db.query<VolumeRow>({
    name: 'read-volumes-of-today',
    text: `select environment, currency, pay_type, status, count(*)::int as transactions,
        sum(case when status = 'COMPLETED' then ${bookedMinorSql} else amount_minor end)::text as sum_minor
      from (select environment, currency, pay_type, status, credited_minor, amount_minor, received_minor, sent_back_minor,
          reversed_minor, suspense_minor from transactions
        where id >= $1::uuid order by id desc limit ${volumeRowsMax}) t
      group by environment, currency, pay_type, status order by environment, currency, pay_type, status`,
    values: [since],
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
    /** Messages as `stored` keeps them; one text in runs of an older version. */
    notChecked?: string | readonly string[]
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
