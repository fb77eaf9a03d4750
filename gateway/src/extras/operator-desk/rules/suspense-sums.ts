import type { CurrencyCode } from '../../../core/values/currency.ts'
import type { Environment } from '../../../core/values/environment.ts'
import { formatSum } from '../../../core/values/money.ts'

/** Money in suspense of one environment and currency, as decimal text. */
export interface SuspenseSum {
  environment: Environment
  currency: CurrencyCode
  /** Number of transactions with money in suspense. */
  transactions: number
  /** Sum according to the transactions. */
  amount: string
  /** Balance of the suspense accounts in the ledger; null if there are too many transfers since the last stored sums. */
  ledger: string | null
}

/** A sum in minor units, as text because it may exceed 64 bits. */
interface Sum {
  environment: Environment
  currency: CurrencyCode
  sum_minor: string | null
}

/** Sums of the transactions beside those of the ledger. A currency that one side lacks counts as 0 there. */
export function compareSuspense(
  ofTransactions: readonly (Sum & { transactions: number })[],
  ofLedger: readonly Sum[],
): readonly SuspenseSum[] {
  const names = new Set([...ofTransactions, ...ofLedger].map(nameOf))
  return [...names].sort().flatMap((name) => {
    const stated = ofTransactions.find((each) => nameOf(each) === name)
    const booked = ofLedger.find((each) => nameOf(each) === name)
    const one = stated ?? booked
    if (!one) return []
    const { environment, currency } = one
    return [
      {
        environment,
        currency,
        transactions: stated?.transactions ?? 0,
        amount: formatSum(stated?.sum_minor ?? '0', currency) ?? '0',
        ledger: booked ? formatSum(booked.sum_minor, currency) : formatSum('0', currency),
      },
    ]
  })
}

function nameOf({ environment, currency }: Sum): string {
  return `${environment} ${currency}`
}
