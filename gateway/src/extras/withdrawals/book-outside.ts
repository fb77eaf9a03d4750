import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { moneyText } from '../../core/audit/rules/audit-money.ts'
import type { CoreDeps } from '../../core/deps.ts'
import { fundPoint } from '../../core/ledger/fund-point.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import type { Environment } from '../../core/values/environment.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { insertOutside } from './store/outside-withdrawals.ts'

export interface OutsideWithdrawal {
  pointId: string
  environment: Environment
  currency: CurrencyCode
  amountMinor: bigint
  /** Unique among those of the point. */
  reference: string
  how: string
}

/**
 * Books money that operators paid to a merchant outside the gateway out of what is available at its point; an overdraft
 * does not count. Throws `insufficient_funds`, `reference_conflict` where it was booked before, and `second_person_required`.
 */
export async function bookOutside(
  deps: Pick<CoreDeps, 'database' | 'knownAccounts' | 'clock'>,
  { pointId, environment, currency, amountMinor, reference, how }: OutsideWithdrawal,
  by: SetBy,
): Promise<void> {
  requireSecondOperator(environment, by)
  const id = uuidV7(deps.clock.now())
  await fundPoint(deps, {
    ...{ pointId, environment, currency, kind: 'withdrawal', change: { by: -amountMinor }, note: reference },
    guard: async (tx, { availableMinor }, now) => {
      const person = { bookedBy: typeof by.actor === 'string' ? by.actor : by.actor.name, second: by.second ?? null }
      const row = { id, point_id: pointId, reference, currency, amount_minor: amountMinor, how, created_at: now }
      if (!(await insertOutside(tx, { ...row, ...person }))) {
        throw new Problem('reference_conflict', { message: say('withdrawal.booked_before', { reference }) })
      }
      if (availableMinor < amountMinor) {
        throw new Problem('insufficient_funds', { message: say('withdrawal.not_covered', { currency }) })
      }
    },
    audit: {
      ...{ actor: by.actor, action: 'withdrawal.outside', pointId, objectId: id },
      detail: detailOf(by, { amount: moneyText(amountMinor, currency), reference, how }),
      ...commitFacts(by),
    },
  })
}
