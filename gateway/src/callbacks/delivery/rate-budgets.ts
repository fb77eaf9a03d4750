/** Points whose budget is kept: those that were sent to within the last second. All are forgotten beyond it. */
const pointsMax = 10_000

const secondMs = 1_000

interface Spender {
  pointId: string
  /** How many callbacks per second its endpoint takes. */
  ratePerS: number
}

export interface RateBudgets {
  /** The points that this process has sent enough to for now. */
  spent(): string[]
  spend(sent: readonly Spender[]): void
}

/**
 * How much this process may still send to each point: a budget of one second that fills up evenly. A claim takes up to
 * ten of a point at once, so a budget may fall below zero and is waited for.
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
