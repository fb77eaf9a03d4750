import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { writeAudit } from '../../core/audit/write-audit.ts'
import { newSigningSecret } from '../../core/merchants/rules/point-credentials.ts'
import type { PointRow } from '../../core/merchants/rules/point-row.ts'
import {
  lockPointSettings,
  type PointChanges,
  pointSecretPlace,
  savePointSettings,
} from '../../core/merchants/store/points.ts'
import { methodFor } from '../../core/payment-methods/index.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import type { Actor } from '../../core/values/actor.ts'
import { type FieldProblem, Problem } from '../../core/values/problem.ts'
import { nameFaults, refuseFaults } from '../../core/values/refuse-faults.ts'
import { loweredSafeguards, type Safeguards } from '../../core/values/safeguards.ts'
import { say } from './messages/en.ts'

const nameLengthMax = 200
const rateLimitMax = 100_000

export interface PointSetting {
  pointId: string
  changes: Omit<PointChanges, 'signingSecretBox'>
  /** Reason, for the audit log. */
  note: string | undefined
  actor: string | Actor
  /** The proposal that another operator approved; undefined = one operator acts alone. */
  agreed?: SetBy
}

/**
 * Sets what one operator may set alone: nothing that moves money or raises a spending limit. If payouts must be signed
 * from now on and the point has no signing secret, one is made and returned, to be shown once. Running gateways follow
 * within 5 seconds. Throws `validation_failed` and `not_found`.
 */
export async function setPointSettings(
  deps: Pick<PlatformDeps, 'database' | 'secretBox' | 'clock'>,
  { pointId, changes, note, actor, agreed }: PointSetting,
): Promise<{ signingSecret: string | undefined }> {
  refuseFaults(settingFaults(changes))
  return await inTransaction(deps.database.engine, async (tx) => {
    const before = isUuid(pointId) ? await lockPointSettings(tx, pointId) : undefined
    if (!before) throw new Problem('not_found', { message: say('point.unknown_id', { point_id: pointId }) })
    const lowered = loweredBy(before, changes)
    if (before.environment === 'live' && lowered.length > 0) {
      if (!agreed) throw mustBeProposed()
      requireSecondOperator(before.environment, agreed)
    }
    const signingSecret = changes.requireSignedPayouts && !before.has_signing_secret ? newSigningSecret() : undefined
    await savePointSettings(tx, pointId, {
      ...changes,
      ...(signingSecret === undefined
        ? {}
        : { signingSecretBox: deps.secretBox.seal(signingSecret, pointSecretPlace('signing_secret', pointId)) }),
    })
    const settings = {
      changed: changed(before, changes),
      ...(lowered.length === 0 ? {} : { lowered: lowered.map((name) => columnOf[name]) }),
      ...(note === undefined ? {} : { note }),
    }
    const detail = agreed ? detailOf(agreed, settings) : settings
    const entry = { actor, action: actionOf(changes), pointId, objectId: pointId, detail, ...commitFacts(agreed ?? {}) }
    await writeAudit(tx, entry, deps.clock.now())
    return { signingSecret }
  })
}

/** Changes that lower a safeguard of a live point. They need a proposal that another operator approves. */
export type LoweringChanges = Pick<PointChanges, keyof Safeguards>

function loweredBy(before: PointRow, changes: PointSetting['changes']): readonly (keyof Safeguards)[] {
  const set = {
    identifierChecks: before.identifier_checks,
    requireSignedPayouts: before.require_signed_payouts,
    requireHttpsRedirect: before.require_https_redirect,
    rateLimitPerSecond: before.rate_limit_per_second,
    failedPayoutReply: before.failed_payout_reply,
  }
  return loweredSafeguards(set, changes)
}

/**
 * Executes an approved proposal to lower safeguards, in the commit that ends the proposal. Throws `not_found` and
 * `validation_failed`.
 */
export async function lowerSafeguards(
  deps: Pick<PlatformDeps, 'database' | 'secretBox' | 'clock'>,
  { pointId, changes, by }: { pointId: string; changes: LoweringChanges; by: SetBy },
): Promise<void> {
  await setPointSettings(deps, { pointId, changes, note: by.evidence, actor: by.actor, agreed: by })
}

/**
 * Suspensions and changes of a safeguard have audit actions of their own: operators search for the first, and merchants
 * see the second.
 */
function actionOf({ status, requireSignedPayouts }: PointChanges): string {
  if (requireSignedPayouts !== undefined) return `signed_payouts.${requireSignedPayouts ? 'demand' : 'lift'}`
  if (status === undefined) return 'point.settings'
  return status === 'suspended' ? 'point.suspend' : 'point.reactivate'
}

function mustBeProposed(): Problem {
  return new Problem('second_person_required', {
    message: say('terms.lowers_safeguard'),
  })
}

function settingFaults(changes: PointChanges): FieldProblem[] {
  const faults: FieldProblem[] = changes.name === undefined ? [] : nameFaults(changes.name, 'name', nameLengthMax)
  const { servicesEnabled: services, rateLimitPerSecond: rate } = changes
  const unknown = (services ?? []).filter((code) => !methodFor(code))
  for (const code of unknown) {
    const message = say('account.unknown_service', { service_code: code.slice(0, 60) })
    faults.push({ code: 'unknown_service_code', param: 'services_enabled', message })
  }
  if (typeof rate === 'number' && (rate < 1 || rate > rateLimitMax || !Number.isInteger(rate))) {
    const message = say('terms.rate_limit', { field: 'rate_limit_per_second', max: rateLimitMax })
    faults.push({ code: 'not_allowed', param: 'rate_limit_per_second', message })
  }
  return faults
}

const columnOf = {
  name: 'name',
  status: 'status',
  servicesEnabled: 'services_enabled',
  rateLimitPerSecond: 'rate_limit_per_second',
  identifierChecks: 'identifier_checks',
  requireSignedPayouts: 'require_signed_payouts',
  requireHttpsRedirect: 'require_https_redirect',
  failedPayoutReply: 'failed_payout_reply',
  timeZone: 'time_zone',
} as const satisfies Record<Exclude<keyof PointChanges, 'signingSecretBox'>, string>

/** Old and new values of the given settings, for the audit log. */
function changed(before: Readonly<Record<string, unknown>> | object, changes: PointChanges): Record<string, unknown> {
  const values = before as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(columnOf).flatMap(([name, column]) => {
      const after = changes[name as keyof typeof columnOf]
      return after === undefined ? [] : [[column, { before: values[column] ?? null, after }]]
    }),
  )
}
