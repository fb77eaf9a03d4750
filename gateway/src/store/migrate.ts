import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { assert } from '../lib/assert.ts'
import { lockKeys } from './lock-keys.ts'
import { ensureMonthPartitions } from './partitions.ts'
import { readDatabaseTime } from './verify/runs.ts'

/** DDL waits at most this long for a lock, so that it never stands in front of a queue of live statements. */
const lockTimeoutMs = 2_000

export interface Migration {
  number: number
  name: string
  sql: string
}

/** The SQL that a DBA runs where the login role may not create roles. */
export function roleSetupSql(login: string): string {
  return [
    'create role pasarela_engine nologin;',
    'create role pasarela_reader nologin;',
    `grant pasarela_engine, pasarela_reader to "${login.replaceAll('"', '""')}";`,
  ].join('\n')
}

/**
 * Brings the schema to this version: forward only, each file in one transaction, its number and hash recorded; then makes
 * the month partitions, so that no row that a command writes comes before them. Throws when the database is more than one
 * version ahead, or when a file differs from what was once applied.
 */
export async function migrate(pool: pg.Pool, log: (line: string) => void): Promise<number> {
  const version = await applyMissing(pool, log)
  const { missing } = await ensureMonthPartitions(pool, await readDatabaseTime(pool))
  for (const { table, month, error } of missing) log(`no partition of ${table} for ${month} yet: ${String(error)}`)
  return version
}

async function applyMissing(pool: pg.Pool, log: (line: string) => void): Promise<number> {
  const migrations = readMigrations()
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKeys.migration])
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    await client.query(`set statement_timeout = 0`)
    await ensureRoles(client)
    await client.query(
      'create table if not exists schema_migrations (number int primary key, name text not null, sha256 text not null)',
    )
    const applied = await client.query<{ number: number; name: string; sha256: string }>(
      'select number, name, sha256 from schema_migrations order by number',
    )
    checkApplied(migrations, applied.rows)
    const done = new Set(applied.rows.map((row) => row.number))
    for (const migration of migrations.filter((each) => !done.has(each.number))) {
      await apply(client, migration)
      log(`migrated to ${migration.name}`)
    }
    return migrations.length
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
    client.release(true)
  }
}

export function readMigrations(): readonly Migration[] {
  const folder = new URL(
    import.meta.url.includes('/dist/') ? '../../../migrations/' : '../../migrations/',
    import.meta.url,
  )
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  assert(files.length > 0, 'no migrations found')
  return files.map((name, index) => {
    const number = Number(name.slice(0, 4))
    assert(number === index + 1, `migration ${name} is not numbered ${index + 1}`)
    return { number, name: name.slice(0, -4), sql: readFileSync(new URL(name, folder), 'utf8') }
  })
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query('insert into schema_migrations (number, name, sha256) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      sha256(migration.sql),
    ])
    await client.query(migration.sql)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

function checkApplied(
  migrations: readonly Migration[],
  applied: readonly { number: number; name: string; sha256: string }[],
) {
  for (const row of applied) {
    const mine = migrations.find((each) => each.number === row.number)
    if (!mine) {
      if (row.number > migrations.length + 1) {
        throw new Error(
          `the database is at ${row.name}, this version knows ${migrations.length}: start a newer version`,
        )
      }
    } else if (sha256(mine.sql) !== row.sha256) {
      throw new Error(`migration ${mine.name} differs from the one that was applied: never edit an applied migration`)
    }
  }
}

/** Both run-time roles, and the login's right to become them. They belong to the server, so another database may have made them. */
async function ensureRoles(client: pg.PoolClient): Promise<void> {
  const login = await client
    .query<{ login: string; ready: boolean }>(
      `select current_user::text as login,
       (select count(*) = 2 from pg_roles where rolname in ('pasarela_engine', 'pasarela_reader')
          and pg_has_role(current_user, oid, 'set')) as ready`,
    )
    .catch(
      async () =>
        await client.query<{ login: string; ready: boolean }>(
          `select current_user::text as login,
         (select count(*) = 2 from pg_roles where rolname in ('pasarela_engine', 'pasarela_reader')
            and pg_has_role(current_user, oid, 'member')) as ready`,
        ),
    )
  const row = login.rows[0]
  if (!row || row.ready) return
  try {
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = 'pasarela_engine') then create role pasarela_engine nologin; end if;
      if not exists (select from pg_roles where rolname = 'pasarela_reader') then create role pasarela_reader nologin; end if;
    end $$`)
    await client.query('grant pasarela_engine, pasarela_reader to current_user')
  } catch (error) {
    throw new Error(
      `the login role ${row.login} may not create the run-time roles. Ask a DBA to run:\n${roleSetupSql(row.login)}`,
      { cause: error },
    )
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
