import type { Planned, PlanOptions } from '../plan.ts'
import { randomFrom } from '../random.ts'

/** Shares of the payers who pay once, who pay a second time, and of pay-ins that are to expire. */
const shares = { paid: 0.84, twice: 0.06, expiring: 0.05 }

/** A Pix pay-in of the plan. The same seed and index give the same one, but for its dates. */
export function plannedPix({ seed, points, shortLifeMs }: PlanOptions, index: number, nowMs: number): Planned {
  const random = randomFrom(Math.imul(index + 1, 0x85ebca6b) ^ seed)
  const minor = random.whole(100, 500_000)
  const reference = `pix-${seed}-${index}`
  const fate = random.next()
  const expires = random.chance(shares.expiring)
  const expiredAt = new Date(nowMs + random.whole(shortLifeMs.min, shortLifeMs.max)).toISOString()
  return {
    index,
    payType: 'payin',
    point: random.whole(0, points - 1),
    reference,
    body: {
      ...{ service_code: 'PIX_BR', amount: minor / 100, reference, payer_doc_id: '390.533.447-05' },
      ...(expires && { expired_at: expiredAt }),
    },
    amountMinor: BigInt(minor),
    currency: 'BRL',
    atOnce: random.chance(0.08),
    again: random.chance(0.15),
    deed: fate < shares.twice ? 'pay_twice' : fate < shares.paid + shares.twice ? 'pay' : undefined,
  }
}
