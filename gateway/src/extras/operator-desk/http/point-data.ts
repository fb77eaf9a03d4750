import { type Balance, balancesOfPoint } from '../../../core/ledger/get-balances.ts'
import { defaultPolicies } from '../../../core/merchants/rules/policies.ts'
import { methodFor } from '../../../core/payment-methods/index.ts'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import type { Language } from '../../../core/texts/messages/languages.ts'
import type { Environment } from '../../../core/values/environment.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { isoMicroseconds, isoMicrosecondsOrNull } from '../../../core/values/timestamps.ts'
import { actionIn } from '../../audit-log/action-words.ts'
import { defaultVelocityLimits, velocityKinds } from '../../card-velocity/rules/card-velocity.ts'
import { readManualTransfers } from '../store/reads/ledger.ts'
import {
  type CardLimitsRow,
  type OperatorPointRow,
  type PayoutLimitsRow,
  readAuditOfPoint,
  readCardLimitsOfPoint,
  readLimitsOfPoint,
  readOperatorPoint,
  readTermsOfPoint,
  type TermsOfPointRow,
} from '../store/reads/points.ts'
import type {
  BalanceData,
  CardLimitsData,
  LimitsData,
  OperatorPointData,
  PointSettingsData,
  TermsData,
} from './contract/operator.ts'
import { transferData } from './data.ts'

/** Recent audit entries on a point's page. */
const lastEntriesMax = 20

const secondsPerDay = 86_400
const millionthsPerPercent = 10_000

/** A point with all its settings, with texts in a language; undefined if it does not exist. */
export async function readPointData(
  deps: PlatformDeps,
  pointId: string,
  language: Language,
): Promise<OperatorPointData | undefined> {
  const { engine } = deps.database
  const row = await readOperatorPoint(engine, pointId)
  if (!row) return undefined
  const [balances, limits, terms, cardLimits, manual, audit] = await Promise.all([
    balancesOfPoint(deps, pointId),
    readLimitsOfPoint(engine, pointId),
    readTermsOfPoint(engine, pointId),
    readCardLimitsOfPoint(engine, pointId),
    readManualTransfers(engine, pointId, lastEntriesMax),
    readAuditOfPoint(engine, pointId, lastEntriesMax),
  ])
  return {
    point_id: row.id,
    name: row.name,
    merchant: { merchant_id: row.merchant_id, name: row.merchant_name },
    environment: row.environment,
    created_at: isoMicroseconds(row.created_at),
    settings: settingsData(row),
    balances: balances.map(balanceData),
    limits: limits.map(limitsData),
    terms: terms.map(termsData),
    policies: policiesData(row),
    card_limits: cardLimitsData(row.environment, cardLimits),
    callbacks: {
      url: row.callback_url,
      status: row.callback_status,
      failing_since: isoMicrosecondsOrNull(row.callbacks_failing_since),
    },
    by_hand: manual.map(transferData),
    audit: audit.map(({ actor, action, detail, created_at }) => ({
      actor,
      action,
      said: actionIn(language, action),
      detail,
      at: isoMicroseconds(created_at),
    })),
  }
}

function settingsData(row: OperatorPointRow): PointSettingsData {
  return {
    status: row.status,
    services_enabled: row.services_enabled,
    rate_limit_per_second: row.rate_limit_per_second,
    identifier_checks: row.identifier_checks,
    require_signed_payouts: row.require_signed_payouts,
    require_https_redirect: row.require_https_redirect,
    failed_payout_reply: row.failed_payout_reply,
    time_zone: row.time_zone ?? 'UTC',
  }
}

function balanceData({ currency, ...minor }: Balance): BalanceData {
  return {
    currency,
    available: formatAmount(minor.availableMinor, currency),
    pending: formatAmount(minor.pendingMinor, currency),
    reserved: formatAmount(minor.reservedMinor, currency),
    overdraft: formatAmount(minor.overdraftMinor, currency),
  }
}

function limitsData(row: PayoutLimitsRow): LimitsData {
  const text = (minor: bigint | null) => (minor === null ? null : formatAmount(minor, row.currency))
  return {
    currency: row.currency,
    single: text(row.single_minor),
    daily: text(row.daily_minor),
    approval_above: text(row.approval_above_minor),
  }
}

function termsData(row: TermsOfPointRow): TermsData {
  const currency = methodFor(row.service_code)?.currency ?? null
  return {
    service_code: row.service_code,
    pay_type: row.pay_type,
    percent: String(row.fee_millionths / millionthsPerPercent),
    fixed: currency && formatAmount(row.fee_fixed_minor, currency),
    currency,
    release_days: row.release_delay_seconds === null ? null : row.release_delay_seconds / secondsPerDay,
  }
}

function policiesData(row: OperatorPointRow): OperatorPointData['policies'] {
  const usual = defaultPolicies(row.environment)
  return {
    late: { value: row.late_policy, default: usual.late },
    overpaid: { value: row.overpaid_policy, default: usual.overpaid },
    payer_mismatch: { value: row.payer_mismatch_policy, default: usual.payerMismatch },
    reversal: { value: row.reversal_policy, default: usual.reversal },
    returned_fee: { value: row.returned_fee_policy, default: usual.returnedFee },
    refund_fee: { value: row.refund_fee_policy, default: usual.refundFee },
  }
}

function cardLimitsData(environment: Environment, rows: readonly CardLimitsRow[]): CardLimitsData[] {
  return velocityKinds.map((kind) => {
    const row = rows.find((each) => each.kind === kind)
    if (row) return { ...row, set: true }
    const usual = defaultVelocityLimits(environment, kind)
    return {
      kind,
      set: false,
      attempts_hour: usual.attemptsHour,
      declines_hour: usual.declinesHour,
      attempts_day: usual.attemptsDay,
      declines_day: usual.declinesDay,
    }
  })
}
