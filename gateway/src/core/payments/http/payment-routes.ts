import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { CoreDeps } from '../../deps.ts'
import { requireService } from '../../merchants/authenticate-request.ts'
import type { PayinRequest } from '../../payment-methods/read-request.ts'
import { createPayout } from '../../payouts/create-payout.ts'
import type { Created } from '../../processing/create-transaction.ts'
import { say } from '../../texts/messages/say.ts'
import type { Caller } from '../../values/caller.ts'
import { type FieldProblem, Problem } from '../../values/problem.ts'
import { isoMicroseconds } from '../../values/timestamps.ts'
import { requireBody } from '../../web/json-body.ts'
import { createdPayoutReply } from '../../web/payment-reply-schemas.ts'
import { payoutFailed, payoutReplyOf } from '../../web/payout-reply.ts'
import { success } from '../../web/replies.ts'
import { jsonOf } from '../../web/reply-schemas.ts'
import { callerOf } from '../../web/request-context.ts'
import { unknownParametersOf } from '../../web/unknown-parameters.ts'
import { type CardPayinDeps, createCardPayin } from '../create-card-payin.ts'
import { createPayin } from '../create-payin.ts'
import { hasReference } from '../store/reads/transactions.ts'
import { payinOf, payoutOf } from './bodies.ts'
import { createdPayinReply, payinBody, payoutBody } from './creation-schemas.ts'
import { cardPayinData, payinData, payoutData } from './replies.ts'

/** The endpoints that move money (spec, Endpoints 1 to 3). */
export function creationRoutes(app: FastifyInstance, deps: CardPayinDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.post('/payments/payin_hth', {
    config: {
      scope: 'payins',
      warnsOfParameters: true,
      refusals: ['reference_conflict', 'unknown_service_code', 'service_not_enabled', 'too_many_open'],
    },
    schema: {
      operationId: 'createPayin',
      tags: ['Pay-ins'],
      summary: 'Create a pay-in',
      description:
        'By bank transfer, by a local method, or by card. What each service_code needs: GET /api/v1/services. A repeated ' +
        'reference with the same content returns the original transaction and the header Idempotent-Replayed: true.',
      body: payinBody,
      response: { 200: { description: 'Accepted', content: jsonOf(createdPayinReply) } },
    },
    handler: async (request, reply) => reply.send(await createAnyPayin(deps, request, reply)),
  })
  typed.post('/payments/payout_hth', {
    // A console session left open must not be enough to pay out the merchant's balance.
    config: {
      scope: 'payouts',
      stepUp: 'live',
      warnsOfParameters: true,
      signed: true,
      refusals: [
        'reference_conflict',
        'unknown_service_code',
        'service_not_enabled',
        'too_many_open',
        'insufficient_funds',
      ],
    },
    schema: {
      operationId: 'createPayout',
      tags: ['Payouts'],
      summary: 'Create a payout',
      description:
        'COMPLETED when the bank confirmed it within seconds, ERROR when it surely failed, else PENDING: a callback tells ' +
        'the rest. A payout in ERROR answers with the outer status error and the reason, when it is sent again too; a setting ' +
        'of the point keeps the outer status success. Sent again with the same reference and content, it never pays twice.',
      body: payoutBody,
      response: { 200: { description: 'Accepted', content: jsonOf(createdPayoutReply) } },
    },
    handler: async (request, reply) => reply.send(await createAnyPayout(deps, request, reply)),
  })
}

async function createAnyPayin(deps: CardPayinDeps, request: FastifyRequest, reply: FastifyReply) {
  const caller = callerOf(request)
  const body = requireBody(request.body)
  const { request: wanted, warnings: found } = await readPayinBody(deps, caller, body)
  const told = [...found, ...unknownParametersOf(request)]
  // Drops the parsed body, which holds the card number; from here on only the card's secret holds it.
  request.body = undefined
  requireService(caller, wanted.serviceCode)
  if (wanted.kind !== 'card') {
    const created = await createPayin(deps, caller, wanted)
    noteCreated(reply, created)
    return success(payinData(created.transaction, deps.site.url()), [...told, ...keptExpiry(wanted, created)])
  }
  const created = await createCardPayin(deps, caller, wanted)
  noteCreated(reply, created)
  return success(cardPayinData(created.transaction, { publicUrl: deps.site.url(), replayed: created.replayed }), [
    ...told,
    ...keptExpiry(wanted, created),
  ])
}

/** A repetition with another `expired_at` changes nothing: the first one counts. */
function keptExpiry(wanted: PayinRequest, { transaction, replayed }: Created): FieldProblem[] {
  const { expiredAt } = transaction
  const isSent = wanted.details['expired_at'] !== undefined
  if (!replayed || !isSent || !expiredAt || wanted.expiresAt.getTime() === expiredAt.getTime()) return []
  const message = say('expiry.stays', { field: 'expired_at', instant: isoMicroseconds(expiredAt) })
  return [{ code: 'unusual', param: 'expired_at', message }]
}

/** A repeated request returns its transaction, also after its own expiry time. */
async function readPayinBody(deps: CoreDeps, caller: Caller, body: Record<string, unknown>) {
  try {
    return payinOf(body, caller, deps.clock.now())
  } catch (error) {
    const isLate = error instanceof Problem && error.fields.length > 0 && error.fields.every(isPastExpiry)
    if (!isLate) throw error
    const read = payinOf(body, caller, beforeAnyExpiry)
    const { reference } = read.request
    // A known reference is a replay, also after its expiry time.
    const used = { pointId: caller.point.pointId, payType: 'payin', reference } as const
    if (await hasReference(deps.database.engine, used)) return read
    throw error
  }
}

const beforeAnyExpiry = new Date(0)

function isPastExpiry({ code }: FieldProblem): boolean {
  return code === 'expired_at_past'
}

async function createAnyPayout(deps: CoreDeps, request: FastifyRequest, reply: FastifyReply) {
  const caller = callerOf(request)
  const body = requireBody(request.body)
  const { request: wanted, warnings: found } = payoutOf(body, caller, deps.clock.now())
  const warnings = [...found, ...unknownParametersOf(request)]
  requireService(caller, wanted.serviceCode)
  const created = await createPayout(deps, caller, wanted)
  noteCreated(reply, created)
  const { transaction } = created
  return payoutReplyOf(reply, { transaction, data: payoutData(transaction), warnings, failed: payoutFailed }, deps)
}

function noteCreated(reply: FastifyReply, { transaction, replayed }: Created): void {
  reply.request.transactionId = transaction.id
  if (replayed) reply.header('idempotent-replayed', 'true')
}
