import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProcessingDeps } from '../processing/deps.ts'
import { receiveNotification } from '../processing/receive-notification.ts'
import { say } from '../texts/messages/say.ts'
import { Problem } from '../values/problem.ts'
import { type UnauthenticatedLimits, unauthenticatedLimits } from '../web/limits/unauthenticated-limits.ts'
import { jsonOf } from '../web/reply-schemas.ts'
import { addressOf } from '../web/request-context.ts'

const accountParameter = z.object({ account: z.string().max(100).describe('Id of the connector account') })

/** The connector account that a notification names. */
export function notifiedAccount({ params }: FastifyRequest): string | undefined {
  return accountParameter.safeParse(params).data?.account
}

/**
 * Receives provider notifications. The connector gets the body's unchanged bytes, because the signature covers them.
 * The answer is 200 only after the notification is stored.
 */
export function notificationRoutes(app: FastifyInstance, deps: ProcessingDeps): void {
  const limits = unauthenticatedLimits()
  // Runs before the body is read. A known account has no limit here, because it is verified without the database.
  app.addHook<{ Params: { account: string } }>('onRequest', async (request) =>
    limits.enter(request, request.params.account),
  )
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const config = { refusals: ['bad_signature', 'body_too_large', 'rate_limited'] } as const
  const handler = receiver(deps, limits)
  typed.post('/provider-notifications/:account', {
    config,
    schema: {
      operationId: 'receiveProviderNotification',
      tags: ['Operations'],
      summary: 'For providers: notification about orders',
      description:
        'Signed in the provider’s own way; it may append to the path and give a query. Anything that its connector cannot verify is refused. The connector may answer in the provider’s own words. One address may name few unknown accounts a second: 429 with Retry-After.',
      params: accountParameter,
      response: { 200: { description: 'Stored', content: jsonOf(z.object({ received: z.literal(true) })) } },
      security: [],
    },
    handler,
  })
  // Some providers append to the address that they were given.
  typed.post('/provider-notifications/:account/*', {
    config,
    schema: { params: accountParameter.loose(), hide: true, security: [] },
    handler,
  })
}

function receiver(deps: ProcessingDeps, limits: UnauthenticatedLimits) {
  return async (request: FastifyRequest<{ Params: { account: string; '*'?: string } }>, reply: FastifyReply) => {
    const { account, '*': rest } = request.params
    const body: unknown = request.body
    const at = request.url.indexOf('?')
    const { kind, reply: own } = await receiveNotification(deps, {
      connectorAccountId: account,
      headers: singleHeaders(request.headers),
      body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      path: rest === undefined ? '' : `/${rest}`,
      query: at < 0 ? '' : request.url.slice(at + 1),
      remoteAddress: addressOf(request),
    })
    if (kind !== 'unknown_account') limits.confirmKnown(request, account)
    if (own) return await reply.code(own.status).type(own.type).serializer(String).send(own.body)
    if (kind === 'stored') return { received: true as const }
    throw new Problem('bad_signature', { message: say('notification.unverified') })
  }
}

function singleHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | undefined> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ])
  return Object.fromEntries(entries)
}
