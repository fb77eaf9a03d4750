import {
  commitFacts,
  type DualApproval,
  detailOf,
  requireAgreement,
  requireEvidence,
  requireOperator,
} from '../../core/audit/dual-approval.ts'
import { moneyText } from '../../core/audit/rules/audit-money.ts'
import type { LedgerDeps } from '../../core/ledger/deps.ts'
import { type FundedBalance, fundPoint } from '../../core/ledger/fund-point.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import { requirePoint } from './set-point-money.ts'

export interface Overdraft extends DualApproval {
  pointId: string
  currency: CurrencyCode
  /** How far below zero payouts may take the balance, in minor units; 0n = none. */
  overdraftMinor: bigint
  /** Reason; required for an overdraft above 0 of a live point. */
  evidence: string | undefined
}

/**
 * An overdraft of a live point lets payouts spend money that was never paid in, so granting it needs dual approval,
 * like funding. Removing it needs one operator. Throws `validation_failed` or `not_found`.
 */
export async function checkOverdraft(deps: Pick<PlatformDeps, 'database'>, overdraft: Overdraft): Promise<void> {
  const { environment } = await requirePoint(deps.database.engine, overdraft.pointId)
  const { operator, evidence = '' } = overdraft
  requireOperator(operator)
  if (environment === 'test' || overdraft.overdraftMinor === 0n) return
  requireAgreement(environment, overdraft)
  requireEvidence(evidence)
}

/** Sets the overdraft limit, with its audit entry in the same commit. Throws what `checkOverdraft` throws. */
export async function setOverdraft(
  deps: Pick<LedgerDeps, 'database' | 'knownAccounts' | 'clock'>,
  overdraft: Overdraft,
): Promise<FundedBalance> {
  await checkOverdraft(deps, overdraft)
  const { pointId, currency, overdraftMinor, operator, second, evidence } = overdraft
  const { environment } = await requirePoint(deps.database.engine, pointId)
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
