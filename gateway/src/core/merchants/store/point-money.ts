import type { Db } from '../../platform/database/database.ts'
import type { NewPayoutLimits, NewTerms } from '../rules/point-rules.ts'
import type { Policies } from '../rules/policies.ts'

export async function saveTerms(tx: Db, terms: NewTerms): Promise<void> {
  await tx.query({
    name: 'save-point-terms',
    text: `insert into point_terms (point_id, pay_type, service_code, fee_millionths, fee_fixed_minor,
        release_delay_seconds) values ($1, $2, $3, $4, $5, $6)
      on conflict (point_id, pay_type, service_code) do update set fee_millionths = excluded.fee_millionths,
        fee_fixed_minor = excluded.fee_fixed_minor, release_delay_seconds = excluded.release_delay_seconds`,
    values: [
      terms.pointId,
      terms.payType,
      terms.serviceCode,
      terms.feeMillionths,
      terms.feeFixedMinor,
      terms.releaseDelaySeconds,
    ],
  })
}

export async function savePayoutLimits(tx: Db, limits: NewPayoutLimits): Promise<void> {
  await tx.query({
    name: 'save-payout-limits',
    text: `insert into payout_limits (point_id, currency, single_minor, daily_minor, approval_above_minor)
      values ($1, $2, $3, $4, $5)
      on conflict (point_id, currency) do update set single_minor = excluded.single_minor,
        daily_minor = excluded.daily_minor, approval_above_minor = excluded.approval_above_minor`,
    values: [limits.pointId, limits.currency, limits.singleMinor, limits.dailyMinor, limits.approvalAboveMinor],
  })
}

/** Sets the given policies. The others do not change. */
export async function savePolicies(tx: Db, pointId: string, policies: Partial<Policies>): Promise<void> {
  await tx.query({
    name: 'save-point-policies',
    text: `update points set late_policy = coalesce($2, late_policy), overpaid_policy = coalesce($3, overpaid_policy),
        payer_mismatch_policy = coalesce($4, payer_mismatch_policy), reversal_policy = coalesce($5, reversal_policy),
        returned_fee_policy = coalesce($6, returned_fee_policy),
        refund_fee_policy = coalesce($7, refund_fee_policy) where id = $1`,
    values: [
      pointId,
      policies.late ?? null,
      policies.overpaid ?? null,
      policies.payerMismatch ?? null,
      policies.reversal ?? null,
      policies.returnedFee ?? null,
      policies.refundFee ?? null,
    ],
  })
}

/** Sets the overdraft limit of an existing available account. */
export async function saveOverdraft(tx: Db, accountId: bigint, overdraftMinor: bigint): Promise<void> {
  await tx.query({
    name: 'save-overdraft',
    text: `update ledger_accounts set overdraft_minor = $2 where id = $1 and kind = 'available'`,
    values: [accountId, overdraftMinor],
  })
}
