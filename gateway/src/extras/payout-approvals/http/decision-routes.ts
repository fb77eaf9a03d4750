import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CoreDeps } from '../../../core/deps.ts'
import { transactionData } from '../../../core/processing/rules/transaction-data.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { approvedPayoutReply, transactionSummaryReply } from '../../../core/web/payment-reply-schemas.ts'
import { payoutFailed, payoutReplyOf } from '../../../core/web/payout-reply.ts'
import { success } from '../../../core/web/replies.ts'
import { idParameter, jsonOf } from '../../../core/web/reply-schemas.ts'
import { addressOf, callerOf } from '../../../core/web/request-context.ts'
import { approvePayout, rejectPayout } from '../decide-payout.ts'

/** Maximum length of a note in the audit log and the history. */
const noteLengthMax = 200

const decisionBody = z
  .object({
    note: z
      .string()
      .max(noteLengthMax)
      .regex(/^[^\p{Cc}\p{Cs}]*$/u)
      .optional()
      .describe('Why; kept in the audit log'),
  })
  .meta({ id: 'DecisionNote' })

/** Approval of payouts by a second key (contract section 5). */
export function decisionRoutes(app: FastifyInstance, deps: CoreDeps): void {
  decisionRoute(app, deps, {
    path: 'approve',
    operationId: 'approvePayout',
    summary: 'Agree to a payout that waits for a second key',
    description:
      'It is sent now and answers with what became of it. Never by the key that created it or another of its line of rotations, nor where one person stands behind both; within 72 hours, after which it is ERROR with the reason approval_expired. A payout that surely fails then answers with the outer status error, as its creation does.',
    decide: approvePayout,
    reply: approvedPayoutReply,
  })
  decisionRoute(app, deps, {
    path: 'reject',
    operationId: 'rejectPayout',
    summary: 'Refuse a payout that waits for a second key',
    description: 'It becomes ERROR with the reason rejected_by_approver, and its funds are available again.',
    decide: rejectPayout,
    reply: transactionSummaryReply,
  })
}

interface DecisionRoute {
  path: 'approve' | 'reject'
  operationId: string
  summary: string
  description: string
  decide: typeof approvePayout
  reply: z.ZodType
}

function decisionRoute(app: FastifyInstance, deps: CoreDeps, route: DecisionRoute): void {
  app.withTypeProvider<ZodTypeProvider>().post(`/payments/:id/${route.path}`, {
    config: {
      scope: 'approve_payouts',
      stepUp: true,
      emptyBody: true,
      signed: true,
      refusals: ['not_in_this_state', 'second_person_required'],
    },
    schema: {
      operationId: route.operationId,
      tags: ['Payouts'],
      summary: route.summary,
      description: route.description,
      params: idParameter,
      body: decisionBody,
      response: { 200: { description: 'The payout as it stands', content: jsonOf(route.reply) } },
    },
    handler: async (request, reply) => {
      const note = request.body ? readBody(decisionBody, request.body).body.note : undefined
      const decided = await route.decide(deps, callerOf(request), {
        transactionId: request.params.id,
        origin: addressOf(request),
        ...(note === undefined ? {} : { note }),
      })
      const data = transactionData(decided, deps.site.url())
      // After a refusal ERROR is the success.
      return route.path === 'approve'
        ? payoutReplyOf(reply, { transaction: decided, data, failed: payoutFailed }, deps)
        : success(data)
    },
  })
}
