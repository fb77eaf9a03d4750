import type { Db } from './database.ts'

/** A process without a beat for this time, five beats, is dead or disconnected. */
const silentSecondsMax = 5

/** Operators are alerted about a larger clock difference. NTP keeps it far smaller. */
export const alertAheadMs = 2_000

/** Rows of dead processes are deleted after this time. */
const keptSeconds = 60

/**
 * Records that a process is alive and its clock's lead, and counts the other live processes. Uses real time, so that a
 * moved clock does not make a process look dead.
 */
export async function beatNode(
  db: Db,
  node: { name: string; role: 'all' | 'api' | 'worker'; clockAheadMs: number },
): Promise<{ api: number; worker: number }> {
  const found = await db.query<{ api: number; worker: number }>({
    name: 'beat-node',
    text: `with beat as (
        insert into gateway_nodes (name, role, seen_at, clock_ahead_ms) values ($1, $2, statement_timestamp(), $3)
        on conflict (name) do update set seen_at = excluded.seen_at, clock_ahead_ms = excluded.clock_ahead_ms),
      expired as (
        delete from gateway_nodes where name in (
          select name from gateway_nodes where seen_at < statement_timestamp() - interval '${keptSeconds} seconds'
          for update skip locked))
      select count(*) filter (where role <> 'worker')::int as api, count(*) filter (where role <> 'api')::int as worker
      from gateway_nodes
      where name <> $1 and seen_at > statement_timestamp() - interval '${silentSecondsMax} seconds'`,
    values: [node.name, node.role, Math.round(node.clockAheadMs)],
  })
  return found.rows[0] ?? { api: 0, worker: 0 }
}

/** The last beat of any process in Unix milliseconds; undefined without any. */
export async function readLastBeatMs(db: Db): Promise<number | undefined> {
  const found = await db.query<{ last: number | null }>({
    name: 'read-last-beat',
    text: 'select (extract(epoch from max(seen_at)) * 1000)::float8 as last from gateway_nodes',
  })
  return found.rows[0]?.last ?? undefined
}

export async function removeNode(db: Db, name: string): Promise<void> {
  await db.query({ name: 'remove-node', text: 'delete from gateway_nodes where name = $1', values: [name] })
}
