import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { assert } from '../../values/assert.ts'
import { ConfigError } from '../config/config-error.ts'
import { packageFolder } from '../version.ts'
import { applyMigration, type Migration, sha256OfMigration } from './apply-migration.ts'
import { readDatabaseTime } from './database-time.ts'
import { lockKeys } from './lock-keys.ts'
import { ensureMonthPartitions } from './partitions.ts'
import { waitWithoutLimit } from './watch-connections.ts'

/**
 * A process accepts a schema that is this many migrations newer. Each migration is compatible with the previous
 * version.
 */
const migrationsAheadMax = 1

/**
 * How often, and for how long, a process checks whether the migrating process is done. Indexes of large tables take
 * long.
 */
const turnPauseMs = 200
const turnMaxMs = 4 * 3_600_000

/** The SQL for a DBA if the login role may not create roles. */
export function roleSetupSql(login: string): string {
  return [
    'create role pasarela_engine nologin;',
    'create role pasarela_reader nologin;',
    `grant pasarela_engine, pasarela_reader to "${login.replaceAll('"', '""')}";`,
  ].join('\n')
}

/**
 * Migrates the schema to this version: forward only, with each file's number and hash recorded. Then creates the month
 * partitions, so that no command writes rows before they exist. Processes of the previous version keep running, because
 * no statement waits long for a lock. Throws if the database is more than one version ahead, or if a file differs from
 * the applied one. `migrations` is for tests. Returns the newest number.
 */
export async function migrate(
  pool: pg.Pool,
  log: (line: string) => void,
  migrations: readonly Migration[] = readMigrations(),
): Promise<number> {
  const version = await applyMissing(pool, log, migrations)
  const { missing } = await ensureMonthPartitions(pool, await readDatabaseTime(pool))
  for (const { table, month, error } of missing) log(`no partition of ${table} for ${month} yet: ${String(error)}`)
  return version
}

/** Checks whether a database has everything that this version needs. Returns the reason as a sentence, or undefined. */
export async function schemaFault(pool: pg.Pool): Promise<string | undefined> {
  const table = await pool.query<{ there: boolean }>(`select to_regclass('schema_migrations') is not null as there`)
  const applied = table.rows[0]?.there ? await readApplied(pool) : []
  const migrations = readMigrations()
  checkApplied(migrations, applied)
  if (migrations.every(({ number }) => applied.some((row) => row.number === number))) return undefined
  return 'The database has no schema yet, or an older one than this version: run "pasarela migrate" first.'
}

/** Throws ConfigError where the schema is older than this version. For processes that must not change it. */
export async function refuseOldSchema(pool: pg.Pool): Promise<void> {
  const fault = await schemaFault(pool)
  if (fault !== undefined) throw new ConfigError([fault])
}

async function applyMissing(
  pool: pg.Pool,
  log: (line: string) => void,
  migrations: readonly Migration[],
): Promise<number> {
  const client = await pool.connect()
  try {
    await takeTurn(client, log)
    await client.query(`set statement_timeout = 0`)
    waitWithoutLimit(client)
    await ensureRoles(client)
    await client.query(
      'create table if not exists schema_migrations (number int primary key, name text not null, sha256 text not null)',
    )
    const applied = await readApplied(client)
    checkApplied(migrations, applied)
    const done = new Set(applied.map((row) => row.number))
    await applyInOrder(
      client,
      migrations.filter(({ number }) => !done.has(number)),
      log,
    )
    return migrations.at(-1)?.number ?? 0
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
    client.release(true)
  }
}

/** Logs one line for all, also where a later one fails. */
async function applyInOrder(
  client: pg.PoolClient,
  missing: readonly Migration[],
  log: (line: string) => void,
): Promise<void> {
  const applied: string[] = []
  try {
    for (const migration of missing) {
      await applyMigration(client, migration, log)
      applied.push(migration.name)
    }
  } finally {
    if (applied.length > 0) log(`migrated to ${applied.at(-1)} (${applied.length} migrations)`)
  }
}

export function readMigrations(): readonly Migration[] {
  const folder = join(packageFolder, 'migrations')
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  assert(files.length > 0, 'no migrations found')
  return files.map((name, index) => {
    const number = Number(name.slice(0, 4))
    assert(number > Number(files[index - 1]?.slice(0, 4) ?? 0), `migration ${name} has no number of its own`)
    return { number, name: name.slice(0, -4), sql: readFileSync(join(folder, name), 'utf8') }
  })
}

interface AppliedRow {
  number: number
  name: string
  sha256: string
}

async function readApplied(db: pg.Pool | pg.PoolClient): Promise<readonly AppliedRow[]> {
  const applied = await db.query<AppliedRow>('select number, name, sha256 from schema_migrations order by number')
  return applied.rows
}

function checkApplied(migrations: readonly Migration[], applied: readonly AppliedRow[]): void {
  const unknown = applied.filter((row) => !migrations.some(({ number }) => number === row.number))
  if (unknown.length > migrationsAheadMax) {
    throw new Error(
      `the database is at ${unknown.at(-1)?.name}, this version knows ${migrations.at(-1)?.name}: start a newer version`,
    )
  }
  for (const row of applied) {
    const mine = migrations.find((each) => each.number === row.number)
    if (mine && sha256OfMigration(mine) !== row.sha256) {
      throw new Error(`migration ${mine.name} differs from the one that was applied: never edit an applied migration`)
    }
  }
}

/**
 * One process migrates; the others poll for the lock. A waiting statement would be an open transaction, and a
 * concurrent index build waits for all open transactions.
 */
async function takeTurn(client: pg.PoolClient, log: (line: string) => void): Promise<void> {
  const deadline = performance.now() + turnMaxMs
  for (let said = false; ; said = true) {
    const asked = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKeys.migration])
    if (asked.rows[0]?.mine) return
    if (performance.now() > deadline) throw new Error('another process has been migrating this database for hours')
    if (!said) log('another process migrates the database; waiting for it')
    await new Promise((resolve) => setTimeout(resolve, turnPauseMs))
  }
}

/**
 * Creates both run-time roles and grants them to the login role. Roles belong to the server, so another database may
 * have created them.
 */
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
