import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CallbacksDeps } from '../../../core/callbacks/deps.ts'
import {
  callbackAttemptsMax,
  callbackDelayWords,
  callbackHours,
} from '../../../core/callbacks/rules/callback-schedule.ts'
import { processLimits } from '../../../core/platform/limits/process-limits.ts'
import { callerActor } from '../../../core/values/actor.ts'
import type { FieldProblem } from '../../../core/values/problem.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { success } from '../../../core/web/replies.ts'
import { jsonOf, successOf } from '../../../core/web/reply-schemas.ts'
import { addressOf, callerOf } from '../../../core/web/request-context.ts'
import { rotation, rotationData } from '../../point-settings/http/rotation.ts'
import { getWebhook, type Webhook } from '../get-webhook.ts'
import { type CallbackChange, setWebhook } from '../set-webhook.ts'

/** Proxies truncate longer addresses. */
const urlLengthMax = 2048

const settings = z.object({
  url: z
    .string()
    .min(1)
    .max(urlLengthMax)
    .nullable()
    .describe('HTTPS address of your server; null: held on live points, delivered into the inbox on test points'),
  status: z
    .enum(['active', 'paused', 'suspended'])
    .describe('paused holds the callbacks; so does suspended, after five days without an answer. Nothing is lost'),
  accept_2xx: z.boolean().describe('Any 2xx counts as success, not only 200'),
  extra_fields: z.boolean().describe('Names, documents, bank and endToEndId in the body'),
  amount_always: z.boolean().describe('amount in the body for every service code'),
  send_metadata: z.boolean().describe('metadata in the body, for transactions that have any'),
  send_refunds: z.boolean().describe('callbacks about refunds too, with pay_type refund'),
  send_withdrawals: z.boolean().describe('callbacks about withdrawals too, with pay_type payout and their purpose'),
  max_in_flight: z.number().int().min(1).max(processLimits.callbacks.share).describe('Callbacks under way at once'),
  rate_per_second: z.number().int().min(1).max(1000).describe('Callbacks per second, of each gateway process'),
})

const health = z
  .object({
    state: z
      .enum(['well', 'failing', 'open', 'suspended'])
      .describe('open: it failed so often that one callback at a time tries whether it is back'),
    failing_since: z.string().nullable(),
    next_probe_at: z.string().nullable(),
    next_attempt_at: z
      .string()
      .nullable()
      .describe('When the next callback is due; a past time: it waits for its turn. null: none is due'),
    alerts: z.array(z.object({ level: z.enum(['15m', '24h', '3d', 'suspended']), created_at: z.string() })),
    waiting: z.number().describe('Callbacks that wait or are held, counted up to 10 000'),
    last_day: z
      .object({
        attempts: z.number(),
        delivered: z.number(),
        median_ms: z.number().nullable(),
        p95_ms: z.number().nullable(),
      })
      .describe(
        'Your answers to the last attempts, a day and 1 000 of them at most; without an address, those of the test inbox',
      ),
    activity: z
      .array(z.object({ hour: z.string(), delivered: z.number(), failed: z.number() }))
      .describe('Attempts of each hour of the last 24 that had any, oldest first; of the last 20 000 attempts'),
    last_failure: z
      .object({
        at: z.string(),
        http_status: z.number().nullable().describe('null: no answer came'),
        error: z.string().describe('The phase that failed; http: the answer was no success'),
        error_code: z.string().nullable(),
        delivery_id: z.string(),
        transaction_id: z.string(),
      })
      .nullable()
      .describe('The newest failed attempt of the last 24 hours'),
  })
  .meta({ id: 'WebhookHealth' })

const webhook = settings
  .extend({ health, rotation: rotation.describe('How far the rotations of your secrets are') })
  .meta({ id: 'WebhookSettings' })
const webhookChange = settings
  .extend({ status: z.enum(['active', 'paused']) })
  .partial()
  .meta({ id: 'WebhookChange' })
const replies = { 200: { description: 'The settings', content: jsonOf(successOf(webhook)) } }

/** The callback address of a point and its settings (contract section 5). */
export function webhookRoutes(app: FastifyInstance, deps: CallbacksDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/webhook', {
    config: { scope: 'webhook' },
    schema: {
      operationId: 'getWebhook',
      tags: ['Callbacks'],
      summary: 'Read the callback address and its settings',
      description: `Whatever is not answered with success is sent again: ${callbackAttemptsMax} attempts over ${callbackHours} hours, after ${callbackDelayWords().join(', ')}, each wait 10 % more or less.`,
      response: replies,
    },
    handler: async (request) => success(webhookData(await getWebhook(deps, callerOf(request).point.pointId))),
  })
  typed.put('/webhook', {
    // The address receives the callbacks of real payments.
    config: { scope: 'webhook', stepUp: 'live' },
    schema: {
      operationId: 'setWebhook',
      tags: ['Callbacks'],
      summary: 'Change the callback address or its settings',
      description: 'What is left out stays as it is.',
      body: webhookChange,
      response: replies,
    },
    handler: async (request) => {
      const { change, warnings } = changeOf(request.body)
      const caller = callerOf(request)
      const { pointId } = caller.point
      const actor = callerActor(caller, addressOf(request))
      const changed = await setWebhook(deps, { pointId, actor }, change)
      return success(webhookData(changed), [...warnings, ...changed.warnings])
    },
  })
}

function changeOf(sent: unknown): { change: CallbackChange; warnings: FieldProblem[] } {
  const { body, warnings } = readBody(webhookChange, sent)
  const { url, status, accept_2xx: accept2xx, extra_fields: extraFields, amount_always: amountAlways } = body
  const { send_metadata: sendMetadata, send_refunds: sendRefunds, send_withdrawals: sendWithdrawals } = body
  const { max_in_flight: maxInFlight, rate_per_second: ratePerSecond } = body
  const change = {
    ...(url !== undefined && { url }),
    ...(status !== undefined && { status }),
    ...(accept2xx !== undefined && { accept2xx }),
    ...(extraFields !== undefined && { extraFields }),
    ...(amountAlways !== undefined && { amountAlways }),
    ...(sendMetadata !== undefined && { sendMetadata }),
    ...(sendRefunds !== undefined && { sendRefunds }),
    ...(sendWithdrawals !== undefined && { sendWithdrawals }),
    ...(maxInFlight !== undefined && { maxInFlight }),
    ...(ratePerSecond !== undefined && { ratePerSecond }),
  }
  return { change, warnings }
}

function webhookData(found: Webhook): z.output<typeof webhook> {
  const { failingSince, nextProbeAt, nextAttemptAt, alerts, lastDay, activity } = found.health
  return {
    url: found.url,
    status: found.status,
    accept_2xx: found.accept2xx,
    extra_fields: found.extraFields,
    amount_always: found.amountAlways,
    send_metadata: found.sendMetadata,
    send_refunds: found.sendRefunds,
    send_withdrawals: found.sendWithdrawals,
    max_in_flight: found.maxInFlight,
    rate_per_second: found.ratePerSecond,
    health: {
      state: found.health.state,
      failing_since: failingSince && isoMicroseconds(failingSince),
      next_probe_at: nextProbeAt && isoMicroseconds(nextProbeAt),
      next_attempt_at: nextAttemptAt && isoMicroseconds(nextAttemptAt),
      alerts: alerts.map(({ level, createdAt }) => ({ level, created_at: isoMicroseconds(createdAt) })),
      waiting: found.health.waiting,
      last_day: {
        attempts: lastDay.attempts,
        delivered: lastDay.delivered,
        median_ms: lastDay.medianMs,
        p95_ms: lastDay.p95Ms,
      },
      ...activityData(activity),
    },
    rotation: rotationData(found.rotation),
  }
}

function activityData({
  hours,
  lastFailure,
}: Webhook['health']['activity']): Pick<z.output<typeof health>, 'activity' | 'last_failure'> {
  return {
    activity: hours.map(({ startedAt, delivered, failed }) => ({
      hour: isoMicroseconds(startedAt),
      delivered,
      failed,
    })),
    last_failure: lastFailure && {
      at: isoMicroseconds(lastFailure.startedAt),
      http_status: lastFailure.status,
      error: lastFailure.error,
      error_code: lastFailure.errorCode,
      delivery_id: lastFailure.deliveryId.toString(),
      transaction_id: lastFailure.transactionId,
    },
  }
}
