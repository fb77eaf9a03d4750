import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { aProcess, type OneProcess } from '../../proof/stages/real/one-process.ts'
import { outsideTransactionLine } from '../../src/core/platform/database/apply-migration.ts'
import { readMigrations } from '../../src/core/platform/database/migrate.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { gatewayRoot } from '../support/processes.ts'
import type { Stage } from './drills.ts'
import type { PatroniNode } from './patroni-node.ts'

const number = (readMigrations().at(-1)?.number ?? 0) + 1

/** What a next version may do while this one serves: a table, an index and a column. */
const migration = `${outsideTransactionLine}
create table if not exists next_version (id bigint primary key);
create index concurrently if not exists next_version_index on transactions (created_at, id);
alter table transactions add column if not exists next_version text;
`

const isIndexThere = (how: 'valid' | 'invalid') =>
  `select from pg_index where indexrelid = to_regclass('next_version_index') and indisvalid = ${how === 'valid'}`

export interface Migrating {
  /** Resolves when the next version serves. Returns what its schema lacks. */
  finish(): Promise<string[]>
}

/**
 * Starts the next version, which is started again as often as it ends, as a supervisor does. Resolves in the middle of its
 * migration: the index is there, and is not valid as long as a session of ours holds the table.
 */
export async function startMigrating(stage: Stage, primary: PatroniNode): Promise<Migrating> {
  const { cluster, database, world } = stage
  const holder = new pg.Client({ host: '127.0.0.1', port: primary.port, user: 'owner', database })
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table transactions in row exclusive mode')
  const gateway = await nextVersion(stage)
  world.after(gateway.stop)
  const started = gateway.start()
  started.catch(() => undefined)
  const isBuilding = async () => (await cluster.query(primary, isIndexThere('invalid'), database)).length > 0
  await eventually(async () => (await isBuilding()) || undefined, 'the next version builds its index')
  return {
    finish: async () => {
      await started
      const leader = await cluster.nodeOf('leader')
      const count = async (text: string) => (await cluster.query(leader, text, database)).length
      const parts = {
        'the migration is not recorded': `select from schema_migrations where number = ${number}`,
        'the index is not valid': isIndexThere('valid'),
        'the table is missing': `select from pg_class where oid = to_regclass('next_version')`,
        'the column is missing': `select from pg_attribute where attrelid = 'transactions'::regclass and attname = 'next_version'`,
      }
      const missing: string[] = []
      for (const [what, text] of Object.entries(parts)) if ((await count(text)) !== 1) missing.push(what)
      return missing
    },
  }
}

/** A copy of this gateway with one more migration. */
async function nextVersion({ world }: Stage): Promise<OneProcess> {
  const root = join(world.folder, 'next-version')
  mkdirSync(root)
  for (const part of ['dist/src', 'migrations', 'package.json']) {
    cpSync(join(gatewayRoot, part), join(root, part), { recursive: true })
  }
  symlinkSync(join(gatewayRoot, '..', 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'migrations', `${String(number).padStart(4, '0')}_next_version.sql`), migration)
  const port = await freePort()
  const env = { ...world.env, PASARELA_DATA_DIR: join(world.folder, 'next-data'), PORT: String(port) }
  return aProcess(root, env, port)
}
