import type { Chance, Stage } from '../stages/virtual/parts.ts'
import { isCard, withOtherContent } from './bodies.ts'
import { create, isUnknown, type Merchant, pause, untilKnown } from './client.ts'
import type { KnownPayment, Memory } from './memory.ts'
import { type Meeting, type Moments, meet } from './moments.ts'
import type { PaymentPlan } from './payments.ts'
import { rotateKey } from './settings.ts'

export interface FollowUp {
  kind: FollowUpKind
  /** The payment's name. */
  payment: string
  /** After the payment was asked for. */
  afterMs: number
  /** It is done beside what the bank does next about the payment. */
  meeting?: Meeting
}

const secondMs = 1_000
const minuteMs = 60_000
const hourMs = 3_600_000

/** How long a payout waits for a second key. */
const approvalMs = 72 * hourMs

const times = {
  read: [5, secondMs, minuteMs, hourMs, 26 * hourMs],
  repeat: [30 * secondMs, 10 * minuteMs, 2 * hourMs, 25 * hourMs, 73 * hourMs],
  cancel: [1, 20, 200, 2 * secondMs, 30 * secondMs, hourMs],
  approval: [
    ...[20, secondMs, 20 * secondMs, 10 * minuteMs, 3 * hourMs],
    ...[approvalMs - minuteMs, approvalMs, approvalMs + secondMs, approvalMs + hourMs],
  ],
  resend: [5 * secondMs, minuteMs, 20 * minuteMs, 3 * hourMs, 26 * hourMs],
} as const

type Subject = 'payin' | 'card' | 'payout' | 'approval'

interface Kind {
  when: keyof typeof times
  /** How often it is drawn about each. */
  of: Readonly<Partial<Record<Subject, number>>>
  /** It may meet the bank's own acts. */
  meets?: true
  /** What is posted at the same instant: the end of the path, and the key. */
  posts?: readonly (readonly [path: string, key: 'own' | 'other'])[]
}

/** What a merchant does about an earlier payment of its own. */
const kinds = {
  read: { when: 'read', of: { payin: 1, card: 2, payout: 2 }, meets: true },
  find: { when: 'read', of: { payin: 1, card: 1, payout: 1 } },
  repeat: { when: 'repeat', of: { payin: 1, card: 1, payout: 2 } },
  repeat_changed: { when: 'repeat', of: { payin: 1, card: 1, payout: 1 } },
  cancel: { when: 'cancel', of: { payin: 2, card: 1, payout: 1 }, meets: true, posts: [['cancel', 'own']] },
  cancel_twice: {
    ...{ when: 'cancel', of: { payin: 1 }, meets: true },
    posts: [
      ['cancel', 'own'],
      ['cancel', 'other'],
    ],
  },
  cancel_often: { when: 'cancel', of: { payin: 1 }, meets: true, posts: [1, 2, 3, 4, 5].map(() => ['cancel', 'own']) },
  resend: {
    ...{ when: 'resend', of: { payin: 1, card: 1, payout: 1 }, meets: true },
    posts: [['callbacks/resend', 'own']],
  },
  approve: { when: 'approval', of: { approval: 3 }, posts: [['approve', 'other']] },
  reject: { when: 'approval', of: { approval: 1 }, posts: [['reject', 'other']] },
  approve_own: { when: 'approval', of: { approval: 2 }, posts: [['approve', 'own']] },
  approve_twice: {
    ...{ when: 'approval', of: { approval: 1 } },
    posts: [
      ['approve', 'other'],
      ['approve', 'other'],
    ],
  },
  approve_and_reject: {
    ...{ when: 'approval', of: { approval: 3 } },
    posts: [
      ['approve', 'other'],
      ['reject', 'other'],
    ],
  },
} as const satisfies Readonly<Record<string, Kind>>

export type FollowUpKind = keyof typeof kinds

/** What the bank does is told 100 ms later, and applied some milliseconds after that. */
const besideMs = [0, 0, 5, 60, 90, 100, 110, 130, 400] as const
const withinMs = [10 * secondMs, 10 * secondMs, 20 * minuteMs, 2 * hourMs] as const

/** Draws what the merchant does next about a payment. */
export function drawFollowUp(chance: Chance, plan: PaymentPlan): FollowUp {
  const usual = plan.service.payType === 'payout' ? 'payout' : isCard(plan.service) ? 'card' : 'payin'
  const subject = waitsForApproval(plan) && chance.bool(0.8) ? 'approval' : usual
  const kind = chance.pick(
    Object.entries<Kind>(kinds).flatMap(([name, { of }]) =>
      Array<FollowUpKind>(of[subject] ?? 0).fill(name as FollowUpKind),
    ),
  )
  const { when, meets }: Kind = kinds[kind]
  const usualMs = chance.pick(times[when])
  const nearEndMs = (plan.expiresAfterMs ?? 0) + chance.pick([-500, -10, 0, 10, 500])
  const isNearEnd = kind.startsWith('cancel') && plan.expiresAfterMs !== undefined && chance.bool(0.4)
  const meeting = { afterMs: chance.pick(besideMs), withinMs: chance.pick(withinMs) }
  if (!isNearEnd && meets && chance.bool(0.4)) return { kind, payment: plan.name, afterMs: 1, meeting }
  return { kind, payment: plan.name, afterMs: Math.max(1, isNearEnd ? nearEndMs : usualMs) }
}

export function waitsForApproval({ point, service, amountMinor }: PaymentPlan): boolean {
  const above = point.limitsCurrency === service.currency ? point.approvalAboveMinor : null
  return service.payType === 'payout' && above !== null && amountMinor > BigInt(above)
}

/** Who else is there. */
export interface Company {
  stage: Stage
  memory: Memory
  moments: Moments
}

/** Does it. Nothing happens where nobody asked for the payment, or where its transaction stayed unknown. */
export async function followUp({ stage, memory, moments }: Company, act: string, wanted: FollowUp): Promise<void> {
  const merchant: Merchant = { stage, memory, act }
  const { kind } = wanted
  if (kind === 'repeat' || kind === 'repeat_changed' || kind === 'find') {
    const payment = memory.find(wanted.payment)
    if (payment) await byReference(merchant, payment, kind)
    return
  }
  const payment = await memory.known(wanted.payment)
  if (!payment) return
  if (wanted.meeting) {
    await meet({ stage, moments }, act, { transactionId: payment.transactionId, meeting: wanted.meeting })
  }
  await onesOwn(merchant, payment, kind)
}

/** How many who approve got a new key just before. */
const successors = 0.3

/** Whoever cancels often meets the moment in which something else is written. Virtual milliseconds between them. */
const oftenMs = 3

async function onesOwn(
  merchant: Merchant,
  payment: KnownPayment & { transactionId: string },
  kind: FollowUpKind,
): Promise<void> {
  const { transactionId: id, point } = payment
  const other = point.apiKeys.find((key) => key !== payment.apiKey) ?? payment.apiKey
  const path = `/payments/${id}`
  const { posts }: Kind = kinds[kind]
  if (!posts) {
    await untilKnown(merchant, { step: 'read', point, apiKey: other, method: 'GET', path }, pausesMs)
    return
  }
  if (kind.startsWith('approve') && merchant.stage.chance(`${merchant.act}.rotates`).bool(successors)) {
    await rotateKey(merchant, point.name, kind === 'approve_own' ? payment.apiKey : other)
  }
  await Promise.all(
    posts.map(async ([end, key], place) => {
      const step = `${end}-${place + 1}`
      if (kind === 'cancel_often') await pause(merchant.stage, `${merchant.act}.before-${step}`, place * oftenMs)
      const apiKey = key === 'own' ? payment.apiKey : other
      await untilKnown(merchant, { step, point, apiKey, method: 'POST', path: `${path}/${end}` }, pausesMs)
    }),
  )
}

async function byReference(
  merchant: Merchant,
  payment: KnownPayment,
  kind: 'repeat' | 'repeat_changed' | 'find',
): Promise<void> {
  if (kind === 'find') {
    const path = `/payments?reference=${encodeURIComponent(payment.reference)}`
    const { apiKey, point } = payment
    await untilKnown(merchant, { step: 'find', point, apiKey, method: 'GET', path }, pausesMs)
    return
  }
  const chance = merchant.stage.chance(`${merchant.act}.other`)
  const body =
    kind === 'repeat' ? withNewExpiry(payment.body, merchant.stage.nowMs()) : withOtherContent(payment, chance)
  for (const [place, pauseMs] of pausesMs.entries()) {
    const step = `repeat-${place + 1}`
    if (!isUnknown(await create(merchant, payment, { step, body }))) return
    await pause(merchant.stage, `${merchant.act}.after-${step}`, pauseMs)
  }
}

/** A client may compute the expiry anew: the content is the same. */
function withNewExpiry(body: string, nowMs: number): string {
  return body.replace(/("expired_at":")[^"]*/, `$1${new Date(nowMs + hourMs).toISOString()}`)
}

/** Waits between tries, in virtual milliseconds. After them the merchant gives up. */
const pausesMs = [1_000, 10_000, 60_000, 600_000, 3_600_000] as const
