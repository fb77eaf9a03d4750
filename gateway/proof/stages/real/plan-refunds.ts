// Seed to refunds: what merchants take back of a planned pay-in.
import { formatAmount } from '../../../src/core/values/money.ts'
import { chanceOf } from '../virtual/engine/chance.ts'
import { allScenarios, type Planned } from './plan.ts'

/** One refund of a planned pay-in. */
export interface PlannedRefund {
  /** JSON text; without an amount: all that is left. */
  body: string
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

/** Rounds of refunds; what stands in one round is asked for at the same moment. */
export function plannedRefunds(
  { seed, refundShare }: { seed: number; refundShare: number },
  { index, amountMinor, currency }: Planned,
): PlannedRefund[][] {
  const chance = chanceOf(seed, `refunds-${index}`)
  if (!chance.bool(refundShare)) return []
  let number = 0
  return chance.pick(shapes).map((round) =>
    round.map((how) => {
      const scenario = BigInt(`777${chance.pick(allScenarios)}`)
      const share = typeof how === 'number' ? BigInt(how) : 40n
      const part = (amountMinor * share) / 100n || 1n
      const minor = how === 'scenario' && amountMinor > scenario ? scenario : part
      const amount = how === 'rest' ? {} : { amount: Number(formatAmount(minor, currency)) }
      const body = JSON.stringify({ reference: `sim-${seed}-${index}-refund-${++number}`, ...amount })
      return { body, atOnce: chance.bool(0.15) }
    }),
  )
}
