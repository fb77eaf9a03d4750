/** The server left a statement without an answer: its connection was destroyed, and nobody knows what became of it. */
export class DatabaseSilentError extends Error {
  readonly code = 'database_silent'

  constructor(timeoutMs: number) {
    super(`the database did not answer within ${timeoutMs} ms`)
    this.name = 'DatabaseSilentError'
  }
}

/** Codes of Node for a connection that could not be made. */
const unreachable: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOENT',
]

/** And for one that was lost: the next one may be had at once. */
const lost: readonly string[] = ['ECONNRESET', 'EPIPE']

/**
 * SQLSTATE classes and codes that say "not now" (PostgreSQL manual, appendix A): 08 connection, 53 resources, 57P
 * shutdown, 57014 cancelled by the statement's time limit, 40 rolled back, 55P03 lock not available, 25006 read-only
 * after a failover.
 */
const unavailableState = /^(?:08...|53...|57P..|57014|40...|55P03|25006)$/

/** Those of a server that takes no connection: 08001 and 08004 refused, 53300 too many, 57P03 starting or stopping. */
const refusedState = /^(?:08001|08004|53300|57P03)$/

/** Messages of the driver's pool, which carry no code. */
const noConnectionMessage =
  /timeout exceeded when trying to connect|terminated due to connection timeout|timeout expired|cannot use a pool after/i
const poolMessage = /connection terminated|not queryable/i

/** Whether something failed because the database could not be reached or could not serve it now. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (isConnectionAway(error) || unavailableState.test(code) || lost.includes(code)) return true
  if (poolMessage.test(error.message)) return true
  // PostgreSQL ends a connection, or refuses one, with severity FATAL, whatever the code.
  if ('severity' in error && error.severity === 'FATAL') return true
  return error.cause !== undefined && isDatabaseAway(error.cause)
}

/** Whether no connection could be had, or the one there was stayed silent: whoever else asks now waits as long for nothing. */
export function isConnectionAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseSilentError) return true
  const code = codeOf(error)
  if (code === '') return noConnectionMessage.test(error.message)
  return unreachable.includes(code) || refusedState.test(code)
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
