import type { AttemptError } from '../../../core/net/attempt-error.ts'
import type { Db } from '../../../core/platform/database/database.ts'

/** Limit of counted attempts, the newest first. Hours that are not counted whole are left out. */
const attemptsMax = 20_000

/** Attempts that began within one hour of the last 24. */
export interface HourOfAttempts {
  startedAt: Date
  delivered: number
  failed: number
}

/** An attempt that was not received. */
export interface FailedAttempt {
  startedAt: Date
  /** Null: no answer came. */
  status: number | null
  error: AttemptError | 'lost'
  errorCode: string | null
  deliveryId: bigint
  transactionId: string
}

/** What happened at the current address, or in the test inbox while there is no address. */
export interface CallbackActivity {
  /** Oldest first; hours without attempts are left out. */
  hours: HourOfAttempts[]
  /** The newest failed attempt of the counted ones. */
  lastFailure: FailedAttempt | null
}

interface HourRow {
  hour: Date
  delivered: number
  failed: number
  /** Of all rows the same. */
  counted: number
  failed_at: Date | null
}

/** Reads the activity of the last 24 hours. */
export async function readActivity(db: Db, pointId: string): Promise<CallbackActivity> {
  const found = await db.query<HourRow>({
    name: 'read-callback-activity',
    text: `with seen as materialized (
        select a.started_at, a.error is not null as failed from callback_endpoints e
        join callback_attempts a on a.point_id = e.point_id and a.url is not distinct from e.url
        where e.point_id = $1 and a.started_at > gateway_now() - interval '1 day'
        order by a.started_at desc limit ${attemptsMax}
      )
      select to_timestamp(floor(extract(epoch from started_at) / 3600) * 3600) as hour,
        count(*) filter (where not failed)::int as delivered, count(*) filter (where failed)::int as failed,
        (select count(*)::int from seen) as counted, max(started_at) filter (where failed) as failed_at
      from seen group by 1 order by 1`,
    values: [pointId],
  })
  const isCut = found.rows[0]?.counted === attemptsMax && found.rows.length > 1
  const hours = (isCut ? found.rows.slice(1) : found.rows).map(({ hour, delivered, failed }) => ({
    startedAt: hour,
    delivered,
    failed,
  }))
  const failedAt = found.rows.findLast((row) => row.failed_at !== null)?.failed_at
  return { hours, lastFailure: failedAt ? await readFailure(db, pointId, failedAt) : null }
}

interface FailureRow {
  started_at: Date
  status: number | null
  error: AttemptError | 'lost'
  error_code: string | null
  delivery_id: bigint
  transaction_id: string
}

async function readFailure(db: Db, pointId: string, startedAt: Date): Promise<FailedAttempt | null> {
  const found = await db.query<FailureRow>({
    name: 'read-failed-callback-attempt',
    text: `select a.started_at, a.status, a.error, a.error_code, a.delivery_id, d.transaction_id
      from callback_endpoints e
      join callback_attempts a on a.point_id = e.point_id and a.url is not distinct from e.url
      join callback_deliveries d on d.id = a.delivery_id
      where e.point_id = $1 and a.started_at = $2 and a.error is not null
      order by a.delivery_id desc limit 1`,
    values: [pointId, startedAt],
  })
  const row = found.rows[0]
  if (row === undefined) return null
  const { error, status, error_code: errorCode } = row
  return {
    startedAt: row.started_at,
    status,
    error,
    errorCode,
    deliveryId: row.delivery_id,
    transactionId: row.transaction_id,
  }
}
