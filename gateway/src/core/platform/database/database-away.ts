/**
 * The server did not answer a statement in time. Its connection was destroyed, and the result of the statement is
 * unknown.
 */
export class DatabaseSilentError extends Error {
  readonly code = 'database_silent'

  constructor(timeoutMs: number) {
    super(`the database did not answer within ${timeoutMs} ms`)
    this.name = 'DatabaseSilentError'
  }
}

/** The server is a standby: it answers reads, but no write of ours may go there. */
export class StandbyError extends Error {
  readonly code = '25006'

  constructor() {
    super('the PostgreSQL server is a standby')
    this.name = 'StandbyError'
  }
}

/** No server of a cluster is a primary that may be written to. The message names them, and no password. */
export class NoPrimaryError extends Error {
  /** `sqlclient_unable_to_establish_sqlconnection` */
  readonly code = '08001'

  constructor(reason: string) {
    super(reason)
    this.name = 'NoPrimaryError'
  }
}

/**
 * Somebody cancelled the wait of a commit for its synchronous standby. PostgreSQL calls that a success, but the row stands
 * on one server only and is lost with it. The outcome is unknown.
 */
export class UnprovenCommitError extends Error {
  /** `transaction_resolution_unknown` */
  readonly code = '08007'

  constructor() {
    super('a commit was acknowledged before its standby had it')
    this.name = 'UnprovenCommitError'
  }
}

/** A refused login or an unknown database: waiting does not help. Takes an SQLSTATE. */
export function isRefusedForGood(code: string): boolean {
  return /^(?:28...|3D000)$/.test(code)
}

/** Errors of broken connections. Their codes alone would be those of any other server. */
const brokenConnections = new WeakSet<object>()

/** Remembers an error as one of a connection to the database. */
export function noteBrokenConnection(error: unknown): void {
  if (typeof error === 'object' && error !== null) brokenConnections.add(error)
}

/** Node's codes for a connection that could not be established. */
const unreachable: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOENT',
]

/** Node's codes for a lost connection. A new one may be available at once. */
const lost: readonly string[] = ['ECONNRESET', 'EPIPE']

/**
 * SQLSTATE classes and codes of temporary faults (PostgreSQL manual, appendix A): 08 connection, 53 resources, 57P
 * shutdown, 57014 statement timeout, 40 rollback, 55P03 lock not available, 25006 read-only after a failover.
 */
const unavailableState = /^(?:08...|53...|57P..|57014|40...|55P03|25006)$/

/**
 * Codes of a server that accepts no connection: 08001 and 08004 refused, 53300 too many, 57P03 starting or stopping.
 */
const refusedState = /^(?:08001|08004|53300|57P03)$/

/** Messages of the driver's pool, which have no code. */
const noConnectionMessage =
  /timeout exceeded when trying to connect|terminated due to connection timeout|timeout expired|cannot use a pool after/i
const poolMessage = /connection terminated|not queryable/i

/** Whether the database was unreachable, or could not serve the request at that moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (isConnectionAway(error) || unavailableState.test(code) || lost.includes(code)) return true
  if (poolMessage.test(error.message)) return true
  // PostgreSQL closes or refuses a connection with severity FATAL and various codes.
  if ('severity' in error && error.severity === 'FATAL') return true
  return error.cause !== undefined && isDatabaseAway(error.cause)
}

/**
 * Whether no connection was available, or the connection stayed silent. Another attempt at that moment would wait just
 * as long in vain.
 */
export function isConnectionAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseSilentError || error instanceof StandbyError) return true
  // The row stands where the commit was made: written again at once, it would be found there and acknowledged.
  if (error instanceof UnprovenCommitError) return true
  const code = codeOf(error)
  if (code === '') return noConnectionMessage.test(error.message)
  return unreachable.includes(code) || refusedState.test(code)
}

/** SQLSTATE of a server that ends or refuses connections, or takes no writes. */
const awayState = /^(?:08...|57P..|25006)$/

/** Whether an error shows that the database server itself is away, and not one statement or one row. */
export function isServerAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseSilentError || brokenConnections.has(error)) return true
  if (awayState.test(codeOf(error)) || ('severity' in error && error.severity === 'FATAL')) return true
  return isServerAway(error.cause)
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
