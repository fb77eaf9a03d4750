import type { Policies } from '../../../../core/merchants/rules/policies.ts'
import type { Db } from '../../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { Environment } from '../../../../core/values/environment.ts'
import type { FailedPayoutReply } from '../../../../core/values/payout-failure.ts'
import type { PayType } from '../../../../core/values/status.ts'
import type { VelocityKind } from '../../../card-velocity/rules/card-velocity.ts'

/** A merchant as the operator's list shows it. */
export interface MerchantSummaryRow {
  id: string
  name: string
  created_at: Date
  suspended_at: Date | null
  points: readonly { id: string; name: string; environment: Environment; status: 'active' | 'suspended' }[]
  people: number
}

/** Most points of one merchant in a list. The merchant's page shows all. */
const pointsOfMerchantMax = 500

/**
 * Newest first, keyset on the id. `search` is part of a name of a merchant or point, or an id. No index is needed,
 * because merchants are few.
 */
export async function readMerchants(
  db: Db,
  wanted: { search?: string; before?: string; id?: string; limit: number },
): Promise<readonly MerchantSummaryRow[]> {
  const found = await db.query<MerchantSummaryRow>({
    name: 'read-merchants-for-operator',
    text: `select m.id, m.name, m.created_at, m.suspended_at, (select count(*)::int from users u where u.merchant_id = m.id
          and u.disabled_at is null) as people,
        coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name, 'environment', x.environment,
            'status', x.status) order by x.created_at, x.id)
          from (select * from points p where p.merchant_id = m.id order by p.created_at, p.id limit ${pointsOfMerchantMax}) x),
          '[]') as points
      from merchants m
      where ($1::uuid is null or m.id < $1) and ($2::uuid is null or m.id = $2)
        and ($3::text is null or m.name ilike $3 or m.id::text = $4 or exists (
          select from points p where p.merchant_id = m.id and (p.name ilike $3 or p.id::text = $4)))
      order by m.id desc limit $5`,
    values: [
      wanted.before ?? null,
      wanted.id ?? null,
      wanted.search === undefined ? null : `%${escapeLike(wanted.search)}%`,
      wanted.search?.toLowerCase() ?? null,
      wanted.limit,
    ],
  })
  return found.rows
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}

/** All settings of a point, and the health of its callbacks. */
export interface OperatorPointRow {
  id: string
  name: string
  merchant_id: string
  merchant_name: string
  environment: Environment
  status: 'active' | 'suspended'
  identifier_checks: 'strict' | 'lenient'
  require_signed_payouts: boolean
  has_signing_secret: boolean
  require_https_redirect: boolean
  failed_payout_reply: FailedPayoutReply
  time_zone: string | null
  basic_auth_enabled: boolean
  services_enabled: string[] | null
  rate_limit_per_second: number | null
  late_policy: Policies['late'] | null
  overpaid_policy: Policies['overpaid'] | null
  payer_mismatch_policy: Policies['payerMismatch'] | null
  reversal_policy: Policies['reversal'] | null
  returned_fee_policy: Policies['returnedFee'] | null
  refund_fee_policy: Policies['refundFee'] | null
  card_fingerprints: boolean
  created_at: Date
  callback_url: string | null
  callback_status: 'active' | 'paused' | 'suspended' | null
  callbacks_failing_since: Date | null
}

export async function readOperatorPoint(db: Db, pointId: string): Promise<OperatorPointRow | undefined> {
  const found = await db.query<OperatorPointRow>({
    name: 'read-point-for-operator',
    text: `select p.id, p.name, p.merchant_id, m.name as merchant_name, p.environment, p.status, p.identifier_checks,
        p.require_signed_payouts, p.signing_secret_box is not null as has_signing_secret, p.require_https_redirect, p.failed_payout_reply, p.time_zone,
        p.basic_auth_enabled, p.services_enabled, p.rate_limit_per_second, p.late_policy, p.overpaid_policy,
        p.payer_mismatch_policy, p.reversal_policy, p.returned_fee_policy, p.refund_fee_policy, p.card_fingerprints, p.created_at,
        e.url as callback_url, e.status as callback_status, h.failing_since as callbacks_failing_since
      from points p join merchants m on m.id = p.merchant_id left join callback_endpoints e on e.point_id = p.id
      left join callback_health h on h.point_id = p.id where p.id = $1`,
    values: [pointId],
  })
  return found.rows[0]
}

export interface PayoutLimitsRow {
  currency: CurrencyCode
  single_minor: bigint | null
  daily_minor: bigint | null
  approval_above_minor: bigint | null
}

export async function readLimitsOfPoint(db: Db, pointId: string): Promise<readonly PayoutLimitsRow[]> {
  const found = await db.query<PayoutLimitsRow>({
    name: 'read-limits-of-point',
    text: `select currency, single_minor, daily_minor, approval_above_minor from payout_limits where point_id = $1
      order by currency`,
    values: [pointId],
  })
  return found.rows
}

export interface TermsOfPointRow {
  service_code: string
  pay_type: PayType
  fee_millionths: number
  fee_fixed_minor: bigint
  release_delay_seconds: number | null
}

export async function readTermsOfPoint(db: Db, pointId: string): Promise<readonly TermsOfPointRow[]> {
  const found = await db.query<TermsOfPointRow>({
    name: 'read-terms-of-point',
    text: `select service_code, pay_type, fee_millionths, fee_fixed_minor, release_delay_seconds from point_terms
      where point_id = $1 order by pay_type, service_code`,
    values: [pointId],
  })
  return found.rows
}

export interface CardLimitsRow {
  kind: VelocityKind
  attempts_hour: number | null
  declines_hour: number | null
  attempts_day: number | null
  declines_day: number | null
}

export async function readCardLimitsOfPoint(db: Db, pointId: string): Promise<readonly CardLimitsRow[]> {
  const found = await db.query<CardLimitsRow>({
    name: 'read-card-limits-of-point',
    text: `select kind, attempts_hour, declines_hour, attempts_day, declines_day from card_limits where point_id = $1
      order by kind`,
    values: [pointId],
  })
  return found.rows
}

/** Changes of a point with their actors, newest first. */
export interface PointAuditRow {
  actor: string
  action: string
  object_id: string | null
  detail: Record<string, unknown>
  created_at: Date
}

export async function readAuditOfPoint(db: Db, pointId: string, limit: number): Promise<readonly PointAuditRow[]> {
  const found = await db.query<PointAuditRow>({
    name: 'read-audit-of-point',
    text: `select actor, action, object_id, detail, created_at from audit_log where point_id = $1
      order by created_at desc, id desc limit $2`,
    values: [pointId, limit],
  })
  return found.rows
}
