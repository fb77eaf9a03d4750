import { createHash } from 'node:crypto'
import type pg from 'pg'
import { assert } from '../../values/assert.ts'

/**
 * DDL waits at most this long for a lock: while it waits, every later statement on the table queues behind it, those of
 * live traffic too. Shorter than the stretch over which requests judge whether connections come back (`request-pool.ts`):
 * they wait it out, and are not refused.
 */
const lockTimeoutMs = 300

/** Between two tries the queue drains. */
const lockPauseMs = 1_000

/** Three minutes: longer than any statement of ours may run. Who holds a table for longer must be ended by a person. */
const lockTriesMax = 140

/** The first line of a file whose statements cannot run in a transaction. */
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
 * Applies one migration and records it. A file is one transaction, or, with the line above, one statement after the other,
 * each of which may be repeated: a process that dies between two of them leaves the rest to the next start. Throws where
 * a lock does not come within minutes, or a statement fails.
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
 * An index that is built concurrently holds no lock that writers need: it may wait for their transactions as long as it
 * takes. One whose making was cut short stands there invalid, and is made anew.
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

/** A lock that did not come in time, or would have come round in a circle. */
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

/** Split at semicolons: such files hold no bodies of functions and no texts with one. */
function statementsOf(sql: string): string[] {
  const bare = sql.replace(/--.*$/gm, '')
  assert(!bare.includes('$$'), 'a migration outside a transaction holds a body')
  return bare
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}
