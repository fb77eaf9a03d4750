import { moneyText } from '../../core/audit/rules/audit-money.ts'
import type { CoreDeps } from '../../core/deps.ts'
import { fundPoint } from '../../core/ledger/fund-point.ts'
import { type Balance, getBalances } from '../../core/ledger/get-balances.ts'
import { callerActor } from '../../core/values/actor.ts'
import type { Caller } from '../../core/values/caller.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import { Problem } from '../../core/values/problem.ts'

export interface TestFunds {
  currency: CurrencyCode
  /** The new available balance; undefined: unchanged. */
  availableMinor?: bigint
  overdraftMinor?: bigint
}

/** Sets a test point's available balance or overdraft limit. `not_found` on a live point. */
export async function setTestFunds(deps: CoreDeps, caller: Caller, funds: TestFunds): Promise<Balance> {
  const { point } = caller
  if (point.environment !== 'test') throw new Problem('not_found')
  const { currency, availableMinor, overdraftMinor } = funds
  await fundPoint(deps, {
    pointId: point.pointId,
    environment: point.environment,
    currency,
    kind: 'funding',
    change: availableMinor === undefined ? undefined : { to: availableMinor },
    ...(overdraftMinor === undefined ? {} : { overdraftMinor }),
    note: 'test funds',
    audit: {
      actor: callerActor(caller, null),
      action: 'test.funds',
      pointId: point.pointId,
      objectId: point.pointId,
      detail: {
        ...(availableMinor === undefined ? {} : { available: moneyText(availableMinor, currency) }),
        ...(overdraftMinor === undefined ? {} : { overdraft: moneyText(overdraftMinor, currency) }),
      },
    },
  })
  const balance = (await getBalances(deps, caller)).find((each) => each.currency === currency)
  if (!balance) throw new Problem('internal_error')
  return balance
}
