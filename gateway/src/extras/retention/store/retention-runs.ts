import type { Db } from '../../../core/platform/database/database.ts'
import { uuidV7 } from '../../../core/platform/ids.ts'
import type { Counts, WalkPosition } from './transactions.ts'

/** Key of the advisory lock: one process at a time removes personal data. */
const retentionLock = 7_210_442_932

export interface RetentionRun {
  id: string
  startedAt: Date
  /** Null: in progress. */
  finishedAt: Date | null
  retentionDays: number
  horizon: Date
  /** Emptied or deleted rows by `table.column`; only counts above 0. */
  report: Counts
}

interface RunRow {
  id: string
  started_at: Date
  finished_at: Date | null
  retention_days: number
  horizon: Date
  report: Counts
}

const columns = 'id, started_at, finished_at, retention_days, horizon, report'

/**
 * Locks removal for one process at a time. `wait`: waits for the lock; otherwise false where another process holds it.
 */
export async function lockRetention(tx: Db, wait: boolean): Promise<boolean> {
  if (wait) {
    await tx.query({ text: 'select pg_advisory_xact_lock($1)', values: [retentionLock] })
    return true
  }
  const found = await tx.query<{ got: boolean }>({
    text: 'select pg_try_advisory_xact_lock($1) as got',
    values: [retentionLock],
  })
  return found.rows[0]?.got ?? false
}

/** The run in progress, if there is one. */
export async function findOpenRun(db: Db): Promise<RetentionRun | undefined> {
  const found = await db.query<RunRow>({
    text: `select ${columns} from retention_runs where finished_at is null order by started_at desc, id desc limit 1`,
  })
  return found.rows[0] && runOf(found.rows[0])
}

/**
 * Whether the last run began `everyHours` ago or earlier, or seems to begin in the future because the clock was set
 * back.
 */
export async function isRunDue(db: Db, everyHours: number): Promise<boolean> {
  const found = await db.query<{ due: boolean }>({
    name: 'is-retention-due',
    text: `select coalesce(max(abs(extract(epoch from gateway_now() - started_at))) >= $1::int * 3600, true) as due
      from (select started_at from retention_runs order by recorded_at desc limit 1) last`,
    values: [everyHours],
  })
  return found.rows[0]?.due ?? true
}

/** Begins a run over everything whose last change is older than `days`. */
export async function beginRun(tx: Db, days: number, now: Date): Promise<RetentionRun> {
  const begun = await tx.query<RunRow>({
    text: `insert into retention_runs (id, retention_days, horizon)
      values ($1, $2, gateway_now() - $2::int * interval '1 day') returning ${columns}`,
    values: [uuidV7(now), days],
  })
  const [row] = begun.rows
  if (!row) throw new Error('Bug! an insert returned no row')
  return runOf(row)
}

/** Saves a run's report. */
export async function saveRun(tx: Db, run: RetentionRun, finished: boolean): Promise<void> {
  await tx.query({
    text: `update retention_runs set report = $2, finished_at = case when $3 then gateway_now() end where id = $1`,
    values: [run.id, JSON.stringify(run.report), finished],
  })
}

/** The newest runs, or those before a given run. */
export async function readRuns(
  db: Db,
  { limit, before }: { limit: number; before: string | null },
): Promise<readonly RetentionRun[]> {
  const found = await db.query<RunRow>({
    name: 'read-retention-runs',
    text: `select ${columns} from retention_runs where $2::uuid is null
        or (started_at, id) < (select started_at, id from retention_runs where id = $2)
      order by started_at desc, id desc limit $1`,
    values: [limit, before],
  })
  return found.rows.map(runOf)
}

/** The position of the walk. It starts again where the clock or the setting was moved back before it. */
export async function readProgress(tx: Db, horizon: Date): Promise<WalkPosition> {
  const found = await tx.query<{ updated_at: Date; id: string }>({
    text: `select case when updated_at > $1 then timestamptz '0001-01-01 00:00Z' else updated_at end as updated_at, id
      from retention_progress`,
    values: [horizon],
  })
  const row = found.rows[0]
  if (!row) throw new Error('Bug! the row of the progress is missing')
  return { updatedAt: row.updated_at, id: row.id }
}

export async function saveProgress(tx: Db, position: WalkPosition): Promise<void> {
  await tx.query({
    text: 'update retention_progress set updated_at = $1, id = $2',
    values: [position.updatedAt, position.id],
  })
}

/** Stores transactions that were old enough but not finished. */
export async function insertWaiting(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.query({
    text: `insert into retention_waiting (transaction_id) select unnest($1::uuid[]) on conflict do nothing`,
    values: [ids],
  })
}

/** Takes waiting transactions that this run has not processed yet. */
export async function takeWaiting(tx: Db, runId: string, limit: number): Promise<readonly string[]> {
  const taken = await tx.query<{ transaction_id: string }>({
    text: `update retention_waiting set looked_at_by = $1 where transaction_id in (
      select transaction_id from retention_waiting where looked_at_by is distinct from $1 limit $2)
      returning transaction_id`,
    values: [runId, limit],
  })
  return taken.rows.map((row) => row.transaction_id)
}

/** Removes waiting transactions that are done or changed since: the walk reaches changed ones again. */
export async function dropWaiting(tx: Db, ids: readonly string[], horizon: Date): Promise<void> {
  await tx.query({
    text: `delete from retention_waiting w using transactions t where w.transaction_id = any ($1::uuid[])
      and t.id = w.transaction_id and (t.personal_removed_at >= t.updated_at or t.updated_at >= $2)`,
    values: [ids, horizon],
  })
}

export async function countWaiting(db: Db): Promise<number> {
  const found = await db.query<{ n: bigint }>({ text: 'select count(*) as n from retention_waiting' })
  return Number(found.rows[0]?.n ?? 0n)
}

function runOf(row: RunRow): RetentionRun {
  return {
    id: row.id,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    retentionDays: row.retention_days,
    horizon: row.horizon,
    report: row.report,
  }
}
