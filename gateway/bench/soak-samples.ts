import type pg from 'pg'
import type { World } from '../test/support/world.ts'
import { rssBytes } from './memory-sampler.ts'

/** The gateway at one moment. Memory in MB of 1 000 000 bytes. */
export interface Sample {
  minute: number
  rssMb: number
  heapMb: number
  /** The 99th percentile since the sample before. */
  lagMs: number
  /** Sockets and files open. */
  files: number
  handles: number
  /** Of the gateway to its database. */
  connections: number
  transactions: number
  /** Of one core, since the sample before. */
  cpuShare: number
  /** The longest that any queue was, as a share of its limit. */
  fullest: number
}

/** Reads samples from `/metrics`, the process table and the database. */
export function sampler(world: World, pool: Pick<pg.Client, 'query'>): (minute: number) => Promise<Sample> {
  let before = { cpuSeconds: 0, atMs: performance.now() }
  return async (minute) => {
    const answer = await fetch(`${world.url}/metrics`)
    const metrics = readMetrics(await answer.text())
    const cpuSeconds = metrics.get('process_cpu_seconds_total') ?? 0
    const nowMs = performance.now()
    const cpuShare = (cpuSeconds - before.cpuSeconds) / ((nowMs - before.atMs) / 1_000)
    before = { cpuSeconds, atMs: nowMs }
    const rows = await pool.query<{ connections: number; transactions: number }>(
      `select (select count(*)::int from pg_stat_activity
          where datname = current_database() and application_name like 'pasarela%') as connections,
        (select count(*)::int from transactions) as transactions`,
    )
    return {
      minute,
      rssMb: rssBytes(world.gatewayPid()) / 1e6,
      heapMb: (metrics.get('nodejs_heap_size_used_bytes') ?? 0) / 1e6,
      lagMs: (metrics.get('nodejs_eventloop_lag_p99_seconds') ?? 0) * 1_000,
      files: metrics.get('process_open_fds') ?? 0,
      handles: metrics.get('nodejs_active_handles_total') ?? 0,
      connections: rows.rows[0]?.connections ?? 0,
      transactions: rows.rows[0]?.transactions ?? 0,
      cpuShare,
      fullest: fullestOf(metrics),
    }
  }
}

/** Names with their labels as they stand there, and their values. */
export function readMetrics(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

function fullestOf(metrics: ReadonlyMap<string, number>): number {
  const shares = [...metrics]
    .filter(([name]) => name.startsWith('queue_length{'))
    .map(([name, length]) => length / (metrics.get(name.replace('queue_length', 'queue_limit')) ?? 1))
  return Math.max(0, ...shares)
}
