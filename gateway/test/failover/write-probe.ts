import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { PatroniCluster } from './patroni-cluster.ts'
import type { PatroniNode } from './patroni-node.ts'

/** How exactly it is known since when a primary takes writes. */
const probeEveryMs = 100

/** A server that is stopped accepts a connection and says nothing. */
const connectMaxMs = 1_500

/** Shorter gaps are a busy machine. */
const gapMinMs = 1_000

/** Watches by writes of its own, past gateways and proxies, when the cluster takes writes. */
export interface WriteProbe {
  /** When writes were taken again after the longest gap since `fromMs`; undefined: there was none, or it lasts. */
  backAtMs(fromMs: number): number | undefined
  stop(): void
}

/** A commit that waits for its synchronous standby counts when it is done: it is not taken before. */
export function probeWrites({ nodes }: PatroniCluster): WriteProbe {
  const takenAtMs: number[] = []
  let isOver = false
  const open = new Set<pg.Client>()
  const watch = async (node: PatroniNode) => {
    while (!isOver) {
      if (await write(node, open)) takenAtMs.push(performance.now())
      await sleep(probeEveryMs)
    }
  }
  for (const node of nodes) void watch(node)
  return {
    backAtMs: (fromMs) => {
      const times = [fromMs, ...takenAtMs.filter((each) => each > fromMs)]
      const gaps = times.slice(1).map((endMs, index) => ({ endMs, ms: endMs - (times[index] ?? endMs) }))
      const [longest] = gaps.toSorted((a, b) => b.ms - a.ms)
      const lasts = performance.now() - (times.at(-1) ?? 0) > gapMinMs
      return longest && longest.ms > gapMinMs && !lasts ? longest.endMs : undefined
    },
    stop: () => {
      isOver = true
      for (const client of open) client.connection.stream.destroy()
    },
  }
}

async function write(node: PatroniNode, open: Set<pg.Client>): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port: node.port, user: 'owner', database: 'postgres' })
  client.on('error', () => undefined)
  open.add(client)
  const timer = setTimeout(() => client.connection.stream.destroy(), connectMaxMs)
  try {
    await client.connect()
    clearTimeout(timer)
    await client.query('insert into write_probe values (now())')
    return true
  } catch {
    // A standby, or nobody.
    return false
  } finally {
    clearTimeout(timer)
    open.delete(client)
    client.end().catch(() => undefined)
  }
}
