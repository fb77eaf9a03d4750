import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { PlatformDeps } from '../platform/deps.ts'
import { languageAsked } from '../texts/language.ts'
import { type Language, languages } from '../texts/messages/languages.ts'
import { httpStatusOf } from '../values/problem.ts'
import { logFailure } from '../web/base-server.ts'
import { problemOf, setProblemHeaders } from '../web/reply-problem.ts'
import { noticePage, type RenderedPage } from './pages.ts'

/** Invalid values are ignored, so that a truncated link still opens the page. */
export const languageQuery = z.object({
  lang: z.enum(languages).optional().catch(undefined).describe('The language of the page instead of the browser’s'),
})

/** What fails is a page too. */
export function showTroubles(app: FastifyInstance, deps: Pick<PlatformDeps, 'log'>): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error)
    logFailure(deps.log, problem, request)
    setProblemHeaders(reply, problem)
    return sendPage(reply.code(httpStatusOf(problem.code)), noticePage(noticeLanguage(request), 'trouble'))
  })
}

export function showUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), noticePage(noticeLanguage(request), 'unknownPage'))
}

export function sendPage(reply: FastifyReply, { page, policy }: RenderedPage): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(page)
}

export function goTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.redirect(address, 303)
}

function noticeLanguage(request: FastifyRequest): Language {
  return languageChosen(request) ?? languageAsked(request.headers['accept-language']) ?? 'en'
}

/** Read without a schema, because an error page may be rendered before validation. */
export function languageChosen({ query }: FastifyRequest): Language | undefined {
  const given = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : undefined
  return languages.find((one) => one === given)
}
