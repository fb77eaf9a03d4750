import pg from 'pg'
import { readDatabaseAddress } from './hosts.ts'
import { PrimaryClient } from './primary-client.ts'
import type { PrimaryFinder } from './primary-finder.ts'
import { watchConnections } from './watch-connections.ts'

/** Limit of a statement. A stuck statement ends with an error instead of holding its locks. */
const statementTimeoutMs = 15_000

/** Time for the error of the server's own limit to arrive. */
const answerMarginMs = 3_000

/**
 * An idle connection is probed after this time and then once a second. It ends after ten probes without an answer
 * (Node's defaults). Firewalls drop connections that are silent for longer.
 */
const keepAliveDelayMs = 10_000

/**
 * The server ends sessions of vanished processes, with their locks. It probes connections, drops unacknowledged data,
 * and ends sessions that are idle for longer than the pool keeps a connection. The idle limit works through a pooler or
 * proxy too.
 */
const probes =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000'
const ghosts = `${probes} -c idle_session_timeout=60000`

/**
 * How long a caller waits for a connection before it gets `unavailable`. It limits the waiting time in the pool's
 * queue.
 */
const connectTimeoutMs = 5_000

/**
 * Every run-time statement has an index. With outdated statistics (a fresh database, a burst after an outage) the
 * planner would read whole tables, and a cached plan stays: a claim over 10 000 fresh rows took 15 s. Before PostgreSQL
 * 18, disabled plans have a very high cost, which triggers JIT compilation. It takes longer than any of these
 * statements.
 */
const planning = '-c enable_seqscan=off -c jit=off'

export interface PoolOptions {
  /** Undefined: the login role. */
  role: 'pasarela_engine' | 'pasarela_reader' | undefined
  max: number
  /** True: a connection sends statements without waiting for earlier answers. */
  pipeline?: boolean
  /** `standby`: the server may be one. Default: a connection to a standby is refused. */
  server?: 'primary' | 'standby'
  /** Finds the primary where the address names several servers. */
  finder?: PrimaryFinder | undefined
  /** `application_name` of the sessions. Default: the role's name. */
  applicationName?: string
  /** Default: 15 s. */
  statementTimeoutMs?: number
  /** Default: 5 s. */
  connectTimeoutMs?: number
  /** Time after which a connection without an answer is destroyed. Default: 3 s more than the statement limit. */
  answerTimeoutMs?: number
  /** Returns the stream of one new connection; called once for each. Default: a socket. */
  stream?: (() => ConnectionStream) | undefined
  /**
   * `none`: the server has no time limits for statements and idle sessions, and the pool keeps idle connections. For
   * processes with a simulated clock, because the server measures real time. Default: `usual`.
   */
  serverLimits?: 'usual' | 'none'
  onError(error: Error): void
}

/** The stream of the driver. */
export type ConnectionStream = ReturnType<NonNullable<pg.ClientConfig['stream']>>

/** Opens a pool of connections to one server with one role. */
export function openPool(url: string, options: PoolOptions): pg.Pool {
  const { role, max, onError, stream } = options
  const serverMs = options.statementTimeoutMs ?? statementTimeoutMs
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, BigInt)
  const pool = new pg.Pool({
    connectionString: readDatabaseAddress(url)?.url ?? url,
    ...(options.server === 'standby' ? {} : { Client: PrimaryClient, finder: options.finder }),
    max,
    pipeline: options.pipeline ?? false,
    types,
    connectionTimeoutMillis: options.connectTimeoutMs ?? connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    application_name: options.applicationName ?? role ?? 'pasarela_owner',
    ...limitsOf(options, serverMs),
    ...(stream ? { stream } : {}),
  })
  watchConnections(pool, options.answerTimeoutMs ?? serverMs + answerMarginMs)
  pool.on('error', onError)
  // The pool does not report errors of connections in use, and an unhandled error event ends the process.
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/** Time limits of the server, and of idle connections in the pool. */
function limitsOf({ role, serverLimits }: PoolOptions, serverMs: number): pg.PoolConfig {
  const start = (ending: string) => (role ? `-c role=${role} ${planning} ${ending}` : ending)
  if (serverLimits === 'none') return { idleTimeoutMillis: 0, options: start(probes) }
  return {
    statement_timeout: serverMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    options: start(ghosts),
  }
}
