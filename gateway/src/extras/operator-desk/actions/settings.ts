import { z } from 'zod'
import type { Policies } from '../../../core/merchants/rules/policies.ts'
import { failedPayoutReplies } from '../../../core/values/payout-failure.ts'
import { Problem } from '../../../core/values/problem.ts'
import { plainField } from '../../../core/web/operator-query.ts'
import { type VelocityKind, type VelocityLimits, velocityKinds } from '../../card-velocity/rules/card-velocity.ts'
import { setCardLimits } from '../../card-velocity/set-card-limits.ts'
import { setPolicies } from '../../point-settings/set-point-money.ts'
import { type LoweringChanges, lowerSafeguards } from '../../point-settings/set-point-settings.ts'
import { settingsPreview } from '../preview.ts'
import { readCardLimitsOfPoint, readOperatorPoint } from '../store/reads/points.ts'
import { named, proseField, reading, setBy, timeZoneField } from './action.ts'
import { ofPoint, pointAction } from './point.ts'

const policyFields = ofPoint.extend({
  late: policy(['accept_late', 'hold'], 'money after the expiry; default accept_late'),
  overpaid: policy(['accept', 'hold'], 'more than ordered; default accept'),
  payer_mismatch: policy(
    ['accept_flagged', 'hold'],
    'another document than the payer’s; default accept_flagged on test points, hold on live ones',
  ),
  reversal: policy(
    ['keep_completed', 'error'],
    'a pay-in that was taken back whole; default error, of cards keep_completed',
  ),
  returned_fee: policy(['keep', 'give_back'], 'the fee of a payout that came back whole; default keep'),
  refund_fee: policy(['keep', 'give_back'], 'the share of a pay-in’s fee that is refunded with it; default keep'),
})

function policy<const Choice extends string>(choices: readonly Choice[], meaning: string) {
  return named(z.enum(choices).optional(), '', meaning)
}

const policies = pointAction<{ pointId: string; policies: Partial<Policies> }>({
  ...reading(policyFields, ({ pointId, payerMismatch, returnedFee, refundFee, ...rest }) => {
    const given = Object.entries({ ...rest, payerMismatch, returnedFee, refundFee }).filter(
      ([, value]) => value !== undefined,
    )
    if (given.length > 0) return { pointId, policies: Object.fromEntries(given) }
    const message = 'name at least one policy'
    throw new Problem('validation_failed', { fields: [{ code: 'required', param: 'late', message }] })
  }),
  preview: async (deps, { pointId, policies: given }) => {
    const before = await readOperatorPoint(deps.database.engine, pointId)
    return settingsPreview({
      late: [before?.late_policy, given.late],
      overpaid: [before?.overpaid_policy, given.overpaid],
      payer_mismatch: [before?.payer_mismatch_policy, given.payerMismatch],
      reversal: [before?.reversal_policy, given.reversal],
      returned_fee: [before?.returned_fee_policy, given.returnedFee],
      refund_fee: [before?.refund_fee_policy, given.refundFee],
    })
  },
  execute: async (deps, { pointId, policies: given }, by) =>
    await setPolicies(deps, { pointId, policies: given }, setBy(by)),
})

const count = (meaning: string) => named(z.number().int().min(0).max(999_999).nullable(), 'NUMBER', meaning)

const cardLimitFields = ofPoint.extend({
  kind: named(z.enum(velocityKinds), '', 'what attempts are counted by'),
  attempts_hour: count('card pay-ins within an hour'),
  declines_hour: count('declined card pay-ins within an hour'),
  attempts_day: count('card pay-ins within a day'),
  declines_day: count('declined card pay-ins within a day'),
})

const cardLimits = pointAction<{ pointId: string; kind: VelocityKind; limits: VelocityLimits }>({
  ...reading(cardLimitFields, ({ pointId, kind, ...limits }) => ({ pointId, kind, limits })),
  preview: async (deps, { pointId, kind, limits }) => {
    const before = (await readCardLimitsOfPoint(deps.database.engine, pointId)).find((each) => each.kind === kind)
    return settingsPreview({
      attempts_hour: [before?.attempts_hour, limits.attemptsHour],
      declines_hour: [before?.declines_hour, limits.declinesHour],
      attempts_day: [before?.attempts_day, limits.attemptsDay],
      declines_day: [before?.declines_day, limits.declinesDay],
    })
  },
  execute: async (deps, { pointId, kind, limits }, by) =>
    await setCardLimits(deps, { pointId, kind, limits }, setBy(by)),
})

const loweredFields = ofPoint.extend({
  identifier_checks: z.literal('lenient').optional(),
  require_signed_payouts: z.literal(false).optional(),
  require_https_redirect: z.literal(false).optional(),
  rate_limit_per_second: z.number().int().min(1).max(100_000).nullable().optional(),
  failed_payout_reply: z.literal('success').optional(),
})

/** Settings that lower a safeguard of a live point. One operator may change all other settings alone. */
const pointSettings = pointAction<{ pointId: string; changes: LoweringChanges }>({
  ...reading(loweredFields, ({ pointId, ...changes }) => ({ pointId, changes })),
  preview: (_deps, { changes }, point) => {
    const before: LoweringChanges = {
      identifierChecks: point.identifier_checks,
      requireSignedPayouts: point.require_signed_payouts,
      requireHttpsRedirect: point.require_https_redirect,
      rateLimitPerSecond: point.rate_limit_per_second,
      failedPayoutReply: point.failed_payout_reply,
    }
    const names = Object.keys(changes) as (keyof LoweringChanges)[]
    return settingsPreview(Object.fromEntries(names.map((name) => [name, [before[name], changes[name]]])))
  },
  execute: async (deps, { pointId, changes }, by) => await lowerSafeguards(deps, { pointId, changes, by: setBy(by) }),
})

export const settingActions = { policies, card_limits: cardLimits, point_settings: pointSettings }

/** What one operator sets alone, by page and by command, unless it lowers a safeguard of a live point. */
export const settingsAlone = reading(
  z.object({
    name: plainField(200).optional(),
    status: z.enum(['active', 'suspended']).optional(),
    services_enabled: z.array(z.string().max(60)).max(100).nullable().optional(),
    rate_limit_per_second: z.number().int().nullable().optional(),
    identifier_checks: z.enum(['strict', 'lenient']).optional(),
    require_signed_payouts: z.boolean().optional(),
    require_https_redirect: z.boolean().optional(),
    failed_payout_reply: z.enum(failedPayoutReplies).optional(),
    time_zone: timeZoneField.optional(),
    note: proseField(500).optional(),
  }),
  ({ note, ...changes }) => ({ note, changes }),
)
