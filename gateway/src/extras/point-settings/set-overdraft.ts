import { commitFacts, type DualApproval, detailOf, requireAgreement } from '../../core/audit/dual-approval.ts'
import { moneyText } from '../../core/audit/rules/audit-money.ts'
import type { LedgerDeps } from '../../core/ledger/deps.ts'
import { type FundedBalance, fundPoint } from '../../core/ledger/fund-point.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import { requirePoint } from './set-point-money.ts'

export interface Overdraft extends DualApproval {
  pointId: string
  currency: CurrencyCode
  /** How far below zero payouts may take the balance, in minor units; 0n = none. */
  overdraftMinor: bigint
  evidence: string | undefined
}

/**
 * Sets the overdraft limit, with its audit entry in the same commit. An overdraft of a live point lets payouts spend money
 * that was never paid in, so granting it needs dual approval, like funding. Removing it needs one operator. Throws
 * `second_person_required` and `not_found`.
 */
export async function setOverdraft(
  deps: Pick<LedgerDeps, 'database' | 'knownAccounts' | 'clock'>,
  overdraft: Overdraft,
): Promise<FundedBalance> {
  const { pointId, currency, overdraftMinor, operator, second, evidence } = overdraft
  const { environment } = await requirePoint(deps.database.engine, pointId)
  if (overdraftMinor > 0n) requireAgreement(environment, overdraft)
  return await fundPoint(deps, {
    pointId,
    environment,
    currency,
    kind: 'correction',
    change: undefined,
    overdraftMinor,
    note: 'overdraft limit',
    audit: {
      actor: operator,
      action: 'point.overdraft',
      pointId,
      objectId: pointId,
      detail: detailOf({ actor: operator, second, evidence }, { overdraft: moneyText(overdraftMinor, currency) }),
      ...commitFacts(overdraft),
    },
  })
}
