import assert from 'node:assert/strict'
import { it } from 'node:test'
import { z } from 'zod'
import { callbackTemplate, renderCallback } from '../../core/callbacks/rules/callback-body.ts'
import {
  newCallbackNumber,
  securityHash,
  standardWebhookHeaders,
} from '../../core/callbacks/rules/callback-signature.ts'
import { statuses } from '../../core/values/status.ts'
import { callbackBody, webhooks } from './callback-document.ts'

const id = '6f1f3c1e-8f0a-4a6e-9b1e-0a2b3c4d5e6f'

const everything = {
  transactionId: id,
  reference: 'order-1',
  bookedMinor: 1_000n,
  currency: 'BRL',
  updatedAt: new Date('2030-01-01T00:00:00Z'),
  methodSendsAmount: true,
  senderName: 'A',
  senderDocument: '1',
  beneficiaryName: 'B',
  beneficiaryDocument: '2',
  beneficiaryBank: 'C',
  endToEndId: 'E1',
  metadata: { shop: '1' },
} as const
const settings = { extraFields: true, sendMetadata: true, amountAlways: false } as Parameters<
  typeof callbackTemplate
>[1]

function bodiesWritten(): Record<string, unknown>[] {
  return statuses.flatMap((status) =>
    (['payin', 'payout', 'refund'] as const).map((payType) => {
      const template = callbackTemplate(
        {
          ...everything,
          status,
          reason: 'none',
          payType,
          card: false,
          refundedPayment: payType === 'refund' ? id : undefined,
          ...(payType === 'payout' && { purpose: 'withdrawal' }),
        } as never,
        settings,
      )
      const apiKey = newCallbackNumber()
      return JSON.parse(renderCallback(template, apiKey, securityHash('token', apiKey, id))) as Record<string, unknown>
    }),
  )
}

it('the documented callback holds exactly the fields that the gateway writes', () => {
  const bodies = bodiesWritten()
  for (const body of bodies) assert.deepEqual(callbackBody.safeParse(body).error, undefined)
  const written = new Set(bodies.flatMap((body) => Object.keys(body)))
  const { properties, required } = (z.toJSONSchema(callbackBody).$defs as Record<string, object>)['Callback'] as {
    properties: Record<string, unknown>
    required: string[]
  }
  assert.deepEqual([...written].toSorted(), Object.keys(properties).toSorted())
  for (const body of bodies) for (const name of required) assert.ok(name in body, name)
  assert.ok(!callbackBody.safeParse({ ...bodies[0], api_key: 0 }).success)
})

it('the documented headers are those that the gateway signs with', () => {
  const message = { secrets: [`whsec_${btoa('secret')}`], id: 'evt_1', timestampSeconds: 1, body: '{}' }
  assert.deepEqual(
    webhooks.callback.post.parameters.map(({ name }) => name).toSorted(),
    Object.keys(standardWebhookHeaders(message)).toSorted(),
  )
})
