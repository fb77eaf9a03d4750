import { type Planned, scenarios } from './plan.ts'
import { randomFrom } from './random.ts'

/** One refund of a planned pay-in; without an amount: all that is left. */
export interface PlannedRefund {
  index: number
  point: number
  reference: string
  amountMinor: bigint | undefined
  /** It is sent to both processes at the same moment. */
  atOnce: boolean
}

/** Percentages of the payment, `rest`, or an amount with a scenario of its own; one round after the other. */
const shapes = [
  [[40, 'rest']],
  [[40], ['rest']],
  [[30], [30], ['rest']],
  [['rest', 'rest']],
  [[60, 60], [10]],
  [[130], ['scenario'], ['rest']],
  [['scenario'], ['scenario']],
] as const

/** Refunds have indexes below zero, so that no payment's are taken. */
const refundsPerPayment = 8

/** Rounds of refunds; what stands in one round is asked for at the same moment. */
export function plannedRefunds(
  { seed, refundShare }: { seed: number; refundShare: number },
  { index, point, amountMinor }: Planned,
): PlannedRefund[][] {
  const random = randomFrom(Math.imul(index + 1, 0x27d4eb2f) ^ seed)
  if (!random.chance(refundShare)) return []
  let place = 0
  return random.pick(shapes).map((round) =>
    round.map((how) => {
      const number = ++place
      const scenario = BigInt(`777${random.pick(scenarios)}`)
      const share = how === 'rest' || how === 'scenario' ? 40n : BigInt(how)
      const part = (amountMinor * share) / 100n || 1n
      return {
        index: -(index * refundsPerPayment + number),
        point,
        reference: `soak-${seed}-${index}-refund-${number}`,
        amountMinor: how === 'rest' ? undefined : how === 'scenario' && amountMinor > scenario ? scenario : part,
        atOnce: random.chance(0.15),
      }
    }),
  )
}
