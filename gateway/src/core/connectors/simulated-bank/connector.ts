import { z } from 'zod'
import { providerHttp } from '../../net/provider-http.ts'
import type { NotFound, Outcome } from '../../values/outcome.ts'
import type { CallContext, Connector, Manifest, Order } from '../connector.ts'
import { type Asked, outcomeOfAnswer } from './answers.ts'
import { wireOrder, wireRefund, withCard } from './bodies.ts'
import { type Answer, bankCall, type SimulatedBankOptions } from './calls.ts'
import { prepareInstructions } from './instructions.ts'
import { readNotifications } from './notifications.ts'
import { readRecords, readRecordsEnd, recordsPath } from './records.ts'

const hourMs = 3_600_000

const manifest: Manifest = {
  name: 'simulated-bank',
  environments: ['test'],
  capabilities: [
    { serviceCode: '*', payType: 'payin' },
    { serviceCode: '*', payType: 'payout' },
  ],
  sameKeySameResult: true,
  // The tombstone decides within a minute; the deadline covers orders that arrive after every process was down for a
  // day.
  lateExecution: [{ kind: 'tombstone' }, { kind: 'deadline', validForMs: 24 * hourMs, clockMarginMs: 60_000 }],
  visibilityWindowMs: 10_000,
  inquiries: { perSecond: 50, depositDelaysMs: [hourMs, 6 * hourMs, 24 * hourMs] },
}

const batchAnswer = z.object({
  results: z.array(
    z.object({ key: z.string(), status: z.number(), order: z.unknown().optional(), error: z.unknown().optional() }),
  ),
})

/** Connector of the simulated bank (workspace `simbank`): HTTP with a bearer token, notifications signed by HMAC. */
export function simulatedBank(options: SimulatedBankOptions): Connector & { close(): Promise<void> } {
  const http = options.http ?? providerHttp()
  const call = bankCall(options.baseUrl, http)
  const inquire = async (key: string, context: CallContext) => {
    const answer = await call(context, { method: 'GET', path: `/v1/orders/${key}` })
    return answer.kind === 'failed' ? answer.outcome : outcomeOfAnswer({ key }, answer)
  }

  return {
    manifest,
    // The key is the transaction's id, so it never changes.
    keyFor: (transactionId, attempt) => (attempt === 1 ? transactionId : `${transactionId}-${attempt}`),
    prepare: (order) => prepareInstructions(order),
    submit: async (order, key, context) => {
      const answer = await withCard(
        order,
        async (card) =>
          await call(context, {
            method: 'PUT',
            path: `/v1/orders/${key}`,
            body: { ...wireOrder(order, context), ...card },
          }),
      )
      return answer.kind === 'failed' ? answer.outcome : asOutcome(outcomeOfAnswer(asked(order, key), answer))
    },
    refund: async (order, refund, context) => {
      const { key, amountMinor } = refund
      const answer = await call(context, {
        method: 'PUT',
        path: `/v1/orders/${key}`,
        body: wireRefund(order, refund, context),
      })
      if (answer.kind === 'failed') return answer.outcome
      return asOutcome(outcomeOfAnswer({ key, amountMinor, currency: order.currency, payType: 'refund' }, answer))
    },
    register: async (orders, context) =>
      await register(
        orders,
        async (body) => await call(context, { method: 'POST', path: '/v1/orders/batch', body }),
        context,
      ),
    inquire,
    inquireRefund: inquire,
    cancel: async (key, context) => {
      const answer = await call(context, { method: 'POST', path: `/v1/orders/${key}/cancel` })
      if (answer.kind === 'failed') return 'unknown'
      if (answer.status === 200) return isCancelled(answer.body, key) ? 'cancelled' : 'unknown'
      if (answer.status === 404) return 'not_found'
      return answer.status === 409 ? 'too_late' : 'unknown'
    },
    providerRecords: {
      read: async (after, context) =>
        readRecords(await call(context, { method: 'GET', path: recordsPath(after) }), after),
      end: async (context) => readRecordsEnd(await call(context, { method: 'GET', path: '/control/health' })),
    },
    notificationHeaders: ['x-simbank-timestamp', 'x-simbank-signature'],
    readNotifications,
    close: async () => await http.close(),
  }
}

async function register(
  orders: readonly { order: Order; key: string }[],
  post: (body: unknown) => Promise<Answer>,
  context: CallContext,
): Promise<readonly Outcome[]> {
  const answer = await post({ orders: orders.map(({ order, key }) => ({ key, ...wireOrder(order, context) })) })
  if (answer.kind === 'failed') return orders.map(() => answer.outcome)
  const read = batchAnswer.safeParse(answer.body)
  if (answer.status !== 200 || !read.success) {
    const status = answer.status === 200 ? unreadableStatus : answer.status
    const failed = { status, body: undefined, retryAfterMs: answer.retryAfterMs }
    return orders.map(({ order, key }) => asOutcome(outcomeOfAnswer(asked(order, key), failed)))
  }
  const byKey = new Map(read.data.results.map((result) => [result.key, result]))
  return orders.map(({ order, key }) => {
    const result = byKey.get(key)
    if (!result) return { kind: 'unknown', why: 'unreadable' }
    return asOutcome(outcomeOfAnswer(asked(order, key), { status: result.status, body: result.order ?? result.error }))
  })
}

const cancelledShape = z.object({ key: z.string(), state: z.literal('cancelled') })

/** Only an answer about this key counts, because the merchant then learns that nothing was executed. */
function isCancelled(body: unknown, key: string): boolean {
  const read = cancelledShape.safeParse(body)
  return read.success && read.data.key === key
}

/** Status for an unreadable batch answer: like a server fault, the bank may have executed the orders. */
const unreadableStatus = 599

function asked({ amountMinor, currency, payType }: Order, key: string): Asked {
  return { key, amountMinor, currency, payType }
}

/** The bank's API never answers 404 to a submit, so the outcome is unknown. */
function asOutcome(outcome: Outcome | NotFound): Outcome {
  return outcome.kind === 'not_found' ? { kind: 'unknown', why: 'unmapped' } : outcome
}
