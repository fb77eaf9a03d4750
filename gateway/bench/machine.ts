import { cpus, release, totalmem } from 'node:os'
import type pg from 'pg'
import type { Machine } from './results.ts'

/** Settings of the database that decide about durability and speed. */
const databaseSettings = 'fsync synchronous_commit full_page_writes shared_buffers max_wal_size max_connections'.split(
  ' ',
)

/** What a result was taken on. `gateway`: the settings of the gateway under test. */
export async function describeMachine(db: Pick<pg.Pool, 'query'>, gateway: Record<string, string>): Promise<Machine> {
  const version = await db.query<{ server_version: string }>('show server_version')
  const settings = await db.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as s(name)',
    [databaseSettings],
  )
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    system: `${process.platform} ${release()}`,
    node: process.versions.node,
    postgres: version.rows[0]?.server_version ?? 'unknown',
    database: Object.fromEntries(settings.rows.map(({ name, value }) => [name, value])),
    gateway,
  }
}

/** The same in lines of text. */
export function machineLines(machine: Machine): string[] {
  const listed = (settings: Record<string, string>) =>
    Object.entries(settings)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')
  return [
    `${machine.processor} × ${machine.cores}, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}`,
    `PostgreSQL ${machine.postgres}: ${listed(machine.database)}`,
    'Load generator, gateway, bank and database share the cores.',
    ...(Object.keys(machine.gateway).length > 0 ? [`Gateway: ${listed(machine.gateway)}`] : []),
  ]
}

/** Prints what is measured, and on what. */
export async function printMachine(db: Pick<pg.Pool, 'query'>, title: string): Promise<void> {
  console.log(`\n${title}`)
  for (const line of machineLines(await describeMachine(db, {}))) console.log(line)
  console.log('')
}
