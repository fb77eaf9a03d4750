import { formatAmount } from '../../src/core/values/money.ts'
import type { Chance, Stage } from '../stages/virtual/parts.ts'
import type { PointFacts, PointService } from '../stages/virtual/world/points.ts'
import { drawAmountMinor } from './bodies.ts'
import { type Merchant, objectOf, pause, readJson, untilKnown } from './client.ts'
import type { Memory } from './memory.ts'

/** How a merchant takes money out of a point. Times in virtual milliseconds. */
export interface WithdrawalPlan {
  point: PointFacts
  service: PointService
  apiKey: string
  /** One after the other, or at the same instant; undefined: all that is available. */
  amountsMinor: readonly (bigint | undefined)[]
  isAtOnce: boolean
  word: 'approve' | 'reject'
}

/** Undefined where the point pays nothing out. */
export function drawWithdrawals(chance: Chance, point: PointFacts): WithdrawalPlan | undefined {
  const services = point.services.filter(({ payType }) => payType === 'payout')
  if (services.length === 0) return undefined
  const service = chance.pick(services)
  const sizes = ['small', 'third', 'most', 'edge', 'approval'] as const
  const amountsMinor = Array.from({ length: 1 + chance.int(3) }, () => {
    const amountMinor = drawAmountMinor(chance, { point, currency: service.currency, size: chance.pick(sizes) })
    return chance.bool(0.5) ? undefined : amountMinor
  })
  const [apiKey, isAtOnce] = [chance.pick(point.apiKeys), chance.bool(0.5)]
  return { point, service, apiKey, amountsMinor, isAtOnce, word: chance.bool(0.8) ? 'approve' : 'reject' }
}

const pausesMs = [500, 10_000, 60_000, 600_000, 3_600_000, 7_200_000] as const
const betweenMs = 30_000

/** Asks for the withdrawals of a plan, decides about what waits for a second key, and reads what became of each. */
export async function withdraw(stage: Stage, memory: Memory, act: string, plan: WithdrawalPlan): Promise<void> {
  const merchant: Merchant = { stage, memory, act }
  const asks = plan.amountsMinor.map((amountMinor, place) => async () => {
    if (!plan.isAtOnce && place > 0) await pause(stage, `${act}.before-${place + 1}`, betweenMs)
    await askFor(merchant, plan, { amountMinor, place })
  })
  if (plan.isAtOnce) await Promise.all(asks.map(async (ask) => await ask()))
  else for (const ask of asks) await ask()
}

async function askFor(
  merchant: Merchant,
  { point, service, apiKey, word }: WithdrawalPlan,
  { amountMinor, place }: { amountMinor: bigint | undefined; place: number },
): Promise<void> {
  const step = `withdrawal-${place + 1}`
  const amount = amountMinor === undefined ? {} : { amount: Number(formatAmount(amountMinor, service.currency)) }
  const reference = `${merchant.act}-${place + 1}`
  const body = JSON.stringify({ service_code: service.serviceCode, reference, ...amount })
  const reply = await untilKnown(
    merchant,
    { step, point, apiKey, method: 'POST', path: '/withdrawals', body },
    pausesMs,
  )
  if (reply.kind === 'broken') return
  const { withdrawal_id: id, status_reason: reason } = objectOf(readJson(reply.body)['data'])
  if (typeof id !== 'string') return
  const other = point.apiKeys.find((key) => key !== apiKey) ?? apiKey
  const waits = reason === 'awaiting_approval'
  if (waits) await pause(merchant.stage, `${merchant.act}.before-${step}-word`, betweenMs)
  const next = waits
    ? ({ method: 'POST', path: `/payments/${id}/${word}` } as const)
    : ({ method: 'GET', path: `/withdrawals/${id}` } as const)
  await untilKnown(merchant, { step: `${step}-next`, point, apiKey: other, ...next }, pausesMs)
}
