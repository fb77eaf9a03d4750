import type { AccountConnections } from '../../core/connectors/account-connections.ts'
import type {
  CallContext,
  CancelResult,
  Connector,
  Manifest,
  Order,
  RefundOrder,
} from '../../core/connectors/connector.ts'
import type { ProviderAnswer } from '../../core/net/provider-http.ts'
import type { NotFound, Outcome } from '../../core/values/outcome.ts'
import {
  type Answered,
  type Charge,
  detailOf,
  incomingOf,
  instructionsOf,
  outcomeOfCharge,
  outcomeOfRefund,
  outcomeOfStatus,
  type Pix,
  readCharge,
  readDevolucao,
  readPix,
  violationsOf,
} from './answers.ts'
import { type ChargeRequest, chargeOf, refundBody, removal } from './bodies.ts'
import { type PixCalls, pixCalls, within } from './calls.ts'
import { pixCertification } from './certification.ts'
import { checkPixValues, pixFields, valuesOf } from './credentials.ts'
import { chargeKey } from './keys.ts'
import { readPush } from './notifications.ts'
import { pspOf } from './psp.ts'
import { pixRecords } from './records.ts'
import { registerWebhook } from './register-webhook.ts'
import { tryPixAccount } from './try-account.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const manifest: Manifest = {
  name: 'pix-api',
  environments: ['test', 'live'],
  capabilities: [{ serviceCode: 'PIX_BR', payType: 'payin' }],
  givesInstructions: true,
  // A charge is made once, however often it is sent; a refund is asked for before it is sent.
  sameKeySameResult: true,
  // Nobody can pay a charge that its payee's PSP does not know. A refund may be on its way for longer.
  lateExecution: [{ kind: 'not_found_is_final', only: 'payin' }],
  visibilityWindowMs: minuteMs,
  // Each push is a question: this many payments a second are the account's most. A bank that wants fewer answers 429.
  inquiries: { perSecond: 20, depositDelaysMs: [5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs] },
}

/**
 * Pay-ins by the Pix API 2.9.0 of the Banco Central do Brasil, at any PSP that offers it: charges, their payments, and refunds
 * (`devolução`). Payouts are not part of the standard. Contract-tested; each account is certified by
 * itself.
 */
export function pixApi(connections: AccountConnections): Connector {
  const call = pixCalls(connections)
  return {
    manifest,
    setUp: {
      fields: pixFields,
      check: checkPixValues,
      try: async (account, given) => await tryPixAccount(call, { account, ...given }),
      certification: pixCertification,
    },
    keyFor: chargeKey,
    submit: async (order, key, context) => await submit(within(call, context), { order, key }, context),
    inquire: async (key, context) => {
      const found = await findCharge(within(call, context), key, context)
      return found.kind === 'charge' ? outcomeOfCharge(found.charge) : found
    },
    cancel: async (key, context) => await cancel(within(call, context), key, context),
    refund: async (order, refund, context) => await sendRefund(within(call, context), { order, refund }, context),
    inquireRefund: async (key, context, payinId) => await findRefund(within(call, context), { key, payinId }, context),
    checkAccount: async (context) => await registerWebhook(within(call, context), context),
    providerRecords: pixRecords(call, findCharge),
    readNotifications: readPush,
    inquireIncoming: async (key, context) => await findIncoming(within(call, context), key, context),
  }
}

type Found = { kind: 'charge'; resource: ChargeRequest['resource']; charge: Charge } | Outcome | NotFound

/** The charge of a key: an immediate one, or one that is due on a day. */
async function findCharge(call: PixCalls, key: string, context: CallContext): Promise<Found> {
  for (const resource of ['cob', 'cobv'] as const) {
    const answer = await call(context, { method: 'GET', path: `/${resource}/${key}` })
    if (answer.kind === 'failed') return answer.outcome
    if (answer.status !== 200 && answer.status !== 404) return outcomeOfStatus(answer)
    const charge = answer.status === 200 ? readCharge(answer, key) : undefined
    if (answer.status === 200)
      return charge ? { kind: 'charge', resource, charge } : { kind: 'unknown', why: 'unreadable' }
  }
  return { kind: 'not_found' }
}

async function submit(
  call: PixCalls,
  { order, key }: { order: Order; key: string },
  context: CallContext,
): Promise<Outcome> {
  const { account } = context
  const values = valuesOf(account)
  const { resource, body } = chargeOf(order, values['pix_key'] ?? '')
  const answer = await call(context, { method: 'PUT', path: `/${resource}/${key}`, json: body })
  if (answer.kind === 'failed') return answer.outcome
  const charge = answer.status === 200 || answer.status === 201 ? readCharge(answer, key) : undefined
  if (charge) return told(charge, order, context)
  // A charge that was paid or removed is not changed any more: what it is, is asked.
  if (answer.status === 400 || answer.status === 409) return await refusedOrKnown(call, { order, key, answer }, context)
  return asOutcome(outcomeOfStatus(answer))
}

function told(charge: Charge, order: Order, { account }: CallContext): Outcome {
  const values = valuesOf(account)
  const payee = { key: values['pix_key'] ?? '', holder: values['holder'] ?? '', bank: pspOf(values).name }
  const instructions = instructionsOf(charge, payee)
  return outcomeOfCharge(charge, { orderedMinor: order.amountMinor, ...(instructions && { instructions }) })
}

async function refusedOrKnown(
  call: PixCalls,
  { order, key, answer }: { order: Order; key: string; answer: Answered },
  context: CallContext,
): Promise<Outcome> {
  const found = await findCharge(call, key, context)
  if (found.kind === 'charge') return told(found.charge, order, context)
  if (found.kind !== 'not_found') return asOutcome(found)
  const detail = detailOf(answer)
  // Only what names our own fields says surely that no charge was made of them.
  if (violationsOf(answer).length > 0) return { kind: 'rejected', reason: 'processing_error', detail }
  return { kind: 'unknown', why: 'unmapped' }
}

function asOutcome(outcome: Outcome | NotFound): Outcome {
  return outcome.kind === 'not_found' ? { kind: 'unknown', why: 'unmapped' } : outcome
}

async function cancel(call: PixCalls, key: string, context: CallContext): Promise<CancelResult> {
  for (const resource of ['cob', 'cobv'] as const) {
    const answer = await call(context, { method: 'PATCH', path: `/${resource}/${key}`, json: removal })
    if (answer.kind === 'failed') return 'unknown'
    if (answer.status === 200) return readCharge(answer, key)?.status === removal.status ? 'cancelled' : 'unknown'
    // It is not active any more: paid, or removed before.
    if (answer.status === 400) return await cancelledBefore(call, key, context)
    if (answer.status !== 404) return 'unknown'
  }
  return 'not_found'
}

async function cancelledBefore(call: PixCalls, key: string, context: CallContext): Promise<CancelResult> {
  const found = await findCharge(call, key, context)
  if (found.kind !== 'charge') return 'unknown'
  const isRemoved = found.charge.status.startsWith('REMOVIDA') && found.charge.pix.length === 0
  return isRemoved ? 'cancelled' : 'too_late'
}

type Incoming = Awaited<ReturnType<NonNullable<Connector['inquireIncoming']>>>

/** A payment by its own id, or of a charge that nobody was told. */
async function findIncoming(call: PixCalls, key: string, context: CallContext): Promise<Incoming> {
  const payment = isEndToEndId(key) ? await findPayment(call, key, context) : await findPaid(call, key, context)
  if (payment === 'not_found') return { kind: 'not_found' }
  const money = payment && incomingOf(payment)
  return money ? { kind: 'incoming', money } : { kind: 'unknown' }
}

function isEndToEndId(key: string): boolean {
  return /^E[a-zA-Z0-9]{31}$/.test(key)
}

async function findPayment(call: PixCalls, id: string, context: CallContext): Promise<Pix | 'not_found' | undefined> {
  const answer = await call(context, { method: 'GET', path: `/pix/${id}` })
  if (answer.kind === 'failed') return undefined
  if (answer.status === 404) return 'not_found'
  const payment = answer.status === 200 ? readPix(answer) : undefined
  if (payment?.endToEndId !== id) return undefined
  // Another key of the same customer is another account's money.
  const { pix_key: own } = valuesOf(context.account)
  return payment.chave === undefined || payment.chave === own ? payment : 'not_found'
}

async function findPaid(call: PixCalls, key: string, context: CallContext): Promise<Pix | 'not_found' | undefined> {
  const found = await findCharge(call, key, context)
  if (found.kind !== 'charge') return found.kind === 'not_found' ? 'not_found' : undefined
  return found.charge.pix[0] ?? 'not_found'
}

/** The refund among the returns of the pay-in's payments; `payment`: of which new money can go back. */
async function findRefund(
  call: PixCalls,
  { key, payinId }: { key: string; payinId: string },
  context: CallContext,
): Promise<Outcome | NotFound> {
  const found = await findCharge(call, chargeKey(payinId, 1), context)
  if (found.kind !== 'charge') return asOutcome(found)
  const own = found.charge.pix.flatMap(({ devolucoes }) => devolucoes).find(({ id }) => id === key)
  if (own) return outcomeOfRefund(own, { key })
  // It would be sent again, and of two payments perhaps to the other one.
  return found.charge.pix.length > 1 ? { kind: 'unknown', why: 'unmapped' } : { kind: 'not_found' }
}

/** Asks before it sends: an id that was used already is refused, and not answered again. */
async function sendRefund(
  call: PixCalls,
  { order, refund: { key, amountMinor } }: { order: Order; refund: RefundOrder },
  context: CallContext,
): Promise<Outcome> {
  const found = await findCharge(call, chargeKey(order.transactionId, 1), context)
  if (found.kind !== 'charge') return found.kind === 'not_sent' ? found : unsent(found)
  const { pix: payments } = found.charge
  const known = payments.flatMap(({ devolucoes }) => devolucoes).find(({ id }) => id === key)
  if (known) return outcomeOfRefund(known, { key, amountMinor })
  const left = (payment: (typeof payments)[number]) =>
    payment.devolucoes
      .filter(({ status }) => status !== 'NAO_REALIZADO')
      .reduce((sum, { valor }) => sum - valor, payment.valor)
  const payment = payments.find((each) => left(each) >= amountMinor)
  if (!payment) return { kind: 'rejected', reason: 'limit_exceeded' }
  const path = `/pix/${payment.endToEndId}/devolucao/${key}`
  const answer = await call(context, { method: 'PUT', path, json: refundBody(amountMinor) })
  return await settleRefund(call, { answer, path, key, amountMinor }, context)
}

/** Nothing of the refund was sent. */
function unsent({ kind }: Outcome | NotFound): Outcome {
  return { kind: 'not_sent', why: kind === 'not_found' ? 'refused_by_us' : 'unavailable' }
}

async function settleRefund(
  call: PixCalls,
  { answer, path, ...wanted }: { answer: ProviderAnswer; path: string; key: string; amountMinor: bigint },
  context: CallContext,
): Promise<Outcome> {
  if (answer.kind === 'failed') return answer.outcome
  if (answer.status === 200 || answer.status === 201) return outcomeOfRefund(readDevolucao(answer), wanted)
  if (answer.status !== 400 && answer.status !== 409) return asOutcome(outcomeOfStatus(answer))
  const known = await call(context, { method: 'GET', path })
  if (known.kind === 'failed') return { kind: 'unknown', why: 'server_error' }
  if (known.status === 200) return outcomeOfRefund(readDevolucao(known), wanted)
  return known.status === 404
    ? { kind: 'rejected', reason: 'processing_error', detail: detailOf(answer) }
    : { kind: 'unknown', why: 'server_error' }
}
