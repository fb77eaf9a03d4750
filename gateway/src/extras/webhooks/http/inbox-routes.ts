import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CallbacksDeps } from '../../../core/callbacks/deps.ts'
import { Problem } from '../../../core/values/problem.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { limitField } from '../../../core/web/list-query.ts'
import { success } from '../../../core/web/replies.ts'
import { jsonOf, successOf } from '../../../core/web/reply-schemas.ts'
import { callerOf } from '../../../core/web/request-context.ts'
import { listInbox } from '../list-inbox.ts'
import { say } from '../messages/en.ts'
import { toldPayment, toldPaymentData } from './told-payment.ts'

const inboxQuery = z.object({
  limit: limitField(),
  after: z
    .string()
    .regex(/^\d{1,18}$/, say('callback.message_id').key)
    .optional()
    .describe('Only messages behind this id'),
})

const message = z
  .object({
    id: z.string(),
    webhook_id: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string().describe('The exact bytes as text: signatures are over these'),
    received_at: z.string(),
    payment: toldPayment,
  })
  .meta({ id: 'InboxMessage' })

const messageList = z.object({ messages: z.array(message) }).meta({ id: 'InboxMessageList' })

/** Routes of test points only. On a live point these addresses do not exist. */
export function testRoutes(app: FastifyInstance, deps: CallbacksDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get('/test/inbox', {
    config: { scope: 'read', refusals: ['not_found'] },
    schema: {
      operationId: 'readInbox',
      tags: ['Test'],
      summary: 'Callbacks of a test point without an address',
      description: 'In the order of arrival: what came behind `after`, or the latest without it.',
      querystring: inboxQuery,
      response: {
        200: { description: 'The messages', content: jsonOf(successOf(messageList)) },
      },
    },
    handler: async (request) => {
      const { point } = callerOf(request)
      if (point.environment !== 'test') throw new Problem('not_found')
      const { limit, after } = request.query
      const found = await listInbox(deps, point.pointId, {
        limit,
        ...(after !== undefined && { after: BigInt(after) }),
      })
      const messages = found.map((one) => ({
        id: one.id.toString(),
        webhook_id: one.webhookId,
        headers: one.headers,
        body: one.body,
        received_at: isoMicroseconds(one.receivedAt),
        payment: toldPaymentData(one.payment),
      }))
      return success({ messages })
    },
  })
}
