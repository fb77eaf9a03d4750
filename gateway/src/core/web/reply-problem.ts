import type { FastifyInstance, FastifyReply } from 'fastify'
import { codeOf, isDatabaseAway } from '../platform/database/database-away.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { languageAsked, textsIn } from '../texts/language.ts'
import type { Language } from '../texts/messages/languages.ts'
import { say, textOf } from '../texts/messages/say.ts'
import {
  type FieldProblem,
  fieldCodes,
  httpStatusOf,
  Problem,
  type ProblemType,
  problemCatalogue,
} from '../values/problem.ts'
import { pathOf } from './request-context.ts'

/** Format of every refusal (contract section 3, Errors). */
export interface ProblemBody {
  /** `error` for payouts, `fail` for everything else (spec, Errors). */
  status: 'fail' | 'error'
  message: string
  data: null
  error: Record<string, unknown> & { code: string; message: string }
  errors: readonly { code: string; param: string; message: string; detail?: string }[]
}

/** Renders a problem. All problems of the API are rendered here. */
export function replyProblem(reply: FastifyReply, problem: Problem, deps: Pick<PlatformDeps, 'site'>): FastifyReply {
  const { request } = reply
  const language = languageAsked(request.headers['accept-language']) ?? 'en'
  setProblemHeaders(reply, problem)
  reply.header('content-language', language).header('vary', 'accept-language')
  const body = problemBody(problem, {
    language,
    publicUrl: deps.site.url(),
    requestId: request.id,
    status: statusWordOf(pathOf(request)),
  })
  request.refusal = { code: body.error.code, fields: body.errors.map(({ param }) => param) }
  return reply.code(httpStatusOf(problem.code)).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** Sets `Retry-After` in whole seconds, and `WWW-Authenticate` with 401. */
export function setProblemHeaders(reply: FastifyReply, problem: Problem): void {
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds))
  if (httpStatusOf(problem.code) === 401) reply.header('www-authenticate', 'Bearer realm="pasarela"')
}

export function problemBody(
  problem: Problem,
  context: { language: Language; publicUrl: string; requestId: string; status: ProblemBody['status'] },
): ProblemBody {
  const { language } = context
  const only = onlyField(problem)
  const code = only?.code ?? problem.code
  const { message, detail } = localizeProblem(problem, language)
  return {
    status: context.status,
    message,
    data: null,
    error: {
      ...factsIn(problem, language),
      type: problemCatalogue[problem.code].type,
      code,
      param: problem.param ?? only?.param ?? null,
      message,
      ...(detail !== undefined && { detail }),
      doc_url: `${context.publicUrl}/docs/errors#${code}`,
      request_id: context.requestId,
    },
    errors: fieldsIn(problem.fields, language),
  }
}

/** A single wrong field gives `error` its code and message (contract section 3, example). */
function onlyField(problem: Problem) {
  return problem.code === 'validation_failed' && problem.fields.length === 1 ? problem.fields[0] : undefined
}

function localizeProblem(problem: Problem, language: Language): LocalizedFault {
  const only = onlyField(problem) ?? (problem.code === 'unknown_parameter' ? problem.fields[0] : undefined)
  if (only) return localizeFault(only, language)
  if (problem.code === 'validation_failed' && problem.fields.length > 1)
    return { message: textsIn(language).severalFields(problem.fields.length) }
  if (language === 'en') return { message: problem.message }
  const { said } = problem
  if (typeof said !== 'string') return { message: textOf(said, language) }
  const isPrecise = problem.message !== problemCatalogue[problem.code].message
  return { message: textsIn(language).problems[problem.code], ...(isPrecise && { detail: problem.message }) }
}

/** A refusal may also have warnings, which are translated. */
function factsIn({ facts }: Problem, language: Language): Problem['facts'] {
  const { warnings } = facts
  return Array.isArray(warnings) ? { ...facts, warnings: fieldsIn(warnings, language) } : facts
}

export function statusWordOf(path: string): ProblemBody['status'] {
  return path.startsWith('/api/v1/payments/payout_hth') ? 'error' : 'fail'
}

/** All codes of replies, for the documentation: problems first, then field codes. */
export function allErrorCodes(): { code: string; http: number; type: ProblemType }[] {
  const problems = Object.entries(problemCatalogue).map(([code, { http, type }]) => ({ code, http, type }))
  const { http, type } = problemCatalogue.validation_failed
  const fields = Object.keys(fieldCodes).filter((code) => !(code in problemCatalogue))
  return [...problems, ...fields.map((code) => ({ code, http, type }))]
}

/** What a code of a reply means, in the language; the code itself where no list has it any more. */
export function meaningOf(code: string, language: Language): string {
  const { problems, fields } = textsIn(language)
  const meanings: Readonly<Record<string, string>> = { ...fields, ...problems }
  return meanings[code] ?? code
}

/** Seconds after which a caller may retry. A pool or a restarting database needs about a second. */
export const unavailableRetrySeconds = 1

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
      return new Problem('invalid_header', { message: say('header.content_length') })
    case 'FST_ERR_BAD_URL':
      return new Problem('invalid_header', { message: say('header.percent_escape') })
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_NOT_FOUND':
      return new Problem('not_found')
    default:
      return undefined
  }
}

/** Texts about a fault: `message` in the requested language, and the precise English sentence if it says more. */
export interface LocalizedFault {
  message: string
  detail?: string
}

/** A fault as a reply has it. */
export type SaidFault = Omit<FieldProblem, 'message'> & LocalizedFault

/** Wrong or unusual fields, as a reply lists them. */
export function fieldsIn(fields: readonly FieldProblem[], language: Language): SaidFault[] {
  return fields.map(({ code, param, ...field }) => ({
    code,
    param,
    ...localizeFault({ code, param, ...field }, language),
  }))
}

/**
 * Other languages have the field's path and the translated sentence of the check; where that has no translation, the
 * meaning of its code. The precise English sentence stays beside it.
 */
export function localizeFault({ code, param, message }: FieldProblem, language: Language): LocalizedFault {
  const english = String(message)
  if (language === 'en') return { message: english }
  const text = typeof message === 'string' ? textsIn(language).fields[code] : textOf(message, language)
  return {
    message: param === '' ? text : `${param}: ${text}`,
    ...(english !== fieldCodes[code] && { detail: english }),
  }
}

/** Translates the warnings of a successful reply to the requested language. The codes stay. */
export function translateWarnings(app: FastifyInstance): void {
  app.addHook('preSerialization', (request, _reply, payload: unknown, done) => {
    if (!hasWarnings(payload)) return done(null, payload)
    const language = languageAsked(request.headers['accept-language']) ?? 'en'
    return done(null, { ...payload, warnings: fieldsIn(payload.warnings, language) })
  })
}

/** Only `success` of `payments/replies.ts` writes warnings; the reply of a failed payout includes them. */
function hasWarnings(payload: unknown): payload is { status: 'success' | 'error'; warnings: readonly FieldProblem[] } {
  return typeof payload === 'object' && payload !== null && 'warnings' in payload && Array.isArray(payload.warnings)
}
