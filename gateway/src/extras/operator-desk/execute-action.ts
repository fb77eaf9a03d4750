import { detailOf, type SetBy } from '../../core/audit/dual-approval.ts'
import { moneyText } from '../../core/audit/rules/audit-money.ts'
import { fundPoint } from '../../core/ledger/fund-point.ts'
import type { NewPayoutLimits, NewTerms } from '../../core/merchants/rules/point-rules.ts'
import { currencyOfService } from '../../core/payment-methods/index.ts'
import type { PayoutsDeps } from '../../core/payouts/deps.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import type { ExecutedBy } from '../approvals/proposable.ts'
import { addDepositAccount } from '../bank-accounts/add-deposit-account.ts'
import { executeBankAction, isBankAction } from '../bank-accounts/bank-actions.ts'
import { resetSecondFactor } from '../identity/team.ts'
import { setCardLimits } from '../point-settings/set-card-limits.ts'
import { setOverdraft } from '../point-settings/set-overdraft.ts'
import { requirePoint, setPayoutLimits, setPolicies, setTerms } from '../point-settings/set-point-money.ts'
import { lowerSafeguards } from '../point-settings/set-point-settings.ts'
import { closeReview } from './close-review.ts'
import { confirmByOperator, failByOperator } from './confirm-by-operator.ts'
import { decideSuspense } from './decide-suspense.ts'
import { requireRow } from './list-for-operator.ts'
import {
  isPointAction,
  isTransactionAction,
  minorOf,
  type PointAction,
  type ProposedAction,
  signedMinorOf,
  type TransactionAction,
} from './proposed-action.ts'

/** Dependencies of the use cases behind proposals. */
export type ExecuteDeps = Pick<
  PayoutsDeps,
  'database' | 'clock' | 'secretBox' | 'metrics' | 'log' | 'notify' | 'knownAccounts' | 'connectors'
>

/**
 * Executes a proposed action with the same use case as the CLI. The proposal ends in the commit of that use case.
 * Throws what the use case throws; then nothing changed.
 */
export async function executeAction(deps: ExecuteDeps, proposed: ProposedAction, by: ExecutedBy): Promise<void> {
  if (isTransactionAction(proposed)) await decideTransaction(deps, proposed, by)
  else if (isPointAction(proposed)) await setPoint(deps, proposed, by)
  else if (isBankAction(proposed)) await executeBankAction(deps, proposed, setBy(by))
  else if (proposed.action === 'second_factor_reset') await resetSecondFactor(deps, { ...by, email: proposed.email })
  else await addDepositAccount(deps, { ...proposed, ...setBy(by) })
}

async function decideTransaction(deps: ExecuteDeps, proposed: TransactionAction, by: ExecutedBy): Promise<void> {
  const { transactionId } = proposed
  const two = { ...by, transactionId }
  switch (proposed.action) {
    case 'confirm': {
      const { currency } = await requireRow(deps.database.engine, transactionId)
      const { bankReference, senderDocument } = proposed
      await confirmByOperator(deps, {
        ...two,
        amountMinor: minorOf(proposed.amount, currency, { param: 'amount' }),
        ...(bankReference === undefined ? {} : { bankReference }),
        ...(senderDocument === undefined ? {} : { senderDocument }),
      })
      return
    }
    case 'fail':
      await failByOperator(deps, two)
      return
    case 'close_attention':
      await closeReview(deps, two)
      return
    default: {
      const { currency } = await requireRow(deps.database.engine, transactionId)
      const { action, amount } = proposed
      await decideSuspense(deps, {
        ...two,
        decision: action === 'suspense_accept' ? 'accept' : 'return',
        ...(amount === undefined ? {} : { suspenseMinor: minorOf(amount, currency, { param: 'amount' }) }),
      })
    }
  }
}

async function setPoint(deps: ExecuteDeps, proposed: PointAction, by: ExecutedBy): Promise<void> {
  const { pointId } = proposed
  switch (proposed.action) {
    case 'fund':
    case 'correction':
      await fund(deps, proposed, by)
      return
    case 'overdraft': {
      const { currency } = proposed
      const overdraftMinor = minorOf(proposed.amount, currency, { param: 'amount', zero: true })
      await setOverdraft(deps, { ...by, pointId, currency, overdraftMinor })
      return
    }
    case 'payout_limits':
      await setPayoutLimits(deps, limitsOf(proposed), setBy(by))
      return
    case 'terms':
      await setTerms(deps, termsOf(proposed), setBy(by))
      return
    case 'policies':
      await setPolicies(deps, { pointId, policies: proposed.policies }, setBy(by))
      return
    case 'point_settings':
      await lowerSafeguards(deps, { pointId, changes: proposed.changes, by: setBy(by) })
      return
    default:
      await setCardLimits(deps, { pointId, kind: proposed.kind, limits: proposed.limits }, setBy(by))
  }
}

async function fund(
  deps: ExecuteDeps,
  proposed: Extract<PointAction, { action: 'fund' | 'correction' }>,
  by: ExecutedBy,
): Promise<void> {
  const { pointId, currency, action } = proposed
  const { environment } = await requirePoint(deps.database.engine, pointId)
  const byMinor = signedMinorOf(proposed.amount, currency, 'amount')
  const kind = action === 'fund' ? 'funding' : 'correction'
  await fundPoint(deps, {
    pointId,
    environment,
    currency,
    kind,
    change: { by: byMinor },
    note: by.evidence,
    audit: {
      actor: by.operator,
      action: `point.${kind}`,
      pointId,
      objectId: pointId,
      detail: detailOf(setBy(by), { amount: moneyText(byMinor, currency) }),
      proposal: by.proposal,
    },
  })
}

function setBy({ operator, second, evidence, proposal }: ExecutedBy): SetBy {
  return { actor: operator, second, evidence, proposal }
}

/** The limits of an action in minor units. Throws `validation_failed`. */
export function limitsOf(proposed: Extract<PointAction, { action: 'payout_limits' }>): NewPayoutLimits {
  const { pointId, currency } = proposed
  const limit = (param: 'single' | 'daily' | 'approvalAbove', wire: string) =>
    proposed[param] === null ? null : minorOf(proposed[param], currency, { param: wire, zero: true })
  return {
    pointId,
    currency,
    singleMinor: limit('single', 'single'),
    dailyMinor: limit('daily', 'daily'),
    approvalAboveMinor: limit('approvalAbove', 'approval_above'),
  }
}

const millionthsPerPercent = 10_000
const secondsPerDay = 86_400

/** The terms of an action. Throws `validation_failed`. */
export function termsOf(proposed: Extract<PointAction, { action: 'terms' }>): NewTerms {
  const { pointId, payType, serviceCode, releaseDays } = proposed
  const currency: CurrencyCode = currencyOfService(serviceCode) ?? 'USD'
  return {
    pointId,
    payType,
    serviceCode,
    feeMillionths: Math.round(Number(proposed.percent) * millionthsPerPercent),
    feeFixedMinor: minorOf(proposed.fixed, currency, { param: 'fixed', zero: true }),
    releaseDelaySeconds: releaseDays === null ? null : releaseDays * secondsPerDay,
  }
}
