import type pg from 'pg'
import { DatabaseSilentError } from './database-away.ts'

/** A process that was stopped for a while finds its timers due before it has read what came meanwhile. */
const graceMs = 1_000

/** A connection that is closed says goodbye to the server; one whose packets vanish would wait for minutes. */
const closeMaxMs = 2_000

/** What connections of one pool did last. Milliseconds of `performance.now()`. */
export interface PoolHealth {
  /** The server answered a statement; undefined: never. */
  answeredAtMs: number | undefined
  /** A connection could not be made, broke or stayed silent; undefined: never. */
  failedAtMs: number | undefined
}

interface Watch {
  /** Undefined: this connection's statements may take as long as they need. */
  answerTimeoutMs: number | undefined
  timer: NodeJS.Timeout | undefined
  lent: boolean
  ended: boolean
}

const watches = new WeakMap<object, Watch>()
const healths = new WeakMap<object, PoolHealth>()

/**
 * Ends every connection of the pool that leaves its oldest statement without an answer for `answerTimeoutMs`. Its socket is
 * destroyed: nothing more is sent over it, no rollback either, and each of its statements fails with a
 * `DatabaseSilentError` at once. The pool's idle connections went the same way to the server, so they are destroyed too.
 *
 * The limit is our own instead of the driver's `query_timeout`: that error has no code, leaves a connection without
 * pipelining in the pool, and counts the time that a statement waits behind others of its connection.
 */
export function watchConnections(pool: pg.Pool, answerTimeoutMs: number): void {
  const health: PoolHealth = { answeredAtMs: undefined, failedAtMs: undefined }
  const clients = new Set<pg.PoolClient>()
  healths.set(pool, health)
  const failed = () => {
    health.failedAtMs = performance.now()
  }
  pool.on('connect', (client) => {
    clients.add(client)
    watchClient(client, {
      answerTimeoutMs,
      answered: () => {
        health.answeredAtMs = performance.now()
      },
      silent: () => {
        failed()
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
  // Every statement asks for its connection here: the pool itself tells nobody that it got none.
  pool.connect = ((callback?: Callback) => {
    if (callback === undefined) return connect().catch(rethrowAfter(failed))
    return connect((error, client, done) => {
      if (error) failed()
      callback(error, client, done)
    })
  }) as typeof pool.connect
}

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void

function rethrowAfter(note: () => void) {
  return (error: unknown): never => {
    note()
    throw error
  }
}

/** What is known of the connections of a pool that `watchConnections` watches. */
export function healthOf(pool: pg.Pool): PoolHealth {
  return healths.get(pool) ?? { answeredAtMs: undefined, failedAtMs: undefined }
}

/**
 * Lets the statements of this lent connection take as long as they need, until it is closed: for migrations and indexes.
 * TCP keepalive still ends it when the server is gone, because nothing that was sent waits to be acknowledged.
 */
export function waitWithoutLimit(client: pg.PoolClient): void {
  const watch = watches.get(client)
  if (watch) watch.answerTimeoutMs = undefined
}

interface Hearing {
  answerTimeoutMs: number
  answered(): void
  silent(): void
}

function watchClient(client: pg.PoolClient, hearing: Hearing): void {
  const watch: Watch = { answerTimeoutMs: hearing.answerTimeoutMs, timer: undefined, lent: true, ended: false }
  watches.set(client, watch)
  const expired = () => {
    const timeoutMs = watch.answerTimeoutMs
    if (timeoutMs === undefined) return
    watch.timer = setTimeout(() => {
      hearing.silent()
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
  // `drain`: every statement has its answer. `readyForQuery`: one more has it, and the next one's time begins.
  client.on('drain', stop)
  connectionOf(client).on('readyForQuery', () => {
    hearing.answered()
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

/** Whoever waits in the pool for a place gets it when the connection before has ended: that must come. */
function boundClosing(client: pg.PoolClient): void {
  const end = client.end.bind(client) as (...args: unknown[]) => unknown
  client.end = ((...args: unknown[]) => {
    const timer = setTimeout(() => connectionOf(client).stream.destroy(), closeMaxMs).unref()
    client.once('end', () => clearTimeout(timer))
    return end(...args)
  }) as typeof client.end
}

/** The driver's own connection: it emits the protocol's messages by their names. */
function connectionOf(client: pg.PoolClient): pg.Connection {
  return client.connection
}
