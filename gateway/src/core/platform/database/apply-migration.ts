import { createHash } from 'node:crypto'
import type pg from 'pg'
import { assert } from '../../values/assert.ts'

/**
 * DDL waits at most this long for a lock. While it waits, every later statement on the table queues behind it, live
 * traffic included. The limit is shorter than the interval in which `request-pool.ts` measures the queue, so that
 * waiting requests are not refused.
 */
const lockTimeoutMs = 300

/** Pause between two attempts, in which queued statements run. */
const lockPauseMs = 1_000

/** Three minutes: longer than the statement limit. A person must end a session that locks a table for longer. */
const lockTriesMax = 140

/** First line of a migration whose statements cannot run in a transaction. */
export const outsideTransactionLine = '-- pasarela: outside a transaction'

export interface Migration {
  number: number
  name: string
  sql: string
}

export function sha256OfMigration({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex')
}

/**
 * Applies and records one migration. A file is one transaction. With the line above it is a sequence of repeatable
 * statements: if a process dies between two of them, the next start runs the rest. Throws if a lock is not available
 * within minutes, or if a statement fails.
 */
export async function applyMigration(
  client: pg.PoolClient,
  migration: Migration,
  log: (line: string) => void,
): Promise<void> {
  try {
    if (!migration.sql.startsWith(outsideTransactionLine)) {
      await patiently(migration, log, async () => await applyInTransaction(client, migration))
      return
    }
    for (const statement of statementsOf(migration.sql)) {
      await patiently(migration, log, async () => await applyAlone(client, statement))
    }
    await record(client, migration)
  } catch (error) {
    throw new Error(`migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function applyInTransaction(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await record(client, migration)
    await client.query(migration.sql)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Builds one index concurrently. It blocks no writers, so it may wait for their transactions without a limit. An
 * interrupted build leaves an invalid index, which is dropped and built again.
 */
async function applyAlone(client: pg.PoolClient, statement: string): Promise<void> {
  const concurrently = /\bindex\s+concurrently\b/i.test(statement)
  const [, index] = /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(statement) ?? []
  await client.query(`set lock_timeout = ${concurrently ? 0 : lockTimeoutMs}`)
  if (index !== undefined) {
    const broken = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and not (indisvalid and indisready)',
      [index],
    )
    if (broken.rowCount) await client.query(`drop index concurrently ${index}`)
  }
  await client.query(statement)
}

async function patiently(migration: Migration, log: (line: string) => void, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isLockFault(error)) throw error
      if (tries >= lockTriesMax) {
        throw new Error('an open transaction holds a table: end it (see pg_stat_activity), then start again', {
          cause: error,
        })
      }
      log(
        `migration ${migration.name}: a table is in use by an open transaction, trying again (${tries} of ${lockTriesMax})`,
      )
      await new Promise((resolve) => setTimeout(resolve, lockPauseMs))
    }
  }
}

/** A lock timeout or a deadlock. */
function isLockFault(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '55P03' || code === '40P01'
}

async function record(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('insert into schema_migrations (number, name, sha256) values ($1, $2, $3)', [
    migration.number,
    migration.name,
    sha256OfMigration(migration),
  ])
}

/** Splits at semicolons. Such files contain no function bodies and no strings with a semicolon. */
function statementsOf(sql: string): string[] {
  const bare = sql.replace(/--.*$/gm, '')
  assert(!bare.includes('$$'), 'a migration outside a transaction holds a body')
  return bare
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}
