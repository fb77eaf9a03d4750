import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cancelOrder } from '../bank/act-on-order.ts'
import type { Bank } from '../bank/bank.ts'
import { delayOrder, leaveTombstone, type Submission, submitOrder } from '../bank/submit-order.ts'
import type { Order } from '../orders/order.ts'
import { isOrderKey, parseOrderBody } from '../orders/order-body.ts'
import { orderView } from '../orders/order-view.ts'
import { type Answer, answer, dropConnection, isDelayed, markFault } from './answer.ts'
import { BATCH_BODY_BYTES_MAX, submitBatch } from './batch.ts'

interface ByKey {
  Params: { key: string }
}

const RETRY_AFTER_SECONDS = 1

/** The provider API under `/v1`: submit (one or a batch), inquire, cancel. A cancelled key that is unknown stays cancelled. */
export function registerProviderRoutes(scope: FastifyInstance, bank: Bank): void {
  scope.addHook('preHandler', async (request, reply) => applyFault(bank, request, reply))

  scope.put<ByKey>('/v1/orders/:key', async (request, reply) => {
    const { key } = request.params
    if (!isOrderKey(key)) return answer(bank, reply, invalidKey())
    const parsed = parseOrderBody(request.body)
    if (!parsed.ok) return answer(bank, reply, { status: 422, body: { error: 'invalid', errors: parsed.errors } })
    if (isDelayed(request)) {
      delayOrder(bank, key, parsed.body)
      return dropConnection(reply, bank.hangMs)
    }
    const submission = submitOrder(bank, key, { body: parsed.body, channel: 'single' })
    return answerSubmission(bank, reply, submission)
  })

  scope.post('/v1/orders/batch', { bodyLimit: BATCH_BODY_BYTES_MAX }, async (request, reply) =>
    answer(bank, reply, submitBatch(bank, request.body)),
  )

  scope.get<ByKey>('/v1/orders/:key', async (request, reply) => {
    const order = bank.book.orders.get(request.params.key)
    return answer(bank, reply, order ? found(bank, order) : notFound())
  })

  scope.post<ByKey>('/v1/orders/:key/cancel', async (request, reply) => {
    const { key } = request.params
    if (!isOrderKey(key)) return answer(bank, reply, invalidKey())
    const order = bank.book.orders.get(key)
    if (!order) return answer(bank, reply, leaveTombstone(bank, key) ? tombstone(key) : full())
    if (cancelOrder(bank, order)) return answer(bank, reply, found(bank, order))
    const body = { error: 'not_cancellable', order: orderView(order, bank.publicUrl) }
    return answer(bank, reply, { status: 409, body })
  })
}

async function applyFault(bank: Bank, request: FastifyRequest, reply: FastifyReply) {
  const fault = bank.faults.take()
  if (fault === undefined) return
  if (fault === 'hang') return dropConnection(reply, bank.hangMs)
  if (fault === '503')
    return reply.code(503).header('retry-after', String(RETRY_AFTER_SECONDS)).send({ error: 'unavailable' })
  markFault(request, fault)
}

async function answerSubmission(bank: Bank, reply: FastifyReply, submission: Submission) {
  switch (submission.kind) {
    case 'conflict':
      return answer(bank, reply, { status: 409, body: { error: 'key_conflict' } })
    case 'full':
      return answer(bank, reply, full())
    case 'late':
      return answer(bank, reply, { status: 409, body: { error: submission.why } })
    case 'refused': {
      const error = submission.status === 429 ? 'rate_limited' : 'unavailable'
      return answer(bank, reply, { status: submission.status, body: { error }, retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    case 'forgotten':
      return dropConnection(reply, bank.hangMs)
    case 'order':
      if (submission.answer === 'given') return answer(bank, reply, found(bank, submission.order))
      await bank.journal.settled()
      return dropConnection(reply, submission.answer === 'hang' ? bank.hangMs : 0)
  }
}

function found(bank: Bank, order: Order): Answer {
  return { status: 200, body: orderView(order, bank.publicUrl) }
}

function tombstone(key: string): Answer {
  return { status: 200, body: { key, state: 'cancelled', tombstone: true } }
}

function full(): Answer {
  return { status: 503, body: { error: 'book_full' } }
}

function notFound(): Answer {
  return { status: 404, body: { error: 'not_found' } }
}

function invalidKey(): Answer {
  const errors = [{ path: 'key', message: 'must be 1 to 64 letters, digits, _ or -' }]
  return { status: 422, body: { error: 'invalid', errors } }
}
