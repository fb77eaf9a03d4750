import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageAsked, textsIn } from '../texts/language.ts'
import { sentenceIn } from '../texts/sentences.ts'
import type { Language } from '../values/language.ts'
import { fieldCodes, httpStatusOf, type Problem, problemCatalogue } from '../values/problem.ts'
import { fieldsIn, type LocalizedFault, localizeFault } from './field-names.ts'
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

/** Renders a problem. All problems of the API are rendered here. `publicUrl` without a trailing slash. */
export function replyProblem(
  reply: FastifyReply,
  problem: Problem,
  site: { readonly publicUrl: string },
): FastifyReply {
  const { request } = reply
  const language = languageAsked(request.headers['accept-language']) ?? 'en'
  setProblemHeaders(reply, problem)
  reply.header('content-language', language).header('vary', 'accept-language')
  const body = problemBody(problem, {
    language,
    publicUrl: site.publicUrl,
    requestId: request.id,
    status: statusWordOf(request),
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
  const only = onlyField(problem)
  if (only) return localizeFault(only, language)
  if (problem.code === 'validation_failed' && problem.fields.length > 1)
    return { message: textsIn(language).severalFields(problem.fields.length) }
  if (language === 'en') return { message: problem.message }
  const sentence = sentenceIn(language, problem.message)
  if (sentence !== undefined) return { message: sentence }
  const isPrecise = problem.message !== problemCatalogue[problem.code].message
  return { message: textsIn(language).problems[problem.code], ...(isPrecise && { detail: problem.message }) }
}

/** A refusal may also have warnings, which are translated. */
function factsIn({ facts }: Problem, language: Language): Problem['facts'] {
  const { warnings } = facts
  return Array.isArray(warnings) ? { ...facts, warnings: fieldsIn(warnings, language) } : facts
}

function statusWordOf(request: FastifyRequest): ProblemBody['status'] {
  return pathOf(request).startsWith('/api/v1/payments/payout_hth') ? 'error' : 'fail'
}

/** All codes of replies with their meaning, for the documentation: problems first, then field codes. */
export function allErrorCodes(): { code: string; http: number; type: string; message: string; ofField: boolean }[] {
  const problems = Object.entries(problemCatalogue).map(([code, entry]) => ({ code, ...entry, ofField: false }))
  const { http, type } = problemCatalogue.validation_failed
  const fields = Object.entries(fieldCodes)
    .filter(([code]) => !(code in problemCatalogue))
    .map(([code, message]) => ({ code, http, type, message, ofField: true }))
  return [...problems, ...fields]
}
