import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CoreDeps } from '../../deps.ts'
import { cardLikeWarning } from '../../payment-methods/read-basics.ts'
import { transactionData } from '../../processing/rules/transaction-data.ts'
import { Problem } from '../../values/problem.ts'
import { readBody } from '../../web/json-body.ts'
import { transactionSummaryReply } from '../../web/payment-reply-schemas.ts'
import { success } from '../../web/replies.ts'
import { idParameter, jsonOf } from '../../web/reply-schemas.ts'
import { callerOf } from '../../web/request-context.ts'
import { givePayerReference, payerReferenceLengthMax, readPayerReference } from '../give-payer-reference.ts'

const referenceBody = z
  .object({
    payer_reference: z
      .string()
      .describe(`What the payer's bank printed on the receipt, 1 to ${payerReferenceLengthMax} characters`)
      .meta({ example: '004512789' }),
  })
  .meta({ id: 'PayerReference' })

/** The payer's bank reference, given after paying: without it, BT_VE and PM_VE payments cannot be found. */
export function payerReferenceRoutes(app: FastifyInstance, deps: CoreDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post('/payments/:id/payer-reference', {
    config: { scope: 'payins', refusals: ['not_in_this_state'] },
    schema: {
      operationId: 'givePayerReference',
      tags: ['Pay-ins'],
      summary: "Give the payer's bank reference",
      description:
        'BT_VE and PM_VE payments are found by it; any bank transfer may have it. The payer can give it on payment_url too, unless you gave it. A later one replaces it until the pay-in is decided.',
      params: idParameter,
      body: referenceBody,
      response: { 200: { description: 'The pay-in', content: jsonOf(transactionSummaryReply) } },
    },
    handler: async (request) => {
      const { body, warnings } = readBody(referenceBody, request.body)
      const read = readPayerReference(body.payer_reference)
      if (!read.ok) {
        throw new Problem('validation_failed', {
          fields: [{ code: 'invalid_format', param: 'payer_reference', message: read.message }],
        })
      }
      const given = { transactionId: request.params.id, reference: read.reference }
      const transaction = await givePayerReference(deps, callerOf(request), given)
      const cardLike = cardLikeWarning('payer_reference', read.reference)
      return success(transactionData(transaction, deps.site.url()), cardLike ? [...warnings, cardLike] : warnings)
    },
  })
}
