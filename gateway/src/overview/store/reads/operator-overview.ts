import type { Db } from '../../../platform/database/database.ts'
import { bookedMinorSql } from '../../../processing/rules/booked-sql.ts'
import type { CurrencyCode } from '../../../values/currency.ts'
import type { Environment } from '../../../values/environment.ts'
import type { PayType, Status } from '../../../values/status.ts'

/** Transactions of today in one environment and currency. */
export interface VolumeRow {
  environment: Environment
  currency: CurrencyCode
  pay_type: PayType
  status: Status
  transactions: number
  sum_minor: string
}

export interface VolumesWish {
  /** The start of the day. */
  since: Date
  environment: Environment
  /** Transactions that are added up. */
  rowsMax: number
}

/**
 * Reads the newest transactions of each point of the environment by the index `transactions_list`, up to `rowsMax` in all.
 * Rows of the other environment are not read: however many there are, they take no place.
 */
export async function readVolumes(db: Db, { since, environment, rowsMax }: VolumesWish): Promise<readonly VolumeRow[]> {
  const found = await db.query<VolumeRow>({
    name: 'read-volumes-of-today',
    text: `select environment, currency, pay_type, status, count(*)::int as transactions,
        sum(case when status = 'COMPLETED' then ${bookedMinorSql} else amount_minor end)::text as sum_minor
      from (select t.* from points p cross join unnest(array['payin', 'payout']) type (pay_type)
        cross join lateral (select environment, currency, pay_type, status, credited_minor, amount_minor, received_minor,
            sent_back_minor, reversed_minor, suspense_minor from transactions
          where point_id = p.id and pay_type = type.pay_type and created_at >= $1
          order by created_at desc, id desc limit $3) t
        where p.environment = $2 limit $3) t
      group by environment, currency, pay_type, status order by environment, currency, pay_type, status`,
    values: [since, environment, rowsMax],
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
export async function readFailingEndpoints(
  db: Db,
  { environment, limit }: { environment: Environment; limit: number },
): Promise<readonly FailingEndpointRow[]> {
  const found = await db.query<FailingEndpointRow>({
    name: 'read-failing-endpoints',
    text: `select h.point_id, p.name as point_name, m.name as merchant_name, p.environment, h.failing_since, e.status
      from callback_health h join callback_endpoints e on e.point_id = h.point_id join points p on p.id = h.point_id
      join merchants m on m.id = p.merchant_id
      where h.failing_since is not null and p.environment = $2 order by h.failing_since limit $1`,
    values: [limit, environment],
  })
  return found.rows
}

/** The oldest attempt of the environment that still waits for a call or inquiry; undefined if there is none. */
export async function readOldestPending(
  db: Db,
  environment: Environment,
): Promise<{ transaction_id: string; created_at: Date } | undefined> {
  const found = await db.query<{ transaction_id: string; created_at: Date }>({
    name: 'read-oldest-pending',
    text: `select a.transaction_id, a.created_at from connector_accounts c cross join lateral
        (select transaction_id, created_at from attempts
          where connector_account_id = c.id and kind = 'submit' and state in ('waiting', 'calling', 'open')
            and next_action_at is not null order by created_at limit 1) a
      where c.environment = $1 order by a.created_at limit 1`,
    values: [environment],
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
    notChecked?: string
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
