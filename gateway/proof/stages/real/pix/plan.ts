// Seed to payments at the Pix provider.
import { bodyOf } from '../../../merchant/bodies.ts'
import { chanceOf } from '../../virtual/engine/chance.ts'
import { between } from '../between.ts'
import { type Planned, type PlanOptions, shortLifeMs } from '../plan.ts'

/** Shares of the payers who pay once, who pay a second time, and of pay-ins that are to expire. */
const shares = { paid: 0.84, twice: 0.06, expiring: 0.05 }

/** A Pix pay-in of the plan. The same seed and index give the same one, but for its dates. */
export function plannedPix({ seed, points }: PlanOptions, index: number, nowMs: number): Planned {
  const chance = chanceOf(seed, `pix-${index}`)
  const amountMinor = BigInt(between(chance, { min: 100, max: 500_000 }))
  const reference = `pix-${seed}-${index}`
  const expiry = chance.bool(shares.expiring) ? { expiresAtMs: nowMs + between(chance, shortLifeMs) } : {}
  const asked = { payType: 'payin', serviceCode: 'PIX_BR', currency: 'BRL', amountMinor, reference } as const
  const pays = chance.bool(shares.paid + shares.twice)
  const twice = shares.twice / (shares.paid + shares.twice)
  return {
    ...{ ...asked, index, point: chance.int(points), body: bodyOf({ ...asked, ...expiry }) },
    atOnce: chance.bool(0.08),
    again: chance.bool(0.15),
    deed: pays ? (chance.bool(twice) ? 'pay_twice' : 'pay') : undefined,
  }
}
