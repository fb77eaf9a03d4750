import { readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import type pg from 'pg'

export interface Machine {
  processor: string
  cores: number
  memoryGb: number
  system: string
  node: string
  postgres: string
  /** Of the database: what decides about durability and speed. */
  database: Record<string, string>
  gateway: Record<string, string>
}

/** Settings of the database that decide about durability and speed. */
const databaseSettings =
  "('fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers', 'max_wal_size', 'max_connections')"

/** What a result was taken on. `gateway`: the settings of the gateway under test. */
export async function describeMachine(db: pg.Pool, gateway: Record<string, string>): Promise<Machine> {
  const version = await db.query<{ server_version: string }>('show server_version')
  const settings = await db.query<{ name: string; value: string }>(
    `select name, current_setting(name) as value from pg_settings where name in ${databaseSettings}`,
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
    `Gateway: ${listed(machine.gateway)}`,
  ]
}

const sampleEveryMs = 200

/** Resident memory of a process, in megabytes (10^6 bytes). */
export interface Memory {
  peakMb: number
  lastMb: number
}

/** Looks at a process's resident memory until it is stopped. The peak is the kernel's own; nothing is told beyond Linux. */
export function sampleMemory(pid: number): { stop(): Memory } {
  const memory: Memory = { peakMb: 0, lastMb: 0 }
  const look = () => {
    let status = ''
    try {
      status = readFileSync(`/proc/${pid}/status`, 'utf8')
    } catch {
      // It has ended: what was seen so far stands.
    }
    const megabytes = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 0.001024
    memory.lastMb = megabytes('VmRSS') || memory.lastMb
    memory.peakMb = Math.max(memory.peakMb, memory.lastMb, megabytes('VmHWM'))
  }
  look()
  const timer = setInterval(look, sampleEveryMs)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return memory
    },
  }
}
