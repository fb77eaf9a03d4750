import pg from 'pg'

/** A statement that runs longer than this is stuck; it ends with an error instead of holding its locks. */
const statementTimeoutMs = 15_000

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
  /** After which an answer is no longer waited for, whatever has become of the server. Default: the statement's own end. */
  answerTimeoutMs?: number
  onError(error: Error): void
}

/** Connections to one server under one role. */
export function openPool(url: string, options: PoolOptions): pg.Pool {
  const { role, max, onError } = options
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, BigInt)
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline: options.pipeline ?? false,
    types,
    connectionTimeoutMillis: options.connectTimeoutMs ?? connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs ?? statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    ...(options.answerTimeoutMs === undefined ? {} : { query_timeout: options.answerTimeoutMs }),
    application_name: options.applicationName ?? role ?? 'pasarela_owner',
    ...(role ? { options: `-c role=${role} ${planning}` } : {}),
  })
  pool.on('error', onError)
  // A connection that breaks while it is lent out tells nobody else, and an error that nobody hears ends the process.
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}
