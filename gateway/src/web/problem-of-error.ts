import { codeOf, isDatabaseAway } from '../platform/database/database-away.ts'
import { Problem } from '../values/problem.ts'

/** Seconds after which a caller may retry. A pool or a restarting database needs about a second. */
const unavailableRetrySeconds = 1

/** Converts any thrown value to a Problem. Unknown errors become `internal_error` with the error as cause. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseAway(error))
    return new Problem('unavailable', { retryAfterSeconds: unavailableRetrySeconds, cause: error })
  return problemOfFramework(error) ?? new Problem('internal_error', { cause: error })
}

/** Fastify's own refusals before a handler runs. */
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
