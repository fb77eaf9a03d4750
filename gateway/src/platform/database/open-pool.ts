import pg from 'pg'
import { watchConnections } from './watch-connections.ts'

/** A statement that runs longer than this is stuck; it ends with an error instead of holding its locks. */
const statementTimeoutMs = 15_000

/** The server's own limit comes first; its error then needs this long at most to arrive. */
const answerMarginMs = 3_000

/**
 * An idle connection is probed after this time, then once a second, and ends after ten probes without an answer (Node's
 * own figures). Firewalls forget connections that are silent for longer.
 */
const keepAliveDelayMs = 10_000

/**
 * The server ends sessions whose process is gone without a goodbye, with the locks that they hold: it probes them as we
 * do, gives up what nobody acknowledges, and ends what is idle for longer than the pool keeps a connection. The last one
 * works through a pooler or a proxy too.
 */
const probes =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000'
const ghosts = `${probes} -c idle_session_timeout=60000`

/** How long a caller waits for a connection before it gets `unavailable`: the queue in front of the pool is bounded in time. */
const connectTimeoutMs = 5_000

/**
 * Every statement at run time has its index. While statistics are young (a fresh database, a burst after an outage) the
 * planner would rather read whole tables, and a plan once cached stays: a claim over 10 000 fresh rows took 15 s. Before
 * PostgreSQL 18 a table without a usable index then counts as so dear that the statement would be compiled first, which
 * takes longer than any of ours runs.
 */
const planning = '-c enable_seqscan=off -c jit=off'

export interface PoolOptions {
  /** Undefined: the login role itself. */
  role: 'pasarela_engine' | 'pasarela_reader' | undefined
  max: number
  /** Statements of one connection are sent without waiting for the answers to those before. */
  pipeline?: boolean
  /** As other programs see it; the role's name where it is not given. */
  applicationName?: string
  /** Default: 15 s. */
  statementTimeoutMs?: number
  /** Default: 5 s. */
  connectTimeoutMs?: number
  /** After which an answer is no longer waited for and the connection is destroyed. Default: 3 s beyond the statement's own end. */
  answerTimeoutMs?: number
  /** Carries the bytes of one new connection; asked once for each. Default: a socket. */
  stream?: (() => ConnectionStream) | undefined
  /**
   * `none`: the server ends no statement and no idle session by itself, and the pool keeps idle connections. For
   * whoever has time of their own: the server measures real time. Default: `usual`.
   */
  serverLimits?: 'usual' | 'none'
  onError(error: Error): void
}

/** What the driver writes to and reads from. */
export type ConnectionStream = ReturnType<NonNullable<pg.ClientConfig['stream']>>

/** Connections to one server under one role. */
export function openPool(url: string, options: PoolOptions): pg.Pool {
  const { role, max, onError, stream } = options
  const serverMs = options.statementTimeoutMs ?? statementTimeoutMs
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, BigInt)
  const pool = new pg.Pool({
    connectionString: url,
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
  // A connection that breaks while it is lent out tells nobody else, and an error that nobody hears ends the process.
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/** What the server ends by itself, and when the pool closes what it does not need. */
function limitsOf({ role, serverLimits }: PoolOptions, serverMs: number): pg.PoolConfig {
  const start = (ending: string) => (role ? `-c role=${role} ${planning} ${ending}` : ending)
  if (serverLimits === 'none') return { idleTimeoutMillis: 0, options: start(probes) }
  return {
    statement_timeout: serverMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    options: start(ghosts),
  }
}
