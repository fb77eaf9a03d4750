import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { providerHttp } from '../../net/provider-http.ts'
import { currencyDecimals } from '../../values/currency.ts'
import type { NotFound, Outcome } from '../../values/outcome.ts'
import type {
  CallContext,
  Connector,
  ConnectorAccount,
  Manifest,
  NotificationsRead,
  Order,
  RawNotification,
  RefundOrder,
} from '../connector.ts'
import { type Asked, bankOrder, outcomeOf, outcomeOfAnswer } from './answers.ts'
import { type Answer, bankCall, credentialsOf, type SimulatedBankOptions } from './bank-call.ts'
import { prepareInstructions } from './instructions.ts'
import { readRecords, readRecordsEnd, recordsPath } from './records.ts'

/** Notifications further from now than this are refused: the signature may be a replay. */
const notificationToleranceSeconds = 300

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
const notificationShape = z.object({ id: z.string().min(1).max(128), key: z.string().max(64), order: bankOrder })

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

async function withCard<T>(order: Order, send: (card: object) => Promise<T>): Promise<T> {
  const card = order.card
  if (!card) return await send({})
  return await card.secret.use(
    async (number, securityCode) =>
      await send({
        card: {
          number,
          security_code: securityCode,
          holder: card.holder,
          exp_month: card.expiryMonth,
          exp_year: card.expiryYear,
          brand: card.brand,
        },
      }),
  )
}

function wireOrder(order: Order, context: CallContext): object {
  const target = order.instructions.targetAccount
  const details = order.details
  return {
    direction: order.payType === 'payin' ? 'in' : 'out',
    kind: order.kind,
    country: order.country,
    currency: order.currency,
    amount_minor: order.amountMinor.toString(),
    decimals: currencyDecimals[order.currency],
    notify_url: context.notifyUrl,
    ...(order.expiresAt ? { expires_at: order.expiresAt.toISOString() } : {}),
    ...(order.executeBefore ? { execute_before: order.executeBefore.toISOString() } : {}),
    ...(order.returnUrl ? { return_url: order.returnUrl } : {}),
    ...(order.shopName ? { shop_name: order.shopName } : {}),
    ...(target || order.instructions.clabe ? { instructions: wireInstructions(order) } : {}),
    ...(order.payType === 'payin'
      ? { payer: given({ name: details['payer_name'], document: details['payer_doc_id'] }) }
      : {
          beneficiary: given({
            name: details['account_beneficiary'],
            document: details['account_doc_id'],
            account: details['account'],
            bank: details['account_bank'],
            phone: details['account_phone'],
          }),
        }),
  }
}

/** The bank knows the pay-in by its key, which is the transaction's id. */
function wireRefund(order: Order, { amountMinor, executeBefore }: RefundOrder, context: CallContext): object {
  const { transactionId, country, currency, details } = order
  return {
    direction: 'out',
    kind: 'refund',
    refund_of: transactionId,
    country,
    currency,
    amount_minor: amountMinor.toString(),
    decimals: currencyDecimals[currency],
    notify_url: context.notifyUrl,
    ...(executeBefore ? { execute_before: executeBefore.toISOString() } : {}),
    beneficiary: given({ name: details['payer_name'], document: details['payer_doc_id'] }),
  }
}

function wireInstructions(order: Order): object {
  const target = order.instructions.targetAccount
  return given({
    account: target?.number ?? undefined,
    bank: target?.bank ?? undefined,
    holder: target?.beneficiary ?? undefined,
    reference: target?.reference ?? undefined,
    clabe: order.instructions.clabe,
    qr: order.instructions.pixBrCode,
  })
}

function given(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function readNotifications(raw: RawNotification, account: ConnectorAccount, now: Date): NotificationsRead | undefined {
  const timestamp = raw.headers['x-simbank-timestamp'] ?? ''
  const signature = raw.headers['x-simbank-signature'] ?? ''
  if (!/^\d{1,12}$/.test(timestamp)) return undefined
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > notificationToleranceSeconds) return undefined
  const secret = credentialsOf(account).notification_secret
  const expected = Buffer.from(
    `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(raw.body).digest('hex')}`,
  )
  const received = Buffer.from(signature)
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined
  const read = notificationShape.safeParse(parse(raw.body))
  if (!read.success || read.data.order.key !== read.data.key) return undefined
  return { events: [{ eventId: read.data.id, key: read.data.key, outcome: outcomeOf(read.data.order) }] }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
