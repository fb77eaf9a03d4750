import type pg from 'pg'
import type { Db } from '../database.ts'

/** One process at a time checks; the others pass. */
const verifyLockKey = 7_210_442_920

/**
 * Runs `work` unless another process does. The lock belongs to a connection, not to a transaction, so that it may be
 * held while a bank is asked, and ends with the process. Undefined when somebody else holds it.
 */
export async function alone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T | undefined> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const got = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [verifyLockKey])
    if (!got.rows[0]?.got) return undefined
    try {
      return await work()
    } finally {
      await client.query('select pg_advisory_unlock($1)', [verifyLockKey])
    }
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // A connection that may still hold the lock is closed.
    client.release(broken)
  }
}

export interface LastRun {
  watermark: Date
  started_at: Date
  now: Date
  violations: number
  took_ms: number
  invariants: { id: string; violations: number }[]
}

/** The last run, with the database's time. A changed clock counts: it moves both. */
export async function findLastRun(db: Db, fullOnly: boolean): Promise<LastRun | undefined> {
  const found = await db.query<LastRun>({
    name: 'find-last-verify-run',
    text: `select watermark, started_at, gateway_now()::timestamptz(3) as now, violations, took_ms,
        coalesce(results -> 'invariants', '[]') as invariants
      from verify_runs
      where full_run or not $1 order by id desc limit 1`,
    values: [fullOnly],
  })
  return found.rows[0]
}

export async function readDatabaseTime(db: Db): Promise<Date> {
  const found = await db.query<{ now: Date }>({
    name: 'read-database-time',
    text: 'select gateway_now()::timestamptz(3) as now',
  })
  return found.rows[0]?.now ?? new Date(0)
}

export interface NewRun {
  startedAt: Date
  tookMs: number
  full: boolean
  watermark: Date
  transactions: number
  violations: number
  results: object
}

export async function insertRun(db: Db, run: NewRun): Promise<void> {
  await db.query({
    name: 'insert-verify-run',
    text: `insert into verify_runs (started_at, took_ms, full_run, watermark, transactions, violations, results)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      run.startedAt,
      Math.round(run.tookMs),
      run.full,
      run.watermark,
      run.transactions,
      run.violations,
      JSON.stringify(run.results),
    ],
  })
}

/** A month of runs shows when something broke. At most so many at once, so that no statement is long. */
export async function deleteOldRuns(db: Db): Promise<void> {
  await db.query({
    name: 'delete-old-verify-runs',
    text: `delete from verify_runs where id in (
      select id from verify_runs where recorded_at < statement_timestamp() - interval '30 days' order by id limit 10000)`,
  })
}
