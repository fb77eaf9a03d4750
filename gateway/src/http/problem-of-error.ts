import { Problem } from '../domain/problem.ts'

/** A caller may try again at once after this: a pool or a restarting database needs about a second. */
const unavailableRetrySeconds = 1

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

/**
 * SQLSTATE classes and codes that say "not now" (PostgreSQL manual, appendix A): 08 connection, 53 resources, 57P
 * shutdown, 57014 cancelled by the statement's time limit, 40 rolled back, 55P03 lock not available, 25006 read-only
 * after a failover.
 */
const unavailableState = /^(?:08...|53...|57P..|57014|40...|55P03|25006)$/

/** Messages of the driver's pool, which carry no code. */
const poolMessage =
  /timeout exceeded when trying to connect|connection terminated|not queryable|cannot use a pool after/i

/** What ends the request, whatever was thrown. Unknown errors are `internal_error` with the error as cause. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseAway(error))
    return new Problem('unavailable', { retryAfterSeconds: unavailableRetrySeconds, cause: error })
  return problemOfFramework(error) ?? new Problem('internal_error', { cause: error })
}

/** Whether the request failed because the database could not be reached or could not serve it now. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (unavailableState.test(code) || connectionCodes.includes(code) || poolMessage.test(error.message)) return true
  // PostgreSQL ends a connection, or refuses one, with severity FATAL, whatever the code.
  if ('severity' in error && error.severity === 'FATAL') return true
  return error.cause !== undefined && isDatabaseAway(error.cause)
}

/** Fastify's own refusals, before a handler ran. */
function problemOfFramework(error: unknown): Problem | undefined {
  switch (codeOf(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('body_too_large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported_media_type')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('invalid_header', { message: 'Content-Length does not match the body.' })
    case 'FST_ERR_BAD_URL':
      return new Problem('invalid_header', { message: 'The address holds a malformed percent escape.' })
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_NOT_FOUND':
      return new Problem('not_found')
    default:
      return undefined
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
