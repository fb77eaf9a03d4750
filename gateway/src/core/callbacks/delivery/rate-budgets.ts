/**
 * Points with a stored budget: those with a delivery within the last second. All budgets are dropped beyond this
 * number.
 */
const pointsMax = 10_000

const secondMs = 1_000

interface Spender {
  pointId: string
  /** Callbacks per second that the endpoint accepts. */
  ratePerS: number
}

export interface RateBudgets {
  /** Points whose budget in this process is used up. */
  spent(): string[]
  spend(sent: readonly Spender[]): void
}

/**
 * How much this process may still send to each point: a budget of one second that refills evenly. A claim takes up to
 * ten deliveries of a point at once, so a budget may fall below zero and must refill first.
 */
export function rateBudgets(nowMs: () => number = () => performance.now()): RateBudgets {
  const budgets = new Map<string, { left: number; ratePerS: number; atMs: number }>()
  const leftOf = (pointId: string, now: number): number => {
    const budget = budgets.get(pointId)
    if (!budget) return 1
    return Math.min(budget.ratePerS, budget.left + ((now - budget.atMs) / secondMs) * budget.ratePerS)
  }
  return {
    spent: () => {
      const now = nowMs()
      for (const [pointId, { ratePerS }] of budgets) if (leftOf(pointId, now) >= ratePerS) budgets.delete(pointId)
      return [...budgets.keys()].filter((pointId) => leftOf(pointId, now) <= 0)
    },
    spend: (sent) => {
      const now = nowMs()
      for (const { pointId, ratePerS } of sent) {
        const left = budgets.has(pointId) ? leftOf(pointId, now) : ratePerS
        if (budgets.size >= pointsMax) budgets.clear()
        budgets.set(pointId, { left: left - 1, ratePerS, atMs: now })
      }
    },
  }
}
