import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CallbacksDeps } from '../../../core/callbacks/deps.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { rateLimiter } from '../../../core/web/limits/rate-limits.ts'
import { success } from '../../../core/web/replies.ts'
import { jsonOf, payTypeSchema, statusSchema, successOf } from '../../../core/web/reply-schemas.ts'
import { callerOf, type Say, sayFor } from '../../../core/web/request-context.ts'
import { rotationRoutes } from '../../point-settings/http/rotation.ts'
import { explainReceived } from '../explain-received.ts'
import { say } from '../messages/en.ts'
import { type TestedWebhook, testWebhook } from '../test-webhook.ts'

/** A test calls an unknown server for up to 10 s. One test per second and two at once are enough for a person. */
const testsPerSecond = 1

/** A callback's body has about 500 bytes; the gateway never sends more than this. */
const receivedLengthMax = 20_000
/** The text `explain.too_many_headers` has the same number. */
const headersMax = 100

const testBody = z
  .object({
    status: statusSchema.default('COMPLETED').describe('What the callback tells'),
    pay_type: payTypeSchema.default('payin'),
  })
  .meta({ id: 'WebhookTest' })
const tested = z
  .object({
    delivered: z.boolean().describe('A real callback would count as delivered'),
    hint: z.string().nullable().describe('What to do about a failure'),
    webhook_id: z.string(),
    transaction_id: z.string().describe('Made up, begins with test_'),
    request: z.object({
      url: z.string().nullable(),
      headers: z.record(z.string(), z.string()),
      body: z.string().describe('As sent; only security_hash is hidden'),
    }),
    answer: z.object({
      http_status: z.number().nullable(),
      error: z.string().nullable(),
      error_code: z.string().nullable(),
      first_byte_ms: z.number().nullable(),
      total_ms: z.number(),
      body: z.string().nullable().describe('The first 4 KiB'),
    }),
  })
  .meta({ id: 'TestedWebhook' })

const explainBody = z
  .object({
    body: z.string().max(receivedLengthMax).describe('The raw bytes as they arrived, as text'),
    headers: z
      .record(z.string().max(200), z.string().max(2_000))
      .refine((headers) => Object.keys(headers).length <= headersMax, {
        message: say('explain.too_many_headers').key,
      })
      .default({}),
  })
  .meta({ id: 'ReceivedCallback' })
const explained = z
  .object({
    genuine: z.boolean().describe('Every check that could be made passes'),
    checks: z.array(
      z.object({ check: z.string(), ok: z.boolean().nullable().describe('Null: not checked'), message: z.string() }),
    ),
  })
  .meta({ id: 'CallbackExplanation' })

const replyOf = <Shape extends z.ZodType>(description: string, shape: Shape) => ({
  200: { description, content: jsonOf(successOf(shape)) },
})

/** Tools for a merchant's developer: a test callback, the reason of a mismatch, new secrets. */
export function webhookToolRoutes(app: FastifyInstance, deps: CallbacksDeps): void {
  testRoute(app, deps)
  rotationRoutes(app, deps)
  app.withTypeProvider<ZodTypeProvider>().post('/webhook/explain', {
    config: { scope: 'webhook' },
    schema: {
      operationId: 'explainCallback',
      tags: ['Callbacks'],
      summary: 'Which check of a received callback fails, and why',
      body: explainBody,
      response: replyOf('The checks', explained),
    },
    handler: async (request) => {
      const { body, warnings } = readBody(explainBody, request.body)
      const headers = Object.fromEntries(Object.entries(body.headers).map(([name, text]) => [name.toLowerCase(), text]))
      const { genuine, checks } = await explainReceived(deps, callerOf(request).point.pointId, {
        body: body.body,
        headers,
      })
      const told = sayFor(request)
      return success({ genuine, checks: checks.map((check) => ({ ...check, message: told(check.message) })) }, warnings)
    },
  })
}

function testRoute(app: FastifyInstance, deps: CallbacksDeps): void {
  const limiter = rateLimiter(() => performance.now())
  app.withTypeProvider<ZodTypeProvider>().post('/webhook/test', {
    config: { scope: 'webhook', refusals: ['not_in_this_state'] },
    schema: {
      operationId: 'testWebhook',
      tags: ['Callbacks'],
      summary: 'Send a signed test callback now',
      body: testBody,
      response: replyOf('What came back', tested),
    },
    handler: async (request) => {
      const { pointId } = callerOf(request).point
      const { body, warnings } = readBody(testBody, request.body)
      limiter.count(pointId, testsPerSecond)
      const found = await testWebhook(deps, { pointId, status: body.status, payType: body.pay_type })
      return success(testedData(found, sayFor(request)), warnings)
    },
  })
}

function testedData(found: TestedWebhook, told: Say): z.output<typeof tested> {
  const { answer } = found
  return {
    delivered: found.delivered,
    hint: found.hint && told(found.hint),
    webhook_id: found.webhookId,
    transaction_id: found.transactionId,
    request: { url: found.url, headers: { ...found.headers }, body: found.body },
    answer: {
      http_status: answer.status,
      error: answer.error,
      error_code: answer.errorCode,
      first_byte_ms: answer.firstByteMs,
      total_ms: answer.totalMs,
      body: answer.responseBody,
    },
  }
}
