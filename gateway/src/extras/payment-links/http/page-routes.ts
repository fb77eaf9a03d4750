import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  goTo,
  languageChosen,
  languageQuery,
  sendPage,
  showTroubles,
  showUnknown,
} from '../../../core/payer-pages/send-page.ts'
import { randomToken } from '../../../core/platform/ids.ts'
import { householdOf } from '../../../core/platform/ip-network.ts'
import { languageAsked } from '../../../core/texts/language.ts'
import { rateLimiter } from '../../../core/web/limits/rate-limits.ts'
import { unauthenticatedLimits } from '../../../core/web/limits/unauthenticated-limits.ts'
import { addressOf } from '../../../core/web/request-context.ts'
import { inTurns } from '../in-turn.ts'
import type { OfferedMethod } from '../offered-methods.ts'
import { findLinkPage, isToken, type LinkPage, type PaymentLinkDeps, usePaymentLink } from '../use-payment-link.ts'
import { linkPath } from './link-data.ts'
import { choicePage, closedPage, formPage, type LinkViewer } from './link-page.ts'

const tokenParameter = z.object({ token: z.string().max(100).describe('The secret part of the url of a link') })
const formParameters = tokenParameter.extend({ service_code: z.string().max(100) })
const page = { content: { 'text/html': { schema: z.string() } } }
const responses = {
  200: { description: 'The page', ...page },
  404: { description: 'No such link', ...page },
  429: { description: 'Too many pages from this address; Retry-After says when', ...page },
}

/** A link is opened by all its payers at once, when a shop posts it. */
const pageReadsPerSecond = 200
/** Of one address, so that no machine keeps the other payers out. */
const pageReadsOfAddress = 50

/** Forms of one address (IPv6: one /64) a minute: people behind one address pay together, and correct what they wrote. */
const formsPerMinute = 60
/** Pay-ins a second, of one link and of all links of a point: beside them the point's own requests have their limit. */
const usesOfLinkPerSecond = 50
const usesOfPointPerSecond = 100

/** A form has a few short fields. */
const formBytesMax = 8_192

/** The page of a link: rendered on the server, in three languages, complete without script. */
export function linkPageRoutes(app: FastifyInstance, deps: PaymentLinkDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  showTroubles(app, deps)
  const limits = unauthenticatedLimits({ perName: pageReadsPerSecond, perAddress: pageReadsOfAddress })
  const find = async (request: FastifyRequest<{ Params: { token: string } }>) => {
    const { token } = request.params
    limits.enter(request, token)
    const found = await findLinkPage(deps, token)
    if (found) limits.confirmKnown(request, token)
    return found
  }
  const shown = { tags: ['Payer pages'], querystring: languageQuery, security: [] }
  typed.get(`${linkPath}/:token`, {
    schema: {
      operationId: 'paymentLinkPage',
      summary: 'The page of a payment link',
      ...{ ...shown, params: tokenParameter, response: responses },
    },
    handler: async (request, reply) => show(reply, await find(request), undefined),
  })
  typed.get(`${linkPath}/:token/:service_code`, {
    schema: {
      operationId: 'paymentLinkForm',
      summary: 'The form of one way to pay',
      ...{ ...shown, params: formParameters, response: responses },
    },
    handler: async (request, reply) => show(reply, await find(request), request.params.service_code),
  })
  formRoute(app, deps, find)
}

function formRoute(
  app: FastifyInstance,
  deps: PaymentLinkDeps,
  find: (request: FastifyRequest<{ Params: { token: string } }>) => Promise<LinkPage | undefined>,
): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytesMax },
    (_request, text, done) => done(null, String(text)),
  )
  const forms = rateLimiter(() => performance.now(), 60)
  const uses = rateLimiter(() => performance.now())
  const inTurn = inTurns()
  app.withTypeProvider<ZodTypeProvider>().post(`${linkPath}/:token/:service_code`, {
    schema: {
      operationId: 'payerUsesLink',
      tags: ['Payer pages'],
      summary: 'The payer sends the form, which makes one pay-in',
      params: formParameters,
      querystring: languageQuery,
      response: { ...responses, 303: { description: 'To the page of the payment', ...page }, 422: responses[200] },
      security: [],
    },
    handler: async (request, reply) => {
      const household = householdOf(addressOf(request))
      const { api: nodes } = deps.nodes.count()
      forms.count(household, formsPerMinute / 60 / nodes)
      const found = await find(request)
      const method = found && methodOf(found, request.params.service_code)
      const sent = typeof request.body === 'string' ? request.body : ''
      const values: Record<string, string> = Object.fromEntries(new URLSearchParams(sent))
      const nonce = values['nonce'] ?? ''
      // Another site's page may lead here, and sends no form for its visitors.
      const isOurs = request.headers['sec-fetch-site'] !== 'cross-site'
      if (!found || !method || !isToken(nonce) || !isOurs) return show(reply, found, request.params.service_code)
      const admit = () => {
        uses.count(`link ${found.link.id}`, usesOfLinkPerSecond / nodes)
        uses.count(found.point.pointId, usesOfPointPerSecond / nodes)
      }
      const use = await usePaymentLink(deps, found, { method, nonce, household, values, admit, inTurn })
      const viewer = viewerOf(request)
      const { chosen } = viewer
      if (use.kind === 'made')
        return goTo(reply, `/pay/${use.payToken}${chosen === undefined ? '' : `?lang=${chosen}`}`)
      if (use.kind === 'closed') return sendPage(reply, closedPage(found, viewer, use.why))
      return sendPage(reply.code(422), formPage(found, viewer, { method, nonce, values, problems: use.problems }))
    },
  })
}

/** With one way to pay the page is its form. */
function show(reply: FastifyReply, found: LinkPage | undefined, code: string | undefined): FastifyReply {
  const { request } = reply
  if (!found) return showUnknown(request, reply)
  const viewer = viewerOf(request)
  if (found.closed) return sendPage(reply, closedPage(found, viewer, found.closed))
  const method = code === undefined && found.methods.length === 1 ? found.methods[0] : methodOf(found, code)
  if (!method) return sendPage(reply, choicePage(found, viewer))
  return sendPage(reply, formPage(found, viewer, { method, nonce: randomToken(nonceBytes), values: {} }))
}

const nonceBytes = 16

function methodOf({ methods }: LinkPage, wanted: string | undefined): OfferedMethod | undefined {
  return methods.find(({ code }) => code === wanted)
}

function viewerOf(request: FastifyRequest): LinkViewer {
  return { chosen: languageChosen(request), asked: languageAsked(request.headers['accept-language']) }
}
