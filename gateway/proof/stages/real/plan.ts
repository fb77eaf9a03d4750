// Seed to payments: what merchants ask for, by the number of the payment.
import { methods } from '../../../src/core/payment-methods/index.ts'
import type { PaymentMethod } from '../../../src/core/payment-methods/payment-method.ts'
import { currencyDecimals } from '../../../src/core/values/currency.ts'
import { bodyOf, referenceOf } from '../../merchant/bodies.ts'
import { chanceOf } from '../virtual/engine/chance.ts'
import type { Chance } from '../virtual/parts.ts'
import { between } from './between.ts'

/** What somebody outside does to an order at the bank a moment after it was accepted. */
export type Deed = 'pay' | 'approve' | 'decline' | 'pay_twice'

/** One payment of the plan. The same seed and index give the same one, but for its dates. */
export interface Planned {
  index: number
  payType: 'payin' | 'payout'
  /** Which of the points it belongs to. */
  point: number
  reference: string
  /** JSON text. */
  body: string
  amountMinor: bigint
  currency: PaymentMethod['currency']
  /** It is sent to both processes at the same moment. */
  atOnce: boolean
  /** It is sent again after it was accepted, as if the answer had been lost. */
  again: boolean
  deed: Deed | undefined
}

export interface PlanOptions {
  seed: number
  points: number
  /** What the simulated bank does with orders that are not ordinary; all that it knows. */
  scenarios?: readonly string[]
}

/** Pay-ins that are to expire do so while the driver is still at work. */
export const shortLifeMs = { min: 5_000, max: 15_000 }

export const allScenarios = Array.from({ length: 15 }, (_, index) => String(index + 1).padStart(2, '0'))
const allMethods: readonly PaymentMethod[] = methods

/** Scenarios of pay-ins whose end is their expiry, or comes after it. */
const expiring = new Set(['01', '10', '12'])

/** Plain cards, cards with a challenge page, and one for each way to be refused (the simulated bank's list). */
const cards = [
  '4111111111111111',
  '4242424242424242',
  '5555555555554444',
  '4000002760003184',
  '5200828282828210',
  '4000000000000002',
  '4000000000009995',
  '4000000000000069',
  '4000000000003220',
  '4000000000000119',
]

/** Pay-ins at even numbers, payouts at odd ones. */
export function plannedPayment(
  { seed, points, scenarios = allScenarios }: PlanOptions,
  index: number,
  nowMs: number,
): Planned {
  const chance = chanceOf(seed, `payment-${index}`)
  const payType = index % 2 === 0 ? 'payin' : 'payout'
  const method = chance.pick(allMethods.filter((each) => each[payType] !== undefined))
  const { code: serviceCode, currency } = method
  const card = method[payType]?.kind === 'card'
  const scenario = chance.bool(card ? 0.7 : 0.4) ? undefined : chance.pick(scenarios)
  const amountMinor = amountOf(chance, { decimals: currencyDecimals[currency], scenario })
  const reference = referenceOf(`${seed}-${index}`, serviceCode)
  const expires = expiring.has(scenario ?? '') ? chance.bool(0.8) || scenario === '12' : chance.bool(0.1)
  const expiry = payType === 'payin' && expires ? { expiresAtMs: nowMs + between(chance, shortLifeMs) } : {}
  const body = bodyOf({ payType, serviceCode, currency, amountMinor, reference, ...expiry })
  return {
    ...{ index, payType, point: chance.int(points), reference, amountMinor, currency },
    body: card ? withCard(body, chance.pick(cards)) : body,
    atOnce: chance.bool(0.08),
    again: chance.bool(0.15),
    deed: payType === 'payin' ? deedFor(chance, { card, scenario }) : undefined,
  }
}

function amountOf(chance: Chance, wanted: { decimals: 0 | 2; scenario: string | undefined }): bigint {
  const unit = 10 ** wanted.decimals
  const thousands = chance.pick(['', '1', '3', '12'])
  return wanted.scenario === undefined
    ? BigInt((1 + chance.int(5_000)) * unit + chance.int(unit))
    : BigInt(`${thousands}777${wanted.scenario}`)
}

function withCard(body: string, number: string): string {
  return body
    .replace(/"payer_card_number":"\d+"/, `"payer_card_number":"${number}"`)
    .replace(/"payer_card_type":"\w+"/, `"payer_card_type":"${number.startsWith('4') ? 'VISA' : 'MASTERCARD'}"`)
}

function deedFor(chance: Chance, order: { card: boolean; scenario: string | undefined }): Deed | undefined {
  if (order.card) return chance.bool(0.5) ? chance.pick(['approve', 'decline']) : undefined
  if (order.scenario !== '01') return undefined
  return chance.bool(0.5) ? chance.pick(['pay', 'pay', 'decline', 'pay_twice']) : undefined
}
