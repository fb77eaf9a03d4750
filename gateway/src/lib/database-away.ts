/** Codes of Node for a connection that could not be made or was lost. */
const connectionCodes: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOENT',
]

/** SQLSTATE classes that no statement has to itself (PostgreSQL manual, appendix A): 08 connection, 53 resources, 57P shutdown. */
const connectionState = /^(?:08...|53...|57P..)$/

/**
 * And those that say "not now" to one statement: 57014 cancelled by its time limit, 40 rolled back, 55P03 lock not
 * available, 25006 read-only after a failover.
 */
const statementState = /^(?:57014|40...|55P03|25006)$/

/** Messages of the driver's pool, which carry no code. */
const poolMessage =
  /timeout exceeded when trying to connect|connection terminated|not queryable|cannot use a pool after/i

/** Whether something failed because the database could not be reached or could not serve it now. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (statementState.test(codeOf(error)) || isConnectionAway(error)) return true
  return error.cause !== undefined && isDatabaseAway(error.cause)
}

/** Whether there was no connection, or it ended: whatever else is asked at this moment fails as well. */
export function isConnectionAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (connectionState.test(code) || connectionCodes.includes(code) || poolMessage.test(error.message)) return true
  // PostgreSQL ends a connection, or refuses one, with severity FATAL, whatever the code.
  return 'severity' in error && error.severity === 'FATAL'
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
