import type pg from 'pg'
import { say } from '../../texts/messages/say.ts'
import { Problem } from '../../values/problem.ts'
import { processLimits } from '../limits/process-limits.ts'
import type { Metrics } from '../log/metrics.ts'
import { type Database, listsOf } from './database.ts'

const waitersMax = processLimits.database_engine.max

/** Longest expected waiting time. Beyond it a new request is refused. */
const queueMaxMs = 1_000

/** Longest waiting time of an accepted request. It covers a short stall of the disk. */
const waitMaxMs = 2_000

/** After this time the queue of one second is served. */
const retrySeconds = 1

/** Interval in which the speed of the queue is measured. */
const intervalMs = 500

/** The same database for requests, which never wait long for a connection. */
export function requestDatabase(database: Database, metrics: Metrics): Database {
  const engine = requestPool(database.engine, { name: 'engine', metrics })
  const reader = requestPool(database.reader, { name: 'reader', metrics })
  return { ...database, engine, reader, lists: listsOf({ engine, reader }) }
}

export interface RequestPoolOptions {
  /** Name in the metrics. */
  name: 'engine' | 'reader'
  metrics: Metrics
  nowMs?: () => number
}

/**
 * The same pool for requests. If the queue for a connection is longer than one second of work, a request gets
 * `unavailable` at once. Writers of accepted work and the loops use the pool itself: their number is limited, and they
 * may wait.
 */
export function requestPool(pool: pg.Pool, options: RequestPoolOptions): pg.Pool {
  const { name, metrics } = options
  const isTooLong = queueCheck(pool, options.nowMs ?? (() => performance.now()))
  const refuse = () => {
    metrics.refused.inc({ why: `database_${name}` })
    return new Problem('unavailable', {
      message: say('gateway.full'),
      retryAfterSeconds: retrySeconds,
    })
  }
  metrics.queues.watch(`database_${name}`, { max: waitersMax, length: () => pool.waitingCount })

  async function connect(): Promise<pg.PoolClient> {
    if (hasFreeConnection(pool)) return await pool.connect()
    if (isTooLong()) throw refuse()
    return await within(pool.connect(), refuse)
  }
  async function query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    if (hasFreeConnection(pool)) return await pool.query(statement)
    const client = await connect()
    try {
      const result = await client.query(statement)
      client.release()
      return result
    } catch (error) {
      // The same as the pool's own `query`: an error may have broken the connection.
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

function hasFreeConnection(pool: pg.Pool): boolean {
  return pool.waitingCount === 0 && (pool.idleCount > 0 || pool.totalCount < (pool.options.max ?? 0))
}

/**
 * Returns a function that checks whether a new request would wait longer than a second, by the speed of the queue in
 * the last interval.
 */
function queueCheck(pool: pg.Pool, nowMs: () => number): () => boolean {
  let served = 0
  let interval: { sinceMs: number; served: number } | undefined
  let perMs: number | undefined
  pool.on('acquire', () => served++)
  return () => {
    const waiting = pool.waitingCount
    const now = nowMs()
    if (waiting === 0 || interval === undefined || now - interval.sinceMs > 2 * queueMaxMs) {
      interval = { sinceMs: now, served }
      perMs = undefined
      return false
    }
    if (now - interval.sinceMs >= intervalMs) {
      perMs = (served - interval.served) / (now - interval.sinceMs)
      interval = { sinceMs: now, served }
    }
    if (waiting >= waitersMax) return true
    // As many requests as connections may always wait, so that one stall of the disk refuses no request.
    return perMs !== undefined && waiting > Math.max(pool.options.max ?? 0, perMs * queueMaxMs)
  }
}

/** Waits for a connection. A connection that arrives too late is released for other requests. */
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
