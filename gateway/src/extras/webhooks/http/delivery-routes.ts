import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CallbacksDeps } from '../../../core/callbacks/deps.ts'
import { referenceLengthMax } from '../../../core/payment-methods/request-schema.ts'
import { statuses } from '../../../core/values/status.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { instant, limitField, startOf } from '../../../core/web/list-query.ts'
import { success } from '../../../core/web/replies.ts'
import { jsonOf, statusSchema, successOf } from '../../../core/web/reply-schemas.ts'
import { callerOf } from '../../../core/web/request-context.ts'
import { type DeliveryPage, getDelivery, listDeliveries, resendDelivery } from '../list-deliveries.ts'
import { say } from '../messages/en.ts'
import { recoverCallbacks } from '../recover-callbacks.ts'
import {
  callbackData,
  callbackShape,
  deliveryState,
  deliveryStates,
  deliveryTrigger,
  deliveryWaitData,
  deliveryWaitShape,
  resendData,
  resendShape,
} from './callback-routes.ts'
import { toldPayment, toldPaymentData } from './told-payment.ts'

const deliveryId = z.string().regex(/^\d{1,18}$/, say('callback.delivery_id').key)

const query = z.object({
  state: z.enum(deliveryStates).optional(),
  status: z.enum(statuses).optional().describe('Which status the callback tells'),
  transaction_id: z.uuid().optional(),
  reference: z.string().min(1).max(referenceLengthMax).optional().describe('Your reference of the transaction'),
  from: instant.optional().describe('Made at or after this'),
  before: deliveryId.optional().describe('`next_before` of the page before'),
  limit: limitField(),
})

const listed = z
  .object({
    delivery_id: z.string(),
    webhook_id: z.string(),
    transaction_id: z.string(),
    payment: toldPayment,
    status: statusSchema,
    trigger: deliveryTrigger,
    state: deliveryState,
    attempts: z.number().describe('Requests that were made, probes included'),
    created_at: z.string(),
    ...deliveryWaitShape,
    delivered_at: z.string().nullable(),
    last_attempt: z
      .object({
        started_at: z.string(),
        url: z.string().nullable().describe('Null: into the inbox of the test point'),
        http_status: z.number().nullable(),
        error: z.string().nullable(),
        total_ms: z.number().nullable(),
      })
      .meta({ id: 'LastAttempt' })
      .nullable(),
  })
  .meta({ id: 'ListedDelivery' })
const page = z.object({ deliveries: z.array(listed), next_before: z.string().nullable() }).meta({ id: 'DeliveryPage' })
const detail = z
  .object({
    transaction_id: z.string(),
    callback: callbackShape,
    exact_body: z
      .string()
      .nullable()
      .describe('The bytes that were sent, hash included; null when the token that signed them is retired'),
  })
  .meta({ id: 'DeliveryDetail' })
const recoverBody = z.object({ since: instant.describe('At most 30 days ago') }).meta({ id: 'RecoveryRequest' })
const recovered = z
  .object({
    queued: z.number().describe('Sent again, because nothing more would have come'),
    hastened: z.number().describe('Waiting ones that go out now'),
    more: z.boolean().describe('Ask again: one run takes 10 000 transactions'),
  })
  .meta({ id: 'Recovery' })

/** The delivery log of a point, and resending failed deliveries. */
export function deliveryRoutes(app: FastifyInstance, deps: CallbacksDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/webhook/deliveries', {
    config: { scope: 'webhook' },
    schema: {
      operationId: 'listDeliveries',
      tags: ['Callbacks'],
      summary: 'The delivery log, newest first',
      querystring: query,
      response: { 200: { description: 'A page', content: jsonOf(successOf(page)) } },
    },
    handler: async (request) => {
      const { state, status, transaction_id: transactionId, reference, from, before, limit } = request.query
      const found = await listDeliveries(deps, callerOf(request).point.pointId, {
        limit,
        ...(state && { state }),
        ...(status && { status }),
        ...(transactionId && { transactionId }),
        ...(reference !== undefined && { reference }),
        ...(from !== undefined && { from: startOf(from) ?? deps.clock.now() }),
        ...(before !== undefined && { before: BigInt(before) }),
      })
      return success(pageData(found))
    },
  })
  typed.get('/webhook/deliveries/:id', {
    config: { scope: 'webhook' },
    schema: {
      operationId: 'getDelivery',
      tags: ['Callbacks'],
      summary: 'A delivery with every attempt and the exact bytes',
      params: z.object({ id: deliveryId }),
      response: { 200: { description: 'The delivery', content: jsonOf(successOf(detail)) } },
    },
    handler: async (request) => {
      const found = await getDelivery(deps, callerOf(request).point.pointId, BigInt(request.params.id))
      return success({
        transaction_id: found.transactionId,
        callback: callbackData(found.callback),
        exact_body: found.exactBody ?? null,
      })
    },
  })
  typed.post('/webhook/deliveries/:id/resend', {
    config: { scope: 'webhook', emptyBody: true, refusals: ['not_in_this_state'] },
    schema: {
      operationId: 'resendDelivery',
      tags: ['Callbacks'],
      summary: 'Send the latest state of its transaction again',
      params: z.object({ id: deliveryId }),
      response: { 200: { description: 'On its way', content: jsonOf(successOf(resendShape)) } },
    },
    handler: async (request) =>
      success(resendData(await resendDelivery(deps, callerOf(request).point.pointId, BigInt(request.params.id)))),
  })
  recoverRoute(app, deps)
}

function recoverRoute(app: FastifyInstance, deps: CallbacksDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post('/webhook/recover', {
    config: { scope: 'webhook' },
    schema: {
      operationId: 'recoverCallbacks',
      tags: ['Callbacks'],
      summary: 'Send again everything that failed since a time',
      description: 'Of each transaction its latest state, at the rate of your settings. Asking twice sends once.',
      body: recoverBody,
      response: { 200: { description: 'On their way', content: jsonOf(successOf(recovered)) } },
    },
    handler: async (request) => {
      const { body, warnings } = readBody(recoverBody, request.body)
      const since = startOf(body.since) ?? deps.clock.now()
      return success(await recoverCallbacks(deps, callerOf(request).point.pointId, since), warnings)
    },
  })
}

function pageData({ deliveries, nextBefore }: DeliveryPage): z.output<typeof page> {
  return {
    deliveries: deliveries.map((each) => ({
      delivery_id: each.id.toString(),
      webhook_id: each.webhookId,
      transaction_id: each.transactionId,
      payment: toldPaymentData(each.payment),
      status: each.status,
      trigger: each.trigger,
      state: each.state,
      attempts: each.attempts,
      created_at: isoMicroseconds(each.createdAt),
      ...deliveryWaitData(each),
      delivered_at: each.deliveredAt && isoMicroseconds(each.deliveredAt),
      last_attempt: each.last && {
        started_at: isoMicroseconds(each.last.startedAt),
        url: each.last.url,
        http_status: each.last.status,
        error: each.last.error,
        total_ms: each.last.totalMs,
      },
    })),
    next_before: nextBefore?.toString() ?? null,
  }
}
