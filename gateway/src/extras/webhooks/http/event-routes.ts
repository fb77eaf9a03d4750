import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CallbacksDeps } from '../../../core/callbacks/deps.ts'
import { amountNumber } from '../../../core/values/money.ts'
import { Problem } from '../../../core/values/problem.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { limitField } from '../../../core/web/list-query.ts'
import { success } from '../../../core/web/replies.ts'
import { jsonOf, statusSchema, successOf } from '../../../core/web/reply-schemas.ts'
import { callerOf } from '../../../core/web/request-context.ts'
import { say } from '../messages/en.ts'
import { eventFeed } from '../read-events.ts'

/** Proxies close a request that is silent for 30 s. */
const waitSecondsMax = 25

/** Feed cursors have about 80 characters. */
const cursorLengthMax = 200

const query = z.object({
  after: z
    .string()
    .min(1)
    .max(cursorLengthMax)
    .optional()
    .describe('`next_after` of the page before; without it: from now on'),
  wait_seconds: z.coerce.number().min(0).max(waitSecondsMax).default(0).describe('How long to wait for a callback'),
  limit: limitField({ usual: 100 }),
})
const event = z
  .object({
    event_id: z.string(),
    webhook_id: z.string(),
    transaction_id: z.string(),
    status: statusSchema,
    refunded_amount: z
      .number()
      .nullable()
      .describe('Of a pay-in, or of the pay-in of a refund, by this event: what its completed refunds gave back'),
    refundable_amount: z.number().nullable().describe('What could still be refunded of it then; null for payouts'),
    payment_link_id: z.string().nullable().describe('Of a pay-in that a payer made on the page of a payment link'),
    created_at: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string().describe('The exact text: signatures are over its bytes'),
  })
  .meta({ id: 'CallbackEvent' })
const page = z.object({ events: z.array(event), next_after: z.string() }).meta({ id: 'EventPage' })

/** The point's callbacks as a feed, for a developer's machine that has no public address. */
export function eventRoutes(app: FastifyInstance, deps: CallbacksDeps): void {
  const read = eventFeed(deps)
  const closing = new AbortController()
  app.addHook('preClose', async () => {
    await Promise.resolve(closing.abort())
  })
  app.withTypeProvider<ZodTypeProvider>().get('/events', {
    config: { scope: 'read' },
    schema: {
      operationId: 'listEvents',
      tags: ['Callbacks'],
      summary: 'The callbacks as a feed, with long poll',
      description:
        'Each callback once, in order, signed for this moment; seven days back. On live points the key needs the scope webhook as well: who holds signed callbacks could forge them.',
      querystring: query,
      response: { 200: { description: 'A page', content: jsonOf(successOf(page)) } },
    },
    handler: async (request) => {
      const { point, scopes } = callerOf(request)
      if (point.environment === 'live' && !scopes.has('webhook')) {
        throw new Problem('scope_missing', { message: say('feed.scopes') })
      }
      const gone = new AbortController()
      request.raw.once('close', () => gone.abort())
      const found = await read({
        pointId: point.pointId,
        after: request.query.after,
        limit: request.query.limit,
        waitMs: request.query.wait_seconds * 1_000,
        signal: AbortSignal.any([gone.signal, closing.signal]),
      })
      const events = found.events.map((each) => ({
        event_id: each.eventId,
        webhook_id: each.webhookId,
        transaction_id: each.transactionId,
        status: each.status,
        refunded_amount: each.refundedMinor === null ? null : amountNumber(each.refundedMinor, each.currency),
        refundable_amount: each.refundableMinor === null ? null : amountNumber(each.refundableMinor, each.currency),
        payment_link_id: each.paymentLinkId,
        created_at: isoMicroseconds(each.createdAt),
        headers: each.headers,
        body: each.body,
      }))
      return success({ events, next_after: found.nextAfter })
    },
  })
}
