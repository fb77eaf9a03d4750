import type pg from 'pg'
import { DatabaseSilentError, noteBrokenConnection } from './database-away.ts'

/**
 * After a pause of the process, timers expire before it reads data that has arrived meanwhile. This extra time lets it
 * read them.
 */
const graceMs = 1_000

/**
 * Limit of closing a connection. Closing sends a message to the server, and without a route it would wait for minutes.
 */
const closeMaxMs = 2_000

/** Last results of a pool's connections, in milliseconds of `performance.now()`. */
export interface PoolHealth {
  /** Last answer to a statement; undefined: never. */
  answeredAtMs: number | undefined
  /** Last time a connection could not be established, broke or stayed silent; undefined: never. */
  failedAtMs: number | undefined
}

interface Watch {
  /** Undefined: the connection's statements have no limit. */
  answerTimeoutMs: number | undefined
  timer: NodeJS.Timeout | undefined
  lent: boolean
  ended: boolean
}

const watches = new WeakMap<object, Watch>()
const healths = new WeakMap<object, PoolHealth>()

/**
 * Destroys every connection of the pool whose oldest statement has no answer within `answerTimeoutMs`. Nothing more is
 * sent over its socket, not even a rollback, and each of its statements fails with a `DatabaseSilentError` at once. The
 * pool's idle connections use the same network path, so they are destroyed too.
 *
 * This replaces the driver's `query_timeout`. That error has no code, leaves a connection without pipelining in the
 * pool, and counts the time that a statement waits behind others of its connection.
 */
export function watchConnections(pool: pg.Pool, answerTimeoutMs: number): void {
  const health: PoolHealth = { answeredAtMs: undefined, failedAtMs: undefined }
  const clients = new Set<pg.PoolClient>()
  healths.set(pool, health)
  const failed = (error: unknown) => {
    health.failedAtMs = performance.now()
    noteBrokenConnection(error)
  }
  pool.on('connect', (client) => {
    clients.add(client)
    watchClient(client, {
      answerTimeoutMs,
      answered: () => {
        health.answeredAtMs = performance.now()
      },
      silent: () => {
        failed(undefined)
        for (const other of clients) {
          if (other !== client && !watches.get(other)?.lent) destroy(other, answerTimeoutMs)
        }
      },
    })
    client.on('error', failed)
    client.once('end', () => clients.delete(client))
  })
  pool.on('acquire', (client) => setLent(client, true))
  pool.on('release', (_error, client) => setLent(client, false))
  const connect = pool.connect.bind(pool)
  // Every statement gets its connection here. The pool itself does not report failed attempts.
  pool.connect = ((callback?: Callback) => {
    if (callback === undefined) return connect().catch(rethrowAfter(failed))
    return connect((error, client, done) => {
      if (error) failed(error)
      callback(error, client, done)
    })
  }) as typeof pool.connect
}

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void

function rethrowAfter(record: (error: unknown) => void) {
  return (error: unknown): never => {
    record(error)
    throw error
  }
}

/** The health of a pool that `watchConnections` watches. */
export function healthOf(pool: pg.Pool): PoolHealth {
  return healths.get(pool) ?? { answeredAtMs: undefined, failedAtMs: undefined }
}

/**
 * Removes the limit of this connection until it is closed: for migrations and indexes. TCP keepalive still ends it if
 * the server is gone, because no sent data waits for an acknowledgement.
 */
export function waitWithoutLimit(client: pg.PoolClient): void {
  const watch = watches.get(client)
  if (watch) watch.answerTimeoutMs = undefined
}

interface AnswerListener {
  answerTimeoutMs: number
  answered(): void
  silent(): void
}

function watchClient(client: pg.PoolClient, listener: AnswerListener): void {
  const watch: Watch = { answerTimeoutMs: listener.answerTimeoutMs, timer: undefined, lent: true, ended: false }
  watches.set(client, watch)
  const expired = () => {
    const timeoutMs = watch.answerTimeoutMs
    if (timeoutMs === undefined) return
    watch.timer = setTimeout(() => {
      listener.silent()
      destroy(client, timeoutMs)
    }, graceMs).unref()
  }
  const stop = () => {
    clearTimeout(watch.timer)
    watch.timer = undefined
  }
  const start = () => {
    if (watch.answerTimeoutMs === undefined || watch.ended) return
    watch.timer = setTimeout(expired, watch.answerTimeoutMs - graceMs).unref()
  }
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    if (watch.timer === undefined) start()
    return query(...args)
  }) as typeof client.query
  // `drain`: every statement is answered. `readyForQuery`: one more statement is answered, and the limit of the next
  // one starts.
  client.on('drain', stop)
  connectionOf(client).on('readyForQuery', () => {
    listener.answered()
    if (watch.timer === undefined) return
    stop()
    start()
  })
  client.once('end', () => {
    watch.ended = true
    stop()
  })
  boundClosing(client)
}

function setLent(client: pg.PoolClient, lent: boolean): void {
  const watch = watches.get(client)
  if (watch) watch.lent = lent
}

function destroy(client: pg.PoolClient, timeoutMs: number): void {
  connectionOf(client).stream.destroy(new DatabaseSilentError(timeoutMs))
}

/** A waiting request gets a connection only when the previous one has ended, so the end must be bounded. */
function boundClosing(client: pg.PoolClient): void {
  const end = client.end.bind(client) as (...args: unknown[]) => unknown
  client.end = ((...args: unknown[]) => {
    const timer = setTimeout(() => connectionOf(client).stream.destroy(), closeMaxMs).unref()
    client.once('end', () => clearTimeout(timer))
    return end(...args)
  }) as typeof client.end
}

/** The driver's internal connection, which emits protocol messages as events. */
function connectionOf(client: pg.PoolClient): pg.Connection {
  return client.connection
}
