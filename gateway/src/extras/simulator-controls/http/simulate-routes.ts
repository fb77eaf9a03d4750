import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { getTransaction } from '../../../core/payments/get-transaction.ts'
import { transactionData } from '../../../core/processing/rules/transaction-data.ts'
import { parseAmount } from '../../../core/values/money.ts'
import { Problem } from '../../../core/values/problem.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { transactionSummaryReply } from '../../../core/web/payment-reply-schemas.ts'
import { success } from '../../../core/web/replies.ts'
import { idParameter, jsonOf } from '../../../core/web/reply-schemas.ts'
import { callerOf } from '../../../core/web/request-context.ts'
import { type SimulatedEvent, type SimulatorDeps, simulatedEvents, simulateEvent } from '../simulate-event.ts'

const documentLengthMax = 64

const simulateBody = z
  .object({
    event: z.enum(Object.keys(simulatedEvents) as [SimulatedEvent, ...SimulatedEvent[]]),
    amount: z
      .union([z.number(), z.string().max(20)])
      .optional()
      .describe('For what is paid or returned in part'),
    sender_document: z
      .string()
      .min(1)
      .max(documentLengthMax)
      .optional()
      .describe('Who pays, where it is somebody else'),
  })
  .meta({ id: 'Simulation' })

/** Simulates acts of a payer, an issuer or a bank. */
export function simulateRoutes(app: FastifyInstance, deps: SimulatorDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post('/test/payments/:id/simulate', {
    config: { scope: 'payins', refusals: ['not_in_this_state'] },
    schema: {
      operationId: 'simulate',
      tags: ['Test'],
      summary: 'Let something happen to a test payment',
      description:
        'The simulated bank does it and tells the gateway like any bank; the answer shows the transaction after that.',
      params: idParameter,
      body: simulateBody,
      response: { 200: { description: 'The transaction as it stands', content: jsonOf(transactionSummaryReply) } },
    },
    handler: async (request) => {
      const caller = callerOf(request)
      if (caller.point.environment !== 'test') throw new Problem('not_found')
      const { body, warnings } = readBody(simulateBody, request.body)
      const { currency } = await getTransaction(deps, caller, request.params.id)
      const amount = body.amount === undefined ? undefined : parseAmount(body.amount, currency)
      if (amount && !amount.ok) {
        throw new Problem('validation_failed', {
          fields: [{ code: amount.code, param: 'amount', message: amount.message }],
        })
      }
      const after = await simulateEvent(deps, caller, {
        transactionId: request.params.id,
        event: body.event,
        ...(amount ? { amountMinor: amount.minor } : {}),
        ...(body.sender_document === undefined ? {} : { senderDocument: body.sender_document }),
      })
      return success(transactionData(after, deps.site.url()), warnings)
    },
  })
}
