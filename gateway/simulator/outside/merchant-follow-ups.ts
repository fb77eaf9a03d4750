import type { Chance, SimulatedReply, Stage } from '../parts.ts'
import type { PointFacts } from '../world/points.ts'
import { isCard, withOtherContent } from './merchant-bodies.ts'
import { call, create, isUnknown, type Merchant, pause, toldBy } from './merchant-client.ts'
import type { KnownPayment, Memory } from './merchant-memory.ts'
import type { PaymentPlan } from './merchant-payments.ts'
import { rotateKey } from './merchant-settings.ts'
import { type Meeting, type Moments, meet } from './moments.ts'

/** What a merchant does about an earlier payment of its own. */
export type FollowUpKind =
  | 'read'
  | 'find'
  | 'repeat'
  | 'repeat_changed'
  | 'cancel'
  | 'cancel_twice'
  | 'cancel_often'
  | 'approve'
  | 'reject'
  | 'approve_twice'
  | 'approve_and_reject'
  | 'approve_own'
  | 'resend'
  | 'callbacks'
  | 'payer_reference'
  | 'reject_twice'
  | 'by_stranger'
  | 'without_scope'

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
  cancel_often: cancelTimes,
  approve: approvalTimes,
  reject: approvalTimes,
  approve_twice: approvalTimes,
  approve_and_reject: approvalTimes,
  approve_own: approvalTimes,
  resend: resendTimes,
  callbacks: resendTimes,
  payer_reference: cancelTimes,
  reject_twice: approvalTimes,
  by_stranger: readTimes,
  without_scope: readTimes,
}

/** More often where it stands more often. */
const payinKinds: readonly FollowUpKind[] = [
  ...(['cancel', 'cancel', 'cancel_twice', 'cancel_often', 'read', 'find', 'repeat', 'repeat_changed'] as const),
  ...(['resend', 'callbacks', 'payer_reference', 'by_stranger', 'without_scope'] as const),
]
const cardKinds: readonly FollowUpKind[] = [
  'read',
  'read',
  'find',
  'repeat',
  'repeat_changed',
  'resend',
  'cancel',
  'by_stranger',
]
const payoutKinds: readonly FollowUpKind[] = [
  ...(['read', 'read', 'find', 'repeat', 'repeat', 'repeat_changed', 'resend', 'callbacks', 'cancel'] as const),
  ...(['by_stranger'] as const),
]
const approvalKinds: readonly FollowUpKind[] = [
  ...([
    'approve',
    'approve',
    'approve',
    'reject',
    'approve_twice',
    'approve_and_reject',
    'approve_and_reject',
  ] as const),
  ...(['approve_own', 'approve_own', 'reject_twice', 'by_stranger', 'without_scope'] as const),
]

/** What may meet the bank's own acts. */
const meetable: ReadonlySet<FollowUpKind> = new Set([
  ...(['cancel', 'cancel_twice', 'cancel_often', 'resend', 'read', 'payer_reference'] as const),
])

/** What the bank does is told 100 ms later, and applied some milliseconds after that. */
const besideMs = [0, 0, 5, 60, 90, 100, 110, 130, 400] as const
const withinMs = [10 * secondMs, 10 * secondMs, 20 * minuteMs, 2 * hourMs] as const

/** Draws what the merchant does next about a payment. */
export function drawFollowUp(chance: Chance, plan: PaymentPlan): FollowUp {
  const needsSecondKey = waitsForApproval(plan)
  const kinds = needsSecondKey && chance.bool(0.8) ? approvalKinds : usualKinds(plan)
  const kind = chance.pick(kinds)
  const usualMs = chance.pick(timesOf[kind])
  const nearEndMs = (plan.expiresAfterMs ?? 0) + chance.pick([-500, -10, 0, 10, 500])
  const isNearEnd = kind.startsWith('cancel') && plan.expiresAfterMs !== undefined && chance.bool(0.4)
  const meeting = { afterMs: chance.pick(besideMs), withinMs: chance.pick(withinMs) }
  if (!isNearEnd && meetable.has(kind) && chance.bool(0.4)) return { kind, payment: plan.name, afterMs: 1, meeting }
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

/** Who else is there. */
export interface Company {
  stage: Stage
  memory: Memory
  moments: Moments
  points: readonly PointFacts[]
}

/** Does it. Nothing happens where nobody asked for the payment, or where its transaction stayed unknown. */
export async function followUp(
  { stage, memory, moments, points }: Company,
  act: string,
  wanted: FollowUp,
): Promise<void> {
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
  if (kind === 'by_stranger' || kind === 'without_scope') {
    await withoutRight(merchant, payment, { kind, points })
    return
  }
  await onesOwn(merchant, payment, kind)
}

type OwnKind = Exclude<FollowUpKind, 'repeat' | 'repeat_changed' | 'find' | 'by_stranger' | 'without_scope'>

/** Step, path and key of what is posted at the same instant. */
type Posted = readonly [step: string, path: string, key: 'own' | 'other']

const postedBy: Readonly<Record<Exclude<OwnKind, 'read' | 'callbacks' | 'payer_reference'>, readonly Posted[]>> = {
  resend: [['resend', 'callbacks/resend', 'own']],
  cancel: [['cancel', 'cancel', 'own']],
  cancel_twice: [
    ['cancel', 'cancel', 'own'],
    ['cancel-twin', 'cancel', 'other'],
  ],
  cancel_often: [1, 2, 3, 4, 5].map((place): Posted => [`cancel-${place}`, 'cancel', 'own']),
  approve: [['approve', 'approve', 'other']],
  reject: [['reject', 'reject', 'other']],
  approve_own: [['approve', 'approve', 'own']],
  approve_twice: [
    ['approve', 'approve', 'other'],
    ['approve-twin', 'approve', 'other'],
  ],
  approve_and_reject: [
    ['approve', 'approve', 'other'],
    ['reject', 'reject', 'other'],
  ],
  reject_twice: [
    ['reject', 'reject', 'other'],
    ['reject-twin', 'reject', 'other'],
  ],
}

/** How many who approve got a new key just before. */
const successors = 0.3

/** Whoever cancels often meets the moment in which something else is written. Virtual milliseconds between them. */
const oftenMs = 3

async function onesOwn(
  merchant: Merchant,
  payment: KnownPayment & { transactionId: string },
  kind: OwnKind,
): Promise<void> {
  const { transactionId: id, point } = payment
  const other = point.apiKeys.find((key) => key !== payment.apiKey) ?? payment.apiKey
  const path = `/payments/${id}`
  switch (kind) {
    case 'read':
      await untilKnown(merchant, payment, { step: 'read', apiKey: other, method: 'GET', path })
      return
    case 'callbacks':
      await untilKnown(merchant, payment, {
        ...{ step: 'callbacks', apiKey: other, method: 'GET', path: `${path}/callbacks` },
      })
      return
    case 'payer_reference': {
      const body = `{"payer_reference":"R-${payment.reference}"}`
      const step = 'payer-reference'
      await untilKnown(merchant, payment, { step, apiKey: other, method: 'POST', path: `${path}/${step}`, body })
      return
    }
    default:
      if (kind.startsWith('approve') && merchant.stage.chance(`${merchant.act}.rotates`).bool(successors)) {
        await rotateKey(merchant, point.name, kind === 'approve_own' ? payment.apiKey : other)
      }
      await Promise.all(
        postedBy[kind].map(async ([step, end, key], place) => {
          if (kind === 'cancel_often') await pause(merchant.stage, `${merchant.act}.before-${step}`, place * oftenMs)
          const apiKey = key === 'own' ? payment.apiKey : other
          await untilKnown(merchant, payment, { step, apiKey, method: 'POST', path: `${path}/${end}` })
        }),
      )
  }
}

/** What is about one payment; the last ones need another right than a settings key has. */
const aboutOne = ['', '/callbacks', '/callbacks/resend', '/payer-reference', '/cancel', '/approve', '/reject'] as const
const needsRight = ['/cancel', '/approve', '/reject'] as const

/** Another merchant, or a key that is for settings only, tries its luck: nothing of it may be done, or told. */
async function withoutRight(
  merchant: Merchant,
  { point: own, transactionId }: KnownPayment & { transactionId: string },
  { kind, points }: { kind: 'by_stranger' | 'without_scope'; points: readonly PointFacts[] },
): Promise<void> {
  const chance = merchant.stage.chance(`${merchant.act}.luck`)
  const isForeign = kind === 'by_stranger'
  const point = isForeign ? chance.pick(points.filter((each) => each !== own)) : own
  const what = isForeign ? chance.pick(aboutOne) : chance.pick(needsRight)
  await call(merchant, {
    ...{ step: 'luck', point, apiKey: isForeign ? point.apiKeys[0] : point.settingsKey },
    method: what === '' || what === '/callbacks' ? 'GET' : 'POST',
    path: `/payments/${transactionId}${what}`,
    ...(what === '/payer-reference' ? { body: '{"payer_reference":"R-stranger"}' } : {}),
  })
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
