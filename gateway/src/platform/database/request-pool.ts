import type pg from 'pg'
import { Problem } from '../../values/problem.ts'
import type { Metrics } from '../log/metrics.ts'
import { type Database, listsOf } from './database.ts'

/** Requests that wait for a connection at once: more than is served within a second by statements that take a few milliseconds. */
const waitersMax = 1_000

/** A queue that takes longer than this to be served lets nobody join. */
const queueMaxMs = 1_000

/** Who joined in time outlasts a short stall of the disk, and then hears that it takes longer. */
const waitMaxMs = 2_000

/** By then a queue of a second has been served. */
const retrySeconds = 1

/** How fast connections come back is judged over stretches of this length, while somebody waits. */
const stretchMs = 500

/** The same database for requests, which never wait long for a connection. */
export function requestDatabase(database: Database, metrics: Metrics): Database {
  const engine = requestPool(database.engine, { name: 'engine', metrics })
  const reader = requestPool(database.reader, { name: 'reader', metrics })
  return { ...database, engine, reader, lists: listsOf({ engine, reader }) }
}

export interface RequestPoolOptions {
  /** Stands in the metrics. */
  name: string
  metrics: Metrics
  nowMs?: () => number
}

/**
 * The same pool for those who answer requests: where the queue for a connection is longer than what is served within a
 * second, they hear `unavailable` at once instead of waiting for it. Whoever writes what was accepted, and the
 * loops, keep to the pool itself: their number is bounded, and they may wait.
 */
export function requestPool(pool: pg.Pool, options: RequestPoolOptions): pg.Pool {
  const { name, metrics } = options
  const isTooLong = queueCheck(pool, options.nowMs ?? (() => performance.now()))
  const refuse = () => {
    metrics.refused.inc({ why: `database_${name}` })
    return new Problem('unavailable', {
      message: 'The gateway is full at the moment.',
      retryAfterSeconds: retrySeconds,
    })
  }
  metrics.queues.watch(`database_${name}`, { max: waitersMax, length: () => pool.waitingCount })

  async function connect(): Promise<pg.PoolClient> {
    if (hasRoom(pool)) return await pool.connect()
    if (isTooLong()) throw refuse()
    return await within(pool.connect(), refuse)
  }
  async function query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    if (hasRoom(pool)) return await pool.query(statement)
    const client = await connect()
    try {
      const result = await client.query(statement)
      client.release()
      return result
    } catch (error) {
      // As the pool's own query does: whatever broke may have broken the connection.
      client.release(error instanceof Error ? error : true)
      throw error
    }
  }
  return new Proxy(pool, {
    get: (target, property) => {
      if (property === 'connect') return connect
      if (property === 'query') return query
      const value: unknown = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function hasRoom(pool: pg.Pool): boolean {
  return pool.waitingCount === 0 && (pool.idleCount > 0 || pool.totalCount < (pool.options.max ?? 0))
}

/** Whether whoever joins the queue now would wait for longer than a second, by how fast it moved in the last stretch. */
function queueCheck(pool: pg.Pool, nowMs: () => number): () => boolean {
  let served = 0
  let stretch: { sinceMs: number; served: number } | undefined
  let perMs: number | undefined
  pool.on('acquire', () => served++)
  return () => {
    const waiting = pool.waitingCount
    const now = nowMs()
    if (waiting === 0 || stretch === undefined || now - stretch.sinceMs > 2 * queueMaxMs) {
      stretch = { sinceMs: now, served }
      perMs = undefined
      return false
    }
    if (now - stretch.sinceMs >= stretchMs) {
      perMs = (served - stretch.served) / (now - stretch.sinceMs)
      stretch = { sinceMs: now, served }
    }
    if (waiting >= waitersMax) return true
    // As many as there are connections may always wait: one stall of the disk refuses nobody.
    return perMs !== undefined && waiting > Math.max(pool.options.max ?? 0, perMs * queueMaxMs)
  }
}

/** A connection that comes too late goes back for others. */
async function within(connecting: Promise<pg.PoolClient>, refusal: () => Problem): Promise<pg.PoolClient> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), waitMaxMs)
  })
  const first = await Promise.race([connecting, late]).finally(() => clearTimeout(timer))
  if (first !== 'late') return first
  connecting.then(
    (client) => client.release(),
    () => undefined,
  )
  throw refusal()
}
