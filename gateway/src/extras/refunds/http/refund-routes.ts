import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { CoreDeps } from '../../../core/deps.ts'
import { requireTransaction } from '../../../core/processing/find-transaction.ts'
import { parseInstant } from '../../../core/values/timestamps.ts'
import { requireBody } from '../../../core/web/json-body.ts'
import { startOf } from '../../../core/web/list-query.ts'
import { payoutReplyOf } from '../../../core/web/payout-reply.ts'
import { success } from '../../../core/web/replies.ts'
import { idParameter, jsonOf } from '../../../core/web/reply-schemas.ts'
import { callerOf } from '../../../core/web/request-context.ts'
import { unknownParametersOf } from '../../../core/web/unknown-parameters.ts'
import { createRefund } from '../create-refund.ts'
import { getRefund, listRefunds } from '../list-refunds.ts'
import { readRefund } from '../read-refund.ts'
import { refundData, refundFailed } from './refund-data.ts'
import {
  createdRefundReply,
  refundBody,
  refundIdParameter,
  refundListQuery,
  refundListReply,
  refundPageQuery,
  refundReply,
} from './refund-schemas.ts'

const tags = ['Refunds']

/** Whoever may make refunds may read them. */
const reads = { scope: 'read', orScope: 'refunds' } as const

/** Refunds of pay-ins: made, read and listed (contract section 9). */
export function refundRoutes(app: FastifyInstance, deps: CoreDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post('/payments/:id/refunds', {
    // As of a payout: money leaves the merchant's balance.
    config: {
      scope: 'refunds',
      stepUp: 'live',
      warnsOfParameters: true,
      signed: true,
      refusals: [
        'reference_conflict',
        'service_not_enabled',
        'too_many_open',
        'insufficient_funds',
        'not_in_this_state',
      ],
    },
    schema: {
      operationId: 'createRefund',
      tags,
      summary: 'Refund a completed pay-in, in whole or in part',
      description:
        'Never more than what was credited to you and was not taken back. COMPLETED when the bank confirmed it within seconds, ' +
        'ERROR when it surely failed (outer status error), else PENDING. Sent again with the same reference and content, it ' +
        'never refunds twice.',
      params: idParameter,
      body: refundBody,
      response: {
        200: { description: 'A repeated reference: the refund as it stands', content: jsonOf(createdRefundReply) },
        201: { description: 'Accepted', content: jsonOf(createdRefundReply) },
      },
    },
    handler: async (request, reply) => await createAnyRefund(deps, request, { reply, id: request.params.id }),
  })
  readRoutes(app, deps)
}

function readRoutes(app: FastifyInstance, deps: CoreDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/payments/:id/refunds', {
    config: reads,
    schema: {
      operationId: 'listRefundsOfPayment',
      tags,
      summary: 'The refunds of one pay-in, newest first',
      params: idParameter,
      querystring: refundPageQuery,
      response: { 200: { description: 'A page', content: jsonOf(refundListReply) } },
    },
    handler: async (request) => {
      const caller = callerOf(request)
      const payin = await requireTransaction(deps.database.engine, caller.point.pointId, request.params.id)
      return success(listData(await listRefunds(deps, caller, { ...request.query, payinId: payin.id })))
    },
  })
  typed.get('/refunds', {
    config: reads,
    schema: {
      operationId: 'listRefunds',
      tags,
      summary: 'List refunds, newest first',
      querystring: refundListQuery,
      response: { 200: { description: 'A page', content: jsonOf(refundListReply) } },
    },
    handler: async (request) => {
      const { payment_id: payinId, created_from: from, created_to: to, ...rest } = request.query
      const createdFrom = from === undefined ? undefined : startOf(from)
      const createdTo = to === undefined ? undefined : parseInstant(to)
      return success(listData(await listRefunds(deps, callerOf(request), { ...rest, payinId, createdFrom, createdTo })))
    },
  })
  typed.get('/refunds/:id', {
    config: reads,
    schema: {
      operationId: 'getRefund',
      tags,
      summary: 'Read one refund',
      params: refundIdParameter,
      response: { 200: { description: 'The refund', content: jsonOf(refundReply) } },
    },
    handler: async (request) => success(refundData(await getRefund(deps, callerOf(request), request.params.id))),
  })
}

async function createAnyRefund(
  deps: CoreDeps,
  request: FastifyRequest,
  { reply, id }: { reply: FastifyReply; id: string },
) {
  const caller = callerOf(request)
  const body = requireBody(request.body)
  const payin = await requireTransaction(deps.database.engine, caller.point.pointId, id)
  const { request: wanted, warnings: found } = readRefund(body, payin)
  const warnings = [...found, ...unknownParametersOf(request)]
  const { transaction, replayed } = await createRefund(deps, caller, { payin, request: wanted })
  request.transactionId = transaction.id
  if (replayed) reply.header('idempotent-replayed', 'true')
  reply.code(replayed ? 200 : 201)
  const data = refundData(await getRefund(deps, caller, transaction.id))
  return payoutReplyOf(reply, { transaction, data, warnings, failed: refundFailed }, deps)
}

function listData({ items, nextCursor }: Awaited<ReturnType<typeof listRefunds>>) {
  return { items: items.map(refundData), next_cursor: nextCursor }
}
