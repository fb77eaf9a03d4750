import { fundedBalance } from '../../core/ledger/fund-point.ts'
import type { PointRow } from '../../core/merchants/rules/point-row.ts'
import { currencyOfService } from '../../core/payment-methods/index.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import { formatAmount } from '../../core/values/money.ts'
import { checkPayoutLimits, checkTerms, requirePoint } from '../point-settings/set-point-money.ts'
import { limitsOf, termsOf } from './execute-action.ts'
import { emptyPreview, type Preview, type SettingChange } from './preview.ts'
import { minorOf, type PointAction, signedMinorOf } from './proposed-action.ts'
import {
  type OperatorPointRow,
  readCardLimitsOfPoint,
  readLimitsOfPoint,
  readOperatorPoint,
  readTermsOfPoint,
} from './store/reads/points.ts'

type ReadDeps = Pick<PlatformDeps, 'database'>
type ActionOf<Name extends PointAction['action']> = Extract<PointAction, { action: Name }>

/** Previews a setting of a point or a change of its balance. Throws `validation_failed` and `not_found`. */
export async function previewPoint(deps: ReadDeps, proposed: PointAction): Promise<Preview> {
  const point = await requirePoint(deps.database.engine, proposed.pointId)
  switch (proposed.action) {
    case 'fund':
    case 'correction':
      return await previewFunding(deps, point, proposed)
    case 'overdraft':
      return await previewOverdraft(deps, point, proposed)
    case 'payout_limits':
      return settings(await limitChanges(deps, proposed), proposed.currency)
    case 'terms':
      return settings(await termChanges(deps, proposed), currencyOfService(proposed.serviceCode))
    case 'policies':
      return settings(await policyChanges(deps, proposed))
    case 'point_settings':
      return settings(loweringChanges(point, proposed))
    default:
      return settings(await cardLimitChanges(deps, proposed))
  }
}

function settings(changes: readonly SettingChange[], currency?: CurrencyCode): Preview {
  return { ...emptyPreview, currency, settings: changes }
}

function loweringChanges(point: PointRow, { changes }: ActionOf<'point_settings'>): SettingChange[] {
  const text = (value: unknown) => (value === null || value === undefined ? null : String(value))
  const before: Readonly<Record<string, unknown>> = {
    identifierChecks: point.identifier_checks,
    requireSignedPayouts: point.require_signed_payouts,
    requireHttpsRedirect: point.require_https_redirect,
    rateLimitPerSecond: point.rate_limit_per_second,
    failedPayoutReply: point.failed_payout_reply,
  }
  return changed(
    Object.entries(changes).map(([name, after]) => ({ name, before: text(before[name]), after: text(after) })),
  )
}

async function previewFunding(
  deps: ReadDeps,
  point: PointRow,
  proposed: ActionOf<'fund' | 'correction'>,
): Promise<Preview> {
  const { currency, action } = proposed
  const delta = signedMinorOf(proposed.amount, currency, 'amount')
  const { availableMinor } = await moneyOf(deps, point, currency)
  const into = delta > 0n
  const movement = {
    kind: action === 'fund' ? ('funding' as const) : ('correction' as const),
    from: into ? 'funding' : 'available',
    to: into ? 'available' : 'funding',
    amountMinor: into ? delta : -delta,
  }
  return {
    ...emptyPreview,
    currency,
    movements: [movement],
    balances: [{ account: 'available', beforeMinor: availableMinor, afterMinor: availableMinor + delta }],
  }
}

async function previewOverdraft(deps: ReadDeps, point: PointRow, proposed: ActionOf<'overdraft'>): Promise<Preview> {
  const { currency } = proposed
  const afterMinor = minorOf(proposed.amount, currency, { param: 'amount', zero: true })
  const { overdraftMinor } = await moneyOf(deps, point, currency)
  return {
    ...emptyPreview,
    currency,
    balances: [{ account: 'overdraft', beforeMinor: overdraftMinor, afterMinor }],
  }
}

async function moneyOf(deps: ReadDeps, { point_id: pointId, environment }: PointRow, currency: CurrencyCode) {
  return await fundedBalance(deps, { pointId, environment, currency })
}

async function limitChanges(deps: ReadDeps, proposed: ActionOf<'payout_limits'>): Promise<SettingChange[]> {
  const { pointId, currency } = proposed
  const after = limitsOf(proposed)
  checkPayoutLimits(after)
  const before = (await readLimitsOfPoint(deps.database.engine, pointId)).find((each) => each.currency === currency)
  const text = (minor: bigint | null | undefined) => (typeof minor === 'bigint' ? formatAmount(minor, currency) : null)
  return changed([
    { name: 'single', before: text(before?.single_minor), after: text(after.singleMinor) },
    { name: 'daily', before: text(before?.daily_minor), after: text(after.dailyMinor) },
    { name: 'approval_above', before: text(before?.approval_above_minor), after: text(after.approvalAboveMinor) },
  ])
}

async function termChanges(deps: ReadDeps, proposed: ActionOf<'terms'>): Promise<SettingChange[]> {
  const { pointId, serviceCode, payType } = proposed
  const after = termsOf(proposed)
  checkTerms(after)
  const before = (await readTermsOfPoint(deps.database.engine, pointId)).find(
    (each) => each.service_code === serviceCode && each.pay_type === payType,
  )
  const currency = currencyOfService(serviceCode)
  const fixed = (minor: bigint | undefined) => (minor === undefined || !currency ? null : formatAmount(minor, currency))
  const percent = (millionths: number | undefined) => (millionths === undefined ? null : String(millionths / 10_000))
  const days = (seconds: number | null | undefined) => (typeof seconds === 'number' ? String(seconds / 86_400) : null)
  return changed([
    { name: 'percent', before: percent(before?.fee_millionths), after: percent(after.feeMillionths) },
    { name: 'fixed', before: fixed(before?.fee_fixed_minor), after: fixed(after.feeFixedMinor) },
    {
      name: 'release_days',
      before: days(before?.release_delay_seconds),
      after: days(after.releaseDelaySeconds),
    },
  ])
}

const policyColumns = {
  late: 'late_policy',
  overpaid: 'overpaid_policy',
  payerMismatch: 'payer_mismatch_policy',
  reversal: 'reversal_policy',
  returnedFee: 'returned_fee_policy',
} as const satisfies Record<keyof ActionOf<'policies'>['policies'], keyof OperatorPointRow>

async function policyChanges(deps: ReadDeps, proposed: ActionOf<'policies'>): Promise<SettingChange[]> {
  const before = await readOperatorPoint(deps.database.engine, proposed.pointId)
  return changed(
    Object.entries(policyColumns).flatMap(([name, column]) => {
      const after = proposed.policies[name as keyof typeof policyColumns]
      const wire = column.replace(/_policy$/, '')
      return after === undefined ? [] : [{ name: wire, before: before?.[column] ?? null, after }]
    }),
  )
}

async function cardLimitChanges(deps: ReadDeps, proposed: ActionOf<'card_limits'>): Promise<SettingChange[]> {
  const { pointId, kind, limits } = proposed
  const before = (await readCardLimitsOfPoint(deps.database.engine, pointId)).find((each) => each.kind === kind)
  const text = (limit: number | null | undefined) => (typeof limit === 'number' ? String(limit) : null)
  return changed([
    { name: 'attempts_hour', before: text(before?.attempts_hour), after: text(limits.attemptsHour) },
    { name: 'declines_hour', before: text(before?.declines_hour), after: text(limits.declinesHour) },
    { name: 'attempts_day', before: text(before?.attempts_day), after: text(limits.attemptsDay) },
    { name: 'declines_day', before: text(before?.declines_day), after: text(limits.declinesDay) },
  ])
}

function changed(changes: readonly SettingChange[]): SettingChange[] {
  return changes.filter(({ before, after }) => before !== after)
}
