import type { PayType } from '../../src/core/values/status.ts'
import type { Chance, Stage } from '../stages/virtual/parts.ts'
import type { PointFacts, PointService } from '../stages/virtual/world/points.ts'
import { bodyOf, drawAmountMinor, isCard, referenceOf, type Size, withOtherContent } from './bodies.ts'
import { askForPayment, create, type Merchant } from './client.ts'
import type { KnownPayment, Memory } from './memory.ts'

/** A payment that was drawn and is not asked for yet. */
export interface PaymentPlan {
  name: string
  point: PointFacts
  service: PointService
  amountMinor: bigint
  /** From the moment of asking; undefined: the method's own time. */
  expiresAfterMs: number | undefined
  apiKey: string
}

/** Times after which a pay-in ends, by which it ends within a run. */
const shortExpiriesMs = [15_000, 60_000, 300_000, 3_600_000, 90_000_000] as const

export interface PaymentWishes {
  name: string
  point: PointFacts
  payType: PayType
  sizes: readonly Size[]
  cards?: boolean
  /** How likely a pay-in has a short time. */
  shortExpiry: number
}

/** Draws a payment. Undefined where the point has no such service. */
export function drawPayment(chance: Chance, wishes: PaymentWishes): PaymentPlan | undefined {
  const { name, point, payType, sizes, shortExpiry } = wishes
  const services = point.services.filter((each) => each.payType === payType && isCard(each) === (wishes.cards ?? false))
  if (services.length === 0) return undefined
  const service = chance.pick(services)
  const amountMinor = drawAmountMinor(chance, { point, currency: service.currency, size: chance.pick(sizes) })
  const isShort = chance.bool(shortExpiry)
  const expiryMs = chance.pick(shortExpiriesMs)
  const apiKey = chance.pick(point.apiKeys)
  const expiresAfterMs = payType === 'payin' && isShort ? expiryMs : undefined
  return { name, point, service, amountMinor, expiresAfterMs, apiKey }
}

/** The payment as it is asked for at this instant. */
function paymentNow(stage: Pick<Stage, 'nowMs'>, plan: PaymentPlan): KnownPayment {
  const { name, point, service, amountMinor, expiresAfterMs, apiKey } = plan
  const { payType, serviceCode, currency } = service
  const reference = referenceOf(name, serviceCode)
  const expiry = expiresAfterMs === undefined ? {} : { expiresAtMs: stage.nowMs() + expiresAfterMs }
  const body = bodyOf({ payType, serviceCode, currency, amountMinor, reference, ...expiry })
  return { name, point, payType, serviceCode, currency, amountMinor, reference, apiKey, body }
}

/** Asks for one payment, or for several at the same instant. */
export async function askForAll(stage: Stage, memory: Memory, act: string, plans: readonly PaymentPlan[]) {
  const merchant: Merchant = { stage, memory, act }
  await Promise.all(plans.map(async (plan) => await askForPayment(merchant, paymentNow(stage, plan))))
}

export interface Twins {
  plan: PaymentPlan
  /** The second time with other content. */
  changed: boolean
  /** The second time with the point's other key. */
  otherKey: boolean
}

/** The same payment is asked for twice at the same instant. */
export async function askTwice(stage: Stage, memory: Memory, act: string, twins: Twins): Promise<void> {
  const { plan, changed, otherKey } = twins
  const merchant: Merchant = { stage, memory, act }
  const payment = paymentNow(stage, plan)
  const apiKey = plan.point.apiKeys.find((key) => key !== plan.apiKey) ?? plan.apiKey
  const twin = create(merchant, payment, {
    step: 'twin',
    ...(changed ? { body: withOtherContent(payment, stage.chance(`${act}.other`)) } : {}),
    ...(otherKey ? { apiKey } : {}),
  })
  await Promise.all([askForPayment(merchant, payment), twin])
}
