import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { detailWithMoney } from '../../core/audit/rules/audit-money.ts'
import { writeAudit } from '../../core/audit/write-audit.ts'
import type { PointRow } from '../../core/merchants/rules/point-row.ts'
import type { NewPayoutLimits, NewTerms } from '../../core/merchants/rules/point-rules.ts'
import type { Policies } from '../../core/merchants/rules/policies.ts'
import { savePayoutLimits, savePolicies, saveTerms } from '../../core/merchants/store/point-money.ts'
import { findPoint } from '../../core/merchants/store/points.ts'
import { currencyOfService, methodFor } from '../../core/payment-methods/index.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import type { Text } from '../../core/texts/messages/say.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import { type FieldProblem, Problem } from '../../core/values/problem.ts'
import { refuseFaults } from '../../core/values/refuse-faults.ts'
import { say } from './messages/en.ts'

export type SettingDeps = Pick<PlatformDeps, 'database' | 'clock'>

const feeMillionthsMax = 1_000_000

/**
 * Sets a point's fee for a service and the release delay of its credits. `'*'` = every code without terms of its own.
 */
export async function setTerms(deps: SettingDeps, terms: NewTerms, by: SetBy): Promise<void> {
  checkTerms(terms)
  const change = {
    pointId: terms.pointId,
    by,
    action: 'point.terms',
    detail: plain(terms, currencyOfService(terms.serviceCode)),
  }
  await changePoint(deps, change, async (tx) => await saveTerms(tx, terms))
}

/** Throws `validation_failed` with every fault. */
export function checkTerms(terms: NewTerms): void {
  const method = methodFor(terms.serviceCode)
  const faults: FieldProblem[] = []
  if (terms.serviceCode !== '*' && !method?.[terms.payType]) {
    faults.push(fault('unknown_service_code', 'service_code', `there is no ${terms.payType} ${terms.serviceCode}`))
  }
  if (terms.serviceCode === '*' && terms.feeFixedMinor !== 0n) {
    faults.push(fault('not_allowed', 'fixed', say('terms.fixed_fee_service')))
  }
  if (terms.feeMillionths < 0 || terms.feeMillionths > feeMillionthsMax) {
    faults.push(fault('invalid_format', 'percent', say('terms.percent', { field: 'percent' })))
  }
  if (terms.payType === 'payout' && terms.releaseDelaySeconds !== null) {
    faults.push(fault('not_allowed', 'release_days', say('terms.release_of_payins')))
  }
  refuseFaults(faults)
}

/** Sets a point's payout limits in one currency, and the amount from which a payout needs a second key's approval. */
export async function setPayoutLimits(deps: SettingDeps, limits: NewPayoutLimits, by: SetBy): Promise<void> {
  const change = { pointId: limits.pointId, by, action: 'point.payout_limits', detail: plain(limits, undefined) }
  await changePoint(deps, change, async (tx) => await savePayoutLimits(tx, limits))
}

/** Sets the policies for money that is late, too much, from another payer, or taken back. */
export async function setPolicies(
  deps: SettingDeps,
  setting: { pointId: string; policies: Partial<Policies> },
  by: SetBy,
): Promise<void> {
  const { pointId, policies } = setting
  await changePoint(deps, { pointId, by, action: 'point.policies', detail: policies }, async (tx) => {
    await savePolicies(tx, pointId, policies)
  })
}

export async function requirePoint(db: Db, pointId: string): Promise<PointRow> {
  const point = isUuid(pointId) ? await findPoint(db, pointId) : undefined
  if (!point) throw new Problem('not_found', { message: say('point.unknown_id', { point_id: pointId }) })
  return point
}

interface AuditedChange {
  pointId: string
  by: SetBy
  action: string
  detail: Readonly<Record<string, unknown>>
}

/**
 * Changes settings of a point and writes the audit entry in the same transaction. Throws Problem `not_found`, and for a
 * live point `second_person_required` without a second operator.
 */
export async function changePoint(
  deps: SettingDeps,
  change: AuditedChange,
  work: (tx: Db) => Promise<void>,
): Promise<void> {
  await inTransaction(deps.database.engine, async (tx) => {
    const { by, action, pointId } = change
    requireSecondOperator((await requirePoint(tx, pointId)).environment, by)
    await work(tx)
    const entry = { actor: by.actor, action, pointId, objectId: pointId, detail: detailOf(by, change.detail) }
    await writeAudit(tx, { ...entry, ...commitFacts(by) }, deps.clock.now())
  })
}

function fault(code: FieldProblem['code'], param: string, message: Text): FieldProblem {
  return { code, param, message }
}

/** The settings for the audit log, amounts as money. The entry itself holds the point. */
function plain({ pointId: _, ...settings }: { pointId: string }, currency: CurrencyCode | undefined) {
  return detailWithMoney(settings, currency)
}
