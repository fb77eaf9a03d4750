import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { CoreDeps } from '../../../core/deps.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { requireBody } from '../../../core/web/json-body.ts'
import { success } from '../../../core/web/replies.ts'
import { jsonOf } from '../../../core/web/reply-schemas.ts'
import { addressOf, callerOf } from '../../../core/web/request-context.ts'
import { unknownParametersOf } from '../../../core/web/unknown-parameters.ts'
import { createPaymentLink, setPaused } from '../create-payment-link.ts'
import { getLink, listLinks, sumLink } from '../list-payment-links.ts'
import type { LinkTakingsData } from './contract/payment-links.ts'
import { linkData } from './link-data.ts'
import { linkBody, linkIdParameter, linkListQuery, linkListReply, linkReply } from './link-schemas.ts'

const tags = ['Payment links']

/** Payment links: made, read, listed, paused and resumed (contract section 5). */
export function linkRoutes(app: FastifyInstance, deps: CoreDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.post('/payment-links', {
    config: { scope: 'payins', warnsOfParameters: true, refusals: ['reference_conflict'] },
    schema: {
      operationId: 'createPaymentLink',
      tags,
      summary: 'Create a payment link',
      description:
        'An address that you give to payers. Each of them makes a pay-in on its page, with the methods of the currency. Sent ' +
        'again with the same reference and content, it makes no second link.',
      body: linkBody,
      response: {
        200: { description: 'A repeated reference: the link as it stands', content: jsonOf(linkReply) },
        201: { description: 'Created', content: jsonOf(linkReply) },
      },
    },
    handler: async (request, reply) => {
      const by = { caller: callerOf(request), origin: addressOf(request) }
      const { link, replayed, warnings } = await createPaymentLink(deps, by, requireBody(request.body))
      if (replayed) reply.header('idempotent-replayed', 'true')
      const data = linkData(link, deps.site.url())
      return reply.code(replayed ? 200 : 201).send(success(data, [...warnings, ...unknownParametersOf(request)]))
    },
  })
  readRoutes(app, deps)
  pauseRoute(app, deps, { word: 'pause', isPaused: true, summary: 'Pause a payment link' })
  pauseRoute(app, deps, { word: 'resume', isPaused: false, summary: 'Resume a paused payment link' })
}

function readRoutes(app: FastifyInstance, deps: CoreDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/payment-links', {
    config: { scope: 'read' },
    schema: {
      operationId: 'listPaymentLinks',
      tags,
      summary: 'List payment links, newest first',
      querystring: linkListQuery,
      response: { 200: { description: 'A page', content: jsonOf(linkListReply) } },
    },
    handler: async (request) => {
      const { items, nextCursor } = await listLinks(deps, callerOf(request), request.query)
      return success({ items: items.map((link) => linkData(link, deps.site.url())), next_cursor: nextCursor })
    },
  })
  typed.get('/payment-links/:id', {
    config: { scope: 'read' },
    schema: {
      operationId: 'getPaymentLink',
      tags,
      summary: 'Read one payment link',
      params: linkIdParameter,
      response: { 200: { description: 'The link', content: jsonOf(linkReply) } },
    },
    handler: async (request) =>
      success(linkData(await getLink(deps, callerOf(request), request.params.id), deps.site.url())),
  })
}

function pauseRoute(
  app: FastifyInstance,
  deps: CoreDeps,
  { word, isPaused, summary }: { word: 'pause' | 'resume'; isPaused: boolean; summary: string },
): void {
  app.withTypeProvider<ZodTypeProvider>().post(`/payment-links/:id/${word}`, {
    config: { scope: 'payins', emptyBody: true },
    schema: {
      operationId: `${word}PaymentLink`,
      tags,
      summary,
      description: isPaused
        ? 'Its page takes no more payers. What they began goes on.'
        : 'Its page takes payers again.',
      params: linkIdParameter,
      response: { 200: { description: 'The link', content: jsonOf(linkReply) } },
    },
    handler: async (request) => {
      const by = { caller: callerOf(request), origin: addressOf(request) }
      return success(linkData(await setPaused(deps, by, { id: request.params.id, isPaused }), deps.site.url()))
    },
  })
}

/** For the dashboard: what came in by a link. */
export function linkConsoleRoutes(app: FastifyInstance, deps: CoreDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get('/payment-links/:id/takings', {
    config: { scope: 'read' },
    schema: { params: linkIdParameter, hide: true },
    handler: async (request) => {
      const {
        payments,
        booked_minor: booked,
        currency,
        more,
      } = await sumLink(deps, callerOf(request), request.params.id)
      return success<LinkTakingsData>({ payments, amount: formatAmount(booked, currency), more })
    },
  })
}
