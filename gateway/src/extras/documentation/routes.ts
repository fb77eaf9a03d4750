import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { languages } from '../../core/texts/messages/languages.ts'
import { jsonOf } from '../../core/web/reply-schemas.ts'
import { siteReader } from './built-site.ts'
import { errorsPage, errorsPath } from './errors-page.ts'
import { llmsText } from './llms-text.ts'
import { type DocsPage, landingPage } from './pages.ts'
import { siteFolder, siteRoutes } from './site-routes.ts'

const htmlPage = { 200: { description: 'The page', content: { 'text/html': { schema: z.string() } } } }

export interface DocsOptions {
  version: string
  /** Serve the documentation site and the OpenAPI document. The page of error codes is always served, because refusals link to it. */
  docs: boolean
}

/** Documentation without third-party servers. The OpenAPI plugin must be registered before all routes. */
export async function docsRoutes(
  app: FastifyInstance,
  deps: Pick<PlatformDeps, 'site'>,
  options: DocsOptions,
): Promise<void> {
  app.get('/', {
    schema: {
      operationId: 'landing',
      tags: ['Documentation'],
      summary: 'Links to all pages',
      response: htmlPage,
      security: [],
    },
    handler: async (_request, reply) => sendPage(reply, landingPage(options)),
  })
  app.get('/docs/errors', {
    schema: {
      operationId: 'errorCodes',
      tags: ['Documentation'],
      summary: 'Every error code',
      response: htmlPage,
      security: [],
    },
    handler: async (_request, reply) => sendPage(reply, errorsPage({ ...options, language: 'en' })),
  })
  for (const language of languages.filter((each) => each !== 'en')) {
    app.get(errorsPath(language), { schema: { hide: true } }, async (_request, reply) =>
      sendPage(reply, errorsPage({ ...options, language })),
    )
  }
  if (!options.docs) return
  const built = siteReader(siteFolder)
  siteRoutes(app, built, deps)
  // Serialised once: a copy of 200 KB per slow reader would cost too much memory.
  let document: Buffer | undefined
  app.get('/openapi.json', {
    schema: {
      operationId: 'openapi',
      tags: ['Documentation'],
      summary: 'This document',
      response: { 200: { description: 'OpenAPI 3.1', content: jsonOf(z.looseObject({ openapi: z.string() })) } },
      security: [],
    },
    handler: async (_request, reply) => {
      document ??= Buffer.from(JSON.stringify(app.swagger()))
      return reply.type('application/json; charset=utf-8').send(document)
    },
  })
  app.get('/llms.txt', {
    schema: {
      operationId: 'llmsText',
      tags: ['Documentation'],
      summary: 'A short guide for language models',
      response: { 200: { description: 'Markdown', content: { 'text/plain': { schema: z.string() } } } },
      security: [],
    },
    handler: async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(llmsText(deps.site.url(), built()?.pages)),
  })
}

function sendPage(reply: FastifyReply, { page, policy }: DocsPage): FastifyReply {
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page)
}
