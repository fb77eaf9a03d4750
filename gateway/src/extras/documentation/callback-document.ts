import { z } from 'zod'
import { extraNames } from '../../core/callbacks/rules/callback-body.ts'
import { statusSchema, transactionTypeSchema } from '../../core/web/reply-schemas.ts'

const extras = Object.fromEntries(extraNames.map((name) => [name, z.string().optional()]))

/** The body of a callback: the members that `callbackTemplate` and `renderCallback` write. */
export const callbackBody = z
  .looseObject({
    transaction_id: z.uuid(),
    api_key: z.int().min(1).max(9_999_999_999).describe('Random; part of the hash'),
    security_hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('Hex HMAC-SHA256 over api_key followed by auth_point_id; the key is the auth_api_token'),
    status: statusSchema,
    amount: z.number().optional().describe('What was credited to you or paid out; absent where that is nothing'),
    message: z.string().describe('The status in a sentence'),
    reference: z.string().describe('As you sent it'),
    updated_at: z.string().describe('UTC, YYYY-MM-DDTHH:MM:SS.ffffffZ; callbacks about cards write it without Z'),
    pay_type: transactionTypeSchema,
    payment_id: z.uuid().optional().describe('Of a refund: the pay-in whose money goes back'),
    purpose: z
      .literal('withdrawal')
      .optional()
      .describe('Of a payout to your own account; in callbacks where send_withdrawals is on'),
    ...extras,
    metadata: z
      .record(z.string(), z.string())
      .optional()
      .describe('Your own notes; the point setting send_metadata adds them'),
  })
  .meta({ id: 'Callback' })

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description,
})

const retried = 'Sent again with growing pauses: 15 attempts in all, over about 70 hours.'

/** The `webhooks` part of the document: what the gateway sends, and what it makes of the answer. */
export const webhooks = {
  callback: {
    post: {
      operationId: 'callback',
      tags: ['Callbacks'],
      summary: 'A transaction changed its status',
      description:
        'Sent to the callback address of the point. It may come more than once: de-duplicate by webhook-id. Check webhook-signature ' +
        'over the bytes as they came; security_hash does not cover the body. No API key is sent.',
      externalDocs: { url: 'https://www.standardwebhooks.com', description: 'How the signature is made and checked' },
      security: [],
      parameters: [
        header('webhook-id', 'The same in every attempt of one event'),
        header('webhook-timestamp', 'Unix seconds of this attempt; refuse what is older than 300 seconds'),
        header(
          'webhook-signature',
          'v1,BASE64: HMAC-SHA256 with your webhook secret over webhook-id.webhook-timestamp.body; one for each valid secret, separated by spaces',
        ),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Callback' } } },
      },
      responses: {
        '200': { description: 'Received: it is not sent again. The body is not read.' },
        '2XX': { description: `A failure, unless the point accepts every 2xx. ${retried}` },
        '429': {
          description: `Too many: sent again after 60 seconds at the earliest, or as Retry-After says. ${retried}`,
        },
        '503': { description: `Not available: sent again, not before Retry-After. ${retried}` },
        default: { description: `A failure, redirects included, as is no answer within 10 seconds. ${retried}` },
      },
    },
  },
}
