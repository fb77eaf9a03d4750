import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { FieldProblem } from '../../domain/problem.ts'
import type { Deps } from '../../operations/deps.ts'
import { getWebhook, type Webhook } from '../../operations/get-webhook.ts'
import { setWebhook } from '../../operations/set-webhook.ts'
import { success } from '../payments/replies.ts'
import { successOf } from '../payments/reply-schemas.ts'
import { jsonOf } from '../payments/routes.ts'
import { readBody } from '../read-body.ts'
import { callerOf } from '../request-context.ts'

/** Longer addresses are cut on the way by proxies. */
const urlLengthMax = 2048

const webhook = z.object({
  url: z
    .string()
    .min(1)
    .max(urlLengthMax)
    .nullable()
    .describe('HTTPS address of your server; null: held on live points, delivered into the inbox on test points'),
  status: z.enum(['active', 'paused']).describe('paused holds the callbacks; nothing is lost'),
  accept_2xx: z.boolean().describe('Any 2xx counts as success, not only 200'),
  extra_fields: z.boolean().describe('Names, documents, bank and endToEndId in the body'),
  amount_always: z.boolean().describe('amount in the body for every service code'),
})

const webhookChange = webhook.partial()
const replies = { 200: { description: 'The settings', content: jsonOf(successOf(webhook)) } }

/** Where a point's callbacks go (contract section 5). */
export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/webhook', {
    config: { scope: 'webhook' },
    schema: {
      operationId: 'getWebhook',
      tags: ['Callbacks'],
      summary: 'Read the callback address and its settings',
      response: replies,
    },
    handler: async (request) => success(webhookData(await getWebhook(deps, callerOf(request).point.pointId))),
  })
  typed.put('/webhook', {
    config: { scope: 'webhook' },
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
      return success(webhookData(await setWebhook(deps, callerOf(request).point.pointId, change)), warnings)
    },
  })
}

function changeOf(sent: unknown): { change: Partial<Webhook>; warnings: FieldProblem[] } {
  const { body, warnings } = readBody(webhookChange, sent)
  const { url, status, accept_2xx: accept2xx, extra_fields: extraFields, amount_always: amountAlways } = body
  const change = {
    ...(url !== undefined && { url }),
    ...(status !== undefined && { status }),
    ...(accept2xx !== undefined && { accept2xx }),
    ...(extraFields !== undefined && { extraFields }),
    ...(amountAlways !== undefined && { amountAlways }),
  }
  return { change, warnings }
}

function webhookData(settings: Webhook): z.output<typeof webhook> {
  return {
    url: settings.url,
    status: settings.status,
    accept_2xx: settings.accept2xx,
    extra_fields: settings.extraFields,
    amount_always: settings.amountAlways,
  }
}
