import type pg from 'pg'
import type { Db } from '../../../core/platform/database/database.ts'
import type { UnderReviewCounts } from './provider-record-checks.ts'

/** Key of the advisory lock: one process at a time runs verify; the others skip it. */
const verifyLock = 7_210_442_921

/** Shorter than the server's idle session limit (`open-pool.ts`). */
const heartbeatMs = 10_000

/**
 * Runs `work` unless another process does. The lock belongs to a session, not to a transaction: it may be held while
 * a bank is asked, and ends with the process. A heartbeat keeps the session, because the server ends one that is idle
 * for a minute. Undefined when another session holds the lock.
 */
export async function alone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T | undefined> {
  const client = await pool.connect()
  let broken: Error | undefined
  const note = (error: unknown) => {
    broken = error instanceof Error ? error : new Error(String(error))
  }
  try {
    const got = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [verifyLock])
    if (!got.rows[0]?.got) return undefined
    const heartbeat = setInterval(() => void client.query('select 1').catch(note), heartbeatMs)
    try {
      return await work()
    } finally {
      clearInterval(heartbeat)
      // A failed unlock does not fail the run: the lock ends with its connection.
      if (!broken) await client.query('select pg_advisory_unlock($1)', [verifyLock]).catch(note)
    }
  } catch (error) {
    note(error)
    throw error
  } finally {
    // Closes a connection that may still hold the lock.
    client.release(broken)
  }
}

/** The last finished run. */
export interface LastRun {
  watermark: Date
  started_at: Date
  now: Date
  /** Seconds of true time since the run was recorded. */
  age_seconds: number
  violations: number
  took_ms: number
  invariants: { id: string; violations: number; underReview?: UnderReviewCounts & { differing: number } }[]
  /** Position up to which each provider's records were compared, by connector account. */
  books: Record<string, number>
}

/** The last good run, with the database time. A changed clock moves both. */
export async function findLastRun(db: Db, fullOnly: boolean): Promise<LastRun | undefined> {
  const found = await db.query<LastRun>({
    name: 'find-last-verify-run',
    text: `select watermark, started_at, gateway_now()::timestamptz(3) as now, violations, took_ms,
        extract(epoch from statement_timestamp() - recorded_at)::float8 as age_seconds,
        coalesce(results -> 'invariants', '[]') as invariants, coalesce(results -> 'books', '{}') as books
      from verify_runs
      where (full_run or not $1) and failed is null order by id desc limit 1`,
    values: [fullOnly],
  })
  return found.rows[0]
}

/** Failed runs of one kind since its last good one (a full run is good for both kinds). */
export interface FailedRuns {
  times: number
  /** Seconds of true time since the last failure. */
  age_seconds: number
}

export async function findFailedRuns(db: Db, full: boolean): Promise<FailedRuns> {
  const found = await db.query<FailedRuns>({
    name: 'find-failed-verify-runs',
    text: `select count(*)::int as times,
        coalesce(extract(epoch from statement_timestamp() - max(recorded_at)), 0)::float8 as age_seconds
      from verify_runs where failed is not null and full_run = $1
        and id > coalesce((select id from verify_runs where failed is null and (full_run or not $1)
          order by id desc limit 1), 0)`,
    values: [full],
  })
  return found.rows[0] ?? { times: 0, age_seconds: 0 }
}

/** The first run, good or not: the start of changed-row checks in a deployment whose full run never finished. */
export async function findFirstRun(db: Db): Promise<{ watermark: Date; age_seconds: number } | undefined> {
  const found = await db.query<{ watermark: Date; age_seconds: number }>({
    name: 'find-first-verify-run',
    text: `select watermark, extract(epoch from statement_timestamp() - recorded_at)::float8 as age_seconds
      from verify_runs order by id limit 1`,
  })
  return found.rows[0]
}

export interface NewRun {
  startedAt: Date
  tookMs: number
  full: boolean
  watermark: Date
  transactions: number
  violations: number
  results: object
  /** Error of a failed run. */
  failed?: string
}

/** Stored length of an error text. */
const failedLengthMax = 500

export async function insertRun(db: Db, run: NewRun): Promise<void> {
  await db.query({
    name: 'insert-verify-run',
    text: `insert into verify_runs (started_at, took_ms, full_run, watermark, transactions, violations, results, failed)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      run.startedAt,
      Math.round(run.tookMs),
      run.full,
      run.watermark,
      run.transactions,
      run.violations,
      JSON.stringify(run.results),
      run.failed?.slice(0, failedLengthMax) ?? null,
    ],
  })
}

/** Deletes runs older than a month, in limited batches so that no statement is long. */
export async function deleteOldRuns(db: Db): Promise<number> {
  const deleted = await db.query({
    name: 'delete-old-verify-runs',
    text: `delete from verify_runs where id in (
      select id from verify_runs where recorded_at < statement_timestamp() - interval '30 days' order by id limit 10000)`,
  })
  return deleted.rowCount ?? 0
}
