import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CallbacksDeps } from '../../../core/callbacks/deps.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { success } from '../../../core/web/replies.ts'
import { idParameter, jsonOf, statusSchema, successOf } from '../../../core/web/reply-schemas.ts'
import { callerOf } from '../../../core/web/request-context.ts'
import { type AttemptHistory, type CallbackHistory, listCallbacks } from '../list-callbacks.ts'
import { type Resend, resendCallback } from '../resend-callback.ts'
import { type DeliveryWait, deliveryWaits } from '../rules/delivery-wait.ts'

export const deliveryStates = ['pending', 'sending', 'delivered', 'held', 'exhausted', 'superseded'] as const

export const deliveryState = z.enum(deliveryStates).meta({ id: 'DeliveryState' })

export const deliveryTrigger = z.enum(['auto', 'manual', 'recover']).meta({ id: 'DeliveryTrigger' })

const deliveryWaitsFor = z.enum(deliveryWaits).meta({ id: 'DeliveryWaitsFor' })

const attempt = z
  .object({
    number: z.number().describe('Of the requests of this delivery, probes included'),
    started_at: z.string(),
    url: z.string().nullable().describe('Null: into the inbox of the test point'),
    http_status: z.number().nullable().describe('Null: there was no answer'),
    error: z.string().nullable().describe('Which part of the way broke; null for success'),
    error_code: z.string().nullable(),
    total_ms: z.number().nullable(),
    slow: z.boolean().describe('The answer took longer than 5 seconds'),
    response_body: z.string().nullable().describe('The first 4 KiB of your answer'),
    sent_body_sha256: z.string().nullable().describe('Hex digest of the bytes that were sent'),
  })
  .meta({ id: 'DeliveryAttempt' })

export const deliveryWaitShape = {
  next_attempt_at: z.string().nullable().describe('Never in the past: null where it does not wait for a time'),
  waits_for: deliveryWaitsFor
    .nullable()
    .describe(
      'time: next_attempt_at; turn: it is due and goes out in its turn; endpoint: your server must answer a probe first; resume: callbacks are paused or suspended; address: there is none; null: for nothing',
    ),
}

export function deliveryWaitData({ nextAttemptAt, waitsFor }: DeliveryWait) {
  return { next_attempt_at: nextAttemptAt && isoMicroseconds(nextAttemptAt), waits_for: waitsFor }
}

const delivery = z
  .object({
    delivery_id: z.string(),
    trigger: deliveryTrigger,
    state: deliveryState,
    ...deliveryWaitShape,
    delivered_at: z.string().nullable(),
    attempts: z.array(attempt),
  })
  .meta({ id: 'CallbackDelivery' })

export const callbackShape = z
  .object({
    webhook_id: z.string(),
    status: statusSchema,
    created_at: z.string(),
    body: z.string().describe('As sent; only security_hash is hidden'),
    deliveries: z.array(delivery),
  })
  .meta({ id: 'SentCallback' })

const callbackList = z.object({ callbacks: z.array(callbackShape) }).meta({ id: 'CallbackList' })

export const resendShape = z
  .object({
    webhook_id: z.string(),
    delivery_id: z.string(),
    result: z.enum(['queued', 'hastened', 'under_way']).describe('hastened: a waiting delivery goes out at once'),
  })
  .meta({ id: 'Resend' })

/** The callbacks of a transaction, and resending them (contract section 5). */
export function callbackRoutes(app: FastifyInstance, deps: CallbacksDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/payments/:id/callbacks', {
    config: { scope: 'read' },
    schema: {
      operationId: 'listCallbacks',
      tags: ['Callbacks'],
      summary: 'Callbacks of a transaction with every attempt',
      params: idParameter,
      response: {
        200: {
          description: 'The callbacks',
          content: jsonOf(successOf(callbackList)),
        },
      },
    },
    handler: async (request) => {
      const callbacks = await listCallbacks(deps, callerOf(request).point.pointId, request.params.id)
      return success({ callbacks: callbacks.map(callbackData) })
    },
  })
  typed.post('/payments/:id/callbacks/resend', {
    config: { scope: 'read', emptyBody: true, refusals: ['not_in_this_state'] },
    schema: {
      operationId: 'resendCallback',
      tags: ['Callbacks'],
      summary: 'Send the latest state again',
      description: 'Once in 10 seconds and 20 times an hour for a transaction; then 429 with Retry-After.',
      params: idParameter,
      response: { 200: { description: 'On its way', content: jsonOf(successOf(resendShape)) } },
    },
    handler: async (request) => {
      const sent = await resendCallback(deps, callerOf(request).point.pointId, request.params.id)
      return success(resendData(sent))
    },
  })
}

export function resendData(sent: Resend): z.output<typeof resendShape> {
  return { webhook_id: sent.webhookId, delivery_id: sent.deliveryId.toString(), result: sent.kind }
}

export function callbackData(history: CallbackHistory): z.output<typeof callbackShape> {
  return {
    webhook_id: history.webhookId,
    status: history.status,
    created_at: isoMicroseconds(history.createdAt),
    body: history.body,
    deliveries: history.deliveries.map((one) => ({
      delivery_id: one.id.toString(),
      trigger: one.trigger,
      state: one.state,
      ...deliveryWaitData(one),
      delivered_at: one.deliveredAt === null ? null : isoMicroseconds(one.deliveredAt),
      attempts: one.attempts.map(attemptData),
    })),
  }
}

function attemptData(history: AttemptHistory): z.output<typeof attempt> {
  return {
    number: history.number,
    started_at: isoMicroseconds(history.startedAt),
    url: history.url,
    http_status: history.status,
    error: history.error,
    error_code: history.errorCode,
    total_ms: history.totalMs,
    slow: history.slow,
    response_body: history.responseBody,
    sent_body_sha256: history.sentBodySha256?.toString('hex') ?? null,
  }
}
