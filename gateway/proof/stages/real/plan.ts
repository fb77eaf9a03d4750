import { methods } from '../../../src/core/payment-methods/index.ts'
import type { PaymentMethod } from '../../../src/core/payment-methods/payment-method.ts'
import { currencyDecimals } from '../../../src/core/values/currency.ts'
import { withChange } from '../../../test/conformance/payment-methods-bodies.ts'
import { type Random, randomFrom } from './random.ts'

/** What somebody outside does to an order at the bank a moment after it was accepted. */
export type Deed = 'pay' | 'approve' | 'decline' | 'pay_twice'

/** One payment of the plan. The same seed and index give the same one, but for its dates. */
export interface Planned {
  index: number
  payType: 'payin' | 'payout'
  /** Which of the points it belongs to. */
  point: number
  reference: string
  body: Record<string, unknown>
  amountMinor: bigint
  currency: string
  /** It is sent to both processes at the same moment. */
  atOnce: boolean
  /** It is sent again after it was accepted, as if the answer had been lost. */
  again: boolean
  deed: Deed | undefined
}

export interface PlanOptions {
  seed: number
  points: number
  /** How long the pay-ins that are to expire live. */
  shortLifeMs: { min: number; max: number }
}

export const scenarios = Array.from({ length: 15 }, (_, index) => String(index + 1).padStart(2, '0'))
const allMethods: readonly PaymentMethod[] = methods
const payinMethods = allMethods.filter((method) => method.payin !== undefined)
const payoutMethods = allMethods.filter((method) => method.payout !== undefined)

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
export function plannedPayment(options: PlanOptions, index: number, nowMs: number): Planned {
  const random = randomFrom(Math.imul(index + 1, 0x85ebca6b) ^ options.seed)
  const payin = index % 2 === 0
  const method = random.pick(payin ? payinMethods : payoutMethods)
  const operation = payin ? method.payin : method.payout
  if (!operation) throw new Error(`${method.code} has no such operation`)
  const card = operation.kind === 'card'
  const scenario = random.chance(card ? 0.7 : 0.4) ? undefined : random.pick(scenarios)
  const { amount, amountMinor } = amountOf(random, { decimals: currencyDecimals[method.currency], scenario })
  const reference = card ? cardReference(options.seed, index) : `soak-${options.seed}-${index}`
  const expires = payin && (expiring.has(scenario ?? '') ? random.chance(0.8) || scenario === '12' : random.chance(0.1))
  const { min, max } = options.shortLifeMs
  const expiredAt = expires ? { expired_at: new Date(nowMs + random.whole(min, max)).toISOString() } : {}
  const body = card
    ? cardBody(operation.example, { reference, amount, number: random.pick(cards) })
    : { ...operation.example, reference, amount }
  return {
    index,
    payType: payin ? 'payin' : 'payout',
    point: random.whole(0, options.points - 1),
    reference,
    body: { ...body, ...expiredAt },
    amountMinor,
    currency: method.currency,
    atOnce: random.chance(0.08),
    again: random.chance(0.15),
    deed: payin ? deedFor(random, { card, scenario }) : undefined,
  }
}

function amountOf(
  random: Random,
  wanted: { decimals: 0 | 2; scenario: string | undefined },
): { amount: number; amountMinor: bigint } {
  const unit = 10 ** wanted.decimals
  const thousands = random.pick(['', '1', '3', '12'])
  const minor =
    wanted.scenario === undefined
      ? random.whole(1, 5_000) * unit + (unit === 1 ? 0 : random.whole(0, 99))
      : Number(`${thousands}777${wanted.scenario}`)
  return { amount: minor / unit, amountMinor: BigInt(minor) }
}

/** Exactly 22 letters and digits, as card pay-ins demand it. */
function cardReference(seed: number, index: number): string {
  return `S${seed.toString(36)}`.padEnd(14, 'Z').slice(0, 14) + String(index).padStart(8, '0')
}

function cardBody(
  example: Readonly<Record<string, unknown>>,
  card: { reference: string; amount: number; number: string },
): Record<string, unknown> {
  return withChange(example, {
    'transactionDetails.paymentDetails.amount': card.amount,
    'transactionDetails.paymentDetails.reference': card.reference,
    'transactionDetails.cardDetails.payer_card_number': card.number,
    'transactionDetails.cardDetails.payer_card_type': card.number.startsWith('4') ? 'VISA' : 'MASTERCARD',
  })
}

function deedFor(random: Random, order: { card: boolean; scenario: string | undefined }): Deed | undefined {
  if (order.card) return random.chance(0.5) ? random.pick(['approve', 'decline']) : undefined
  if (order.scenario !== '01') return undefined
  return random.chance(0.5) ? random.pick(['pay', 'pay', 'decline', 'pay_twice']) : undefined
}
