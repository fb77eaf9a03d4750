import type { Chance, SimulatedReply, Stage } from '../parts.ts'
import { isCard } from './merchant-bodies.ts'
import { call, create, isUnknown, type Merchant, pause, toldBy, withOtherAmount } from './merchant-client.ts'
import type { KnownPayment, Memory } from './merchant-memory.ts'
import type { PaymentPlan } from './merchant-payments.ts'

/** What a merchant does about an earlier payment of its own. */
export type FollowUpKind =
  | 'read'
  | 'find'
  | 'repeat'
  | 'repeat_changed'
  | 'cancel'
  | 'cancel_twice'
  | 'approve'
  | 'reject'
  | 'approve_twice'
  | 'approve_and_reject'
  | 'approve_own'
  | 'resend'
  | 'callbacks'
  | 'payer_reference'

export interface FollowUp {
  kind: FollowUpKind
  /** The payment's name. */
  payment: string
  /** After the payment was asked for. */
  afterMs: number
}

const secondMs = 1_000
const minuteMs = 60_000
const hourMs = 3_600_000

/** How long a payout waits for a second key. */
const approvalMs = 72 * hourMs

const readTimes = [5, secondMs, minuteMs, hourMs, 26 * hourMs] as const
const repeatTimes = [30 * secondMs, 10 * minuteMs, 2 * hourMs, 25 * hourMs, 73 * hourMs] as const
const cancelTimes = [1, 20, 200, 2 * secondMs, 30 * secondMs, hourMs] as const
const approvalTimes = [
  ...[20, secondMs, 20 * secondMs, 10 * minuteMs, 3 * hourMs],
  ...[approvalMs - minuteMs, approvalMs, approvalMs + secondMs, approvalMs + hourMs],
] as const
const resendTimes = [5 * secondMs, minuteMs, 20 * minuteMs, 3 * hourMs, 26 * hourMs] as const

const timesOf: Readonly<Record<FollowUpKind, readonly number[]>> = {
  read: readTimes,
  find: readTimes,
  repeat: repeatTimes,
  repeat_changed: repeatTimes,
  cancel: cancelTimes,
  cancel_twice: cancelTimes,
  approve: approvalTimes,
  reject: approvalTimes,
  approve_twice: approvalTimes,
  approve_and_reject: approvalTimes,
  approve_own: approvalTimes,
  resend: resendTimes,
  callbacks: resendTimes,
  payer_reference: cancelTimes,
}

/** More often where it stands more often. */
const payinKinds: readonly FollowUpKind[] = [
  ...(['cancel', 'cancel', 'cancel', 'cancel_twice', 'read', 'find', 'repeat', 'repeat_changed'] as const),
  ...(['resend', 'callbacks', 'payer_reference'] as const),
]
const cardKinds: readonly FollowUpKind[] = ['read', 'read', 'find', 'repeat', 'repeat_changed', 'resend', 'cancel']
const payoutKinds: readonly FollowUpKind[] = [
  ...(['read', 'read', 'find', 'repeat', 'repeat', 'repeat_changed', 'resend', 'callbacks', 'cancel'] as const),
]
const approvalKinds: readonly FollowUpKind[] = [
  ...(['approve', 'approve', 'approve', 'reject', 'approve_twice', 'approve_and_reject', 'approve_own'] as const),
]

/** Draws what the merchant does next about a payment. */
export function drawFollowUp(chance: Chance, plan: PaymentPlan): FollowUp {
  const needsSecondKey = waitsForApproval(plan)
  const kinds = needsSecondKey && chance.bool(0.8) ? approvalKinds : usualKinds(plan)
  const kind = chance.pick(kinds)
  const usualMs = chance.pick(timesOf[kind])
  const nearEndMs = (plan.expiresAfterMs ?? 0) + chance.pick([-500, -10, 0, 10, 500])
  const isNearEnd = kind.startsWith('cancel') && plan.expiresAfterMs !== undefined && chance.bool(0.4)
  return { kind, payment: plan.name, afterMs: Math.max(1, isNearEnd ? nearEndMs : usualMs) }
}

export function waitsForApproval({ point, service, amountMinor }: PaymentPlan): boolean {
  const above = point.limitsCurrency === service.currency ? point.approvalAboveMinor : null
  return service.payType === 'payout' && above !== null && amountMinor > BigInt(above)
}

function usualKinds({ service }: PaymentPlan): readonly FollowUpKind[] {
  if (service.payType === 'payout') return payoutKinds
  return isCard(service) ? cardKinds : payinKinds
}

/** Does it. Nothing happens where nobody asked for the payment, or where its transaction stayed unknown. */
export async function followUp(stage: Stage, memory: Memory, act: string, wanted: FollowUp): Promise<void> {
  const merchant: Merchant = { stage, memory, act }
  const { kind } = wanted
  if (kind === 'repeat' || kind === 'repeat_changed' || kind === 'find') {
    const payment = memory.find(wanted.payment)
    if (payment) await byReference(merchant, payment, kind)
    return
  }
  const payment = await memory.known(wanted.payment)
  if (!payment) return
  const { transactionId: id, point } = payment
  const other = point.apiKeys.find((key) => key !== payment.apiKey) ?? payment.apiKey
  const post = async (step: string, path: string, apiKey = payment.apiKey, body?: string) =>
    await untilKnown(merchant, payment, {
      ...{ step, apiKey, method: 'POST', path: `/payments/${id}/${path}` },
      ...(body === undefined ? {} : { body }),
    })
  switch (kind) {
    case 'read':
      await untilKnown(merchant, payment, { step: 'read', apiKey: other, method: 'GET', path: `/payments/${id}` })
      return
    case 'callbacks':
      await untilKnown(merchant, payment, {
        ...{ step: 'callbacks', apiKey: other, method: 'GET', path: `/payments/${id}/callbacks` },
      })
      return
    case 'payer_reference':
      await post('payer-reference', 'payer-reference', other, `{"payer_reference":"R-${payment.reference}"}`)
      return
    case 'resend':
      await post('resend', 'callbacks/resend')
      return
    case 'cancel':
      await post('cancel', 'cancel')
      return
    case 'cancel_twice':
      await Promise.all([post('cancel', 'cancel'), post('cancel-twin', 'cancel', other)])
      return
    case 'approve':
    case 'reject':
      await post(kind, kind, other)
      return
    case 'approve_own':
      await post('approve', 'approve')
      return
    case 'approve_twice':
      await Promise.all([post('approve', 'approve', other), post('approve-twin', 'approve', other)])
      return
    case 'approve_and_reject':
      await Promise.all([post('approve', 'approve', other), post('reject', 'reject', other)])
  }
}

async function byReference(
  merchant: Merchant,
  payment: KnownPayment,
  kind: 'repeat' | 'repeat_changed' | 'find',
): Promise<void> {
  if (kind === 'find') {
    const path = `/payments?reference=${encodeURIComponent(payment.reference)}`
    await untilKnown(merchant, payment, { step: 'find', apiKey: payment.apiKey, method: 'GET', path })
    return
  }
  const body = kind === 'repeat' ? payment.body : withOtherAmount(payment.body)
  for (const [place, pauseMs] of pausesMs.entries()) {
    const step = `repeat-${place + 1}`
    if (!isUnknown(await create(merchant, payment, { step, body }))) return
    await pause(merchant.stage, `${merchant.act}.after-${step}`, pauseMs)
  }
}

/** Waits between tries, in virtual milliseconds. After them the merchant gives up. */
const pausesMs = [1_000, 10_000, 60_000, 600_000, 3_600_000] as const

interface Repeated {
  step: string
  apiKey: string
  method: 'GET' | 'POST'
  path: string
  body?: string
}

/** The same request again as long as nobody knows what it did. What a reply tells is remembered. */
async function untilKnown(merchant: Merchant, payment: KnownPayment, wanted: Repeated): Promise<SimulatedReply> {
  const { point } = payment
  let reply = await call(merchant, { ...wanted, point })
  for (const [place, pauseMs] of pausesMs.entries()) {
    if (!isUnknown(reply)) break
    const step = `${wanted.step}-${place + 2}`
    await pause(merchant.stage, `${merchant.act}.before-${step}`, pauseMs)
    reply = await call(merchant, { ...wanted, step, point })
  }
  const { status } = toldBy(reply)
  if (status !== undefined) merchant.memory.learn(payment.name, { status })
  return reply
}
