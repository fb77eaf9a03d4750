import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CoreDeps } from '../deps.ts'
import { givePayerReferenceByPayer, readPayerReference } from '../payments/give-payer-reference.ts'
import { type PayPage, readPayPage } from '../payments/read-pay-page.ts'
import { languageAsked } from '../texts/language.ts'
import { unauthenticatedLimits } from '../web/limits/unauthenticated-limits.ts'
import { isWebAddress } from './formats.ts'
import { inProgressPage, instructionsPage, resultPage } from './pages.ts'
import { goTo, languageChosen, languageQuery, sendPage, showTroubles, showUnknown } from './send-page.ts'
import { pageState, type Viewer, viewOf } from './view.ts'

const tokenParameter = z.object({
  token: z.string().max(100).describe('The secret part of payment_url or redirect_url'),
})
const pageReply = { content: { 'text/html': { schema: z.string() } } }
const responses = {
  200: { description: 'The page', ...pageReply },
  303: {
    description: 'To the bank’s own page, or back to the merchant',
    content: { 'text/html': { schema: z.string() } },
  },
  404: { description: 'No such payment', ...pageReply },
  429: { description: 'Too many pages from this address; Retry-After says when', ...pageReply },
}

/** An open page polls 12 times a minute. This allows about 100 viewers of one page and some reloads. */
const pageReadsPerSecond = 25

/** The payer pages: rendered on the server, in three languages, complete without script. */
export function payRoutes(app: FastifyInstance, deps: CoreDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  showTroubles(app, deps)
  const limits = unauthenticatedLimits({ perName: pageReadsPerSecond })
  app.addHook<{ Params: { token: string } }>('onRequest', async (request) =>
    limits.enter(request, request.params.token),
  )
  const find: FindPage = async (request) => {
    const page = await readPayPage(deps, request.params.token)
    if (page) limits.confirmKnown(request, request.params.token)
    return page
  }
  typed.get('/pay/:token', {
    schema: {
      operationId: 'payerPage',
      tags: ['Payer pages'],
      summary: 'The page on which a payer pays',
      params: tokenParameter,
      querystring: languageQuery,
      response: responses,
      security: [],
    },
    handler: async (request, reply) => await showPage(deps, reply, await find(request)),
  })
  payerReferenceRoute(app, deps, find)
  typed.get('/pay/:token/return', {
    schema: {
      operationId: 'payerReturn',
      tags: ['Payer pages'],
      summary: 'Return address for the payer after the bank’s page',
      description: 'Waits until the payment is decided, then goes on to url_handler_redirect. Never proof of payment.',
      params: tokenParameter,
      querystring: languageQuery,
      response: responses,
      security: [],
    },
    handler: async (request, reply) => showReturn(deps, reply, await find(request)),
  })
  pageStateRoute(app, find)
}

type FindPage = (request: FastifyRequest<{ Params: { token: string } }>) => Promise<PayPage | undefined>

function pageStateRoute(app: FastifyInstance, find: FindPage): void {
  app.withTypeProvider<ZodTypeProvider>().get('/pay/:token/status', {
    schema: {
      operationId: 'payerPageState',
      tags: ['Payer pages'],
      summary: 'The page’s current state, which an open page polls',
      params: tokenParameter,
      response: {
        200: { description: 'The state', content: { 'application/json': { schema: z.object({ state: z.string() }) } } },
        404: responses[404],
        429: responses[429],
      },
      security: [],
    },
    handler: async (request, reply) => {
      const page = await find(request)
      return page ? reply.send({ state: pageState(page) }) : showUnknown(request, reply)
    },
  })
}

/** Accepts the payer's bank reference from a form without script. */
function payerReferenceRoute(app: FastifyInstance, deps: CoreDeps, find: FindPage): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytesMax },
    (_request, text, done) => done(null, new URLSearchParams(String(text)).get('payer_reference') ?? ''),
  )
  app.withTypeProvider<ZodTypeProvider>().post('/pay/:token/payer-reference', {
    schema: {
      operationId: 'payerGivesReference',
      tags: ['Payer pages'],
      summary: 'The payer gives the bank’s reference',
      params: tokenParameter,
      querystring: languageQuery,
      response: { 303: responses[303], 404: responses[404], 429: responses[429] },
      security: [],
    },
    handler: async (request, reply) => {
      const { token } = request.params
      if (!(await find(request))) return showUnknown(request, reply)
      const read = readPayerReference(typeof request.body === 'string' ? request.body : '')
      if (read.ok) await givePayerReferenceByPayer(deps, { payToken: token, reference: read.reference })
      const { lang } = request.query
      return goTo(reply, `/pay/${token}${lang === undefined ? '' : `?lang=${lang}`}#reference`)
    },
  })
}

/** The form has one short field. */
const formBytesMax = 2_048

async function showPage(deps: CoreDeps, reply: FastifyReply, page: PayPage | undefined): Promise<FastifyReply> {
  const { request } = reply
  if (!page) return showUnknown(request, reply)
  const { status, expiredAt } = page.transaction
  const view = viewOf(page, viewer(deps, request))
  if (status !== 'PENDING') return sendPage(reply, resultPage(view))
  // Overdue, but the bank has not yet confirmed that no money arrived. The payer must not start to pay now.
  if (expiredAt !== null && expiredAt <= deps.clock.now()) return sendPage(reply, inProgressPage(view))
  // Paid in full and under review. The payer must not pay again.
  const { creditedMinor, amountMinor } = page.transaction
  if (creditedMinor !== null && creditedMinor >= amountMinor) return sendPage(reply, inProgressPage(view))
  if (!page.card) return sendPage(reply, await instructionsPage(view))
  if (page.challengeUrl !== null && isWebAddress(page.challengeUrl)) return goTo(reply, page.challengeUrl)
  return sendPage(reply, inProgressPage(view))
}

/** The payer comes back from the bank's page. A redirect to that page would be a loop. */
function showReturn(deps: CoreDeps, reply: FastifyReply, page: PayPage | undefined): FastifyReply {
  const { request } = reply
  if (!page) return showUnknown(request, reply)
  const view = viewOf(page, viewer(deps, request))
  if (page.transaction.status === 'PENDING') return sendPage(reply, inProgressPage(view))
  if (page.returnTo !== null && isWebAddress(page.returnTo)) return goTo(reply, page.returnTo)
  return sendPage(reply, resultPage(view))
}

function viewer(deps: CoreDeps, request: FastifyRequest): Viewer {
  return {
    chosen: languageChosen(request),
    asked: languageAsked(request.headers['accept-language']),
    now: deps.clock.now(),
  }
}
