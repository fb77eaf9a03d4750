import { z } from 'zod'
import { detailOf } from '../../../core/audit/dual-approval.ts'
import { moneyText } from '../../../core/audit/rules/audit-money.ts'
import { fundedBalance, fundPoint } from '../../../core/ledger/fund-point.ts'
import type { NewPayoutLimits, NewTerms } from '../../../core/merchants/rules/point-rules.ts'
import { currencyOfService } from '../../../core/payment-methods/index.ts'
import type { Key } from '../../../core/texts/messages/say.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { Problem } from '../../../core/values/problem.ts'
import { payTypes } from '../../../core/values/status.ts'
import { setOverdraft } from '../../point-settings/set-overdraft.ts'
import {
  checkPayoutLimits,
  checkTerms,
  requirePoint,
  setPayoutLimits,
  setTerms,
} from '../../point-settings/set-point-money.ts'
import { emptyPreview, settingsPreview } from '../preview.ts'
import { readLimitsOfPoint, readTermsOfPoint } from '../store/reads/points.ts'
import {
  amountField,
  currencyField,
  minorOf,
  readerOf,
  readFields,
  serviceCodeField,
  setBy,
  signedAmountField,
  signedMinorOf,
} from './action.ts'
import { ofPoint, pointAction } from './point.ts'

/** The ledger stores shorter notes than the audit log. */
const ledgerNoteLengthMax = 500

/** The amount may be negative. */
const readFunding = readerOf(ofPoint.extend({ currency: currencyField, amount: signedAmountField }))

function fundingAction(kind: 'funding' | 'correction') {
  return pointAction({
    isOnceAlone: true,
    read: readFunding,
    beforeStored: (_deps, input, evidence) => {
      if (evidence.length <= ledgerNoteLengthMax) return input
      const message = `evidence has at most ${ledgerNoteLengthMax} characters where money is moved by hand`
      throw new Problem('validation_failed', { fields: [{ code: 'too_long', param: 'evidence', message }] })
    },
    preview: async (deps, { pointId, currency, amount }, { environment }) => {
      const delta = signedMinorOf(amount, currency, 'amount')
      const { availableMinor } = await fundedBalance(deps, { pointId, environment, currency })
      const [from, to] = delta > 0n ? (['funding', 'available'] as const) : (['available', 'funding'] as const)
      return {
        ...emptyPreview,
        currency,
        movements: [{ kind, from, to, amountMinor: delta > 0n ? delta : -delta }],
        balances: [{ account: 'available', beforeMinor: availableMinor, afterMinor: availableMinor + delta }],
      }
    },
    execute: async (deps, { pointId, currency, amount }, by) => {
      const { environment } = await requirePoint(deps.database.engine, pointId)
      const byMinor = signedMinorOf(amount, currency, 'amount')
      await fundPoint(deps, {
        ...{ pointId, environment, currency, kind, change: { by: byMinor }, note: by.evidence },
        audit: {
          ...{ actor: by.operator, action: `point.${kind}`, pointId, objectId: pointId },
          detail: detailOf(setBy(by), { amount: moneyText(byMinor, currency) }),
          proposal: by.proposal,
        },
      })
    },
  })
}

const readOverdraft = readerOf(ofPoint.extend({ currency: currencyField, amount: amountField }))

const overdraft = pointAction({
  read: readOverdraft,
  preview: async (deps, { pointId, currency, amount }, { environment }) => {
    const afterMinor = minorOf(amount, currency, { param: 'amount', zero: true })
    const { overdraftMinor: beforeMinor } = await fundedBalance(deps, { pointId, environment, currency })
    return { ...emptyPreview, currency, balances: [{ account: 'overdraft', beforeMinor, afterMinor }] }
  },
  execute: async (deps, { pointId, currency, amount }, by) => {
    const overdraftMinor = minorOf(amount, currency, { param: 'amount', zero: true })
    await setOverdraft(deps, { ...by, pointId, currency, overdraftMinor })
  },
})

const limits = ofPoint.extend({
  currency: currencyField,
  single: amountField.nullable(),
  daily: amountField.nullable(),
  approval_above: amountField.nullable(),
})

/** Null = no limit. */
function readLimits(fields: unknown) {
  const { pointId, approvalAbove, ...rest } = readFields(limits, fields)
  return { pointId, approvalAbove, ...rest }
}

const payoutLimits = pointAction({
  isOnceAlone: true,
  read: readLimits,
  preview: async (deps, input) => {
    const { pointId, currency } = input
    const after = newLimits(input)
    checkPayoutLimits(after)
    const before = (await readLimitsOfPoint(deps.database.engine, pointId)).find((each) => each.currency === currency)
    const text = (minor: bigint | null | undefined) =>
      typeof minor === 'bigint' ? formatAmount(minor, currency) : null
    const changes = {
      single: [text(before?.single_minor), text(after.singleMinor)],
      daily: [text(before?.daily_minor), text(after.dailyMinor)],
      approval_above: [text(before?.approval_above_minor), text(after.approvalAboveMinor)],
    } as const
    return settingsPreview(changes, currency)
  },
  execute: async (deps, input, by) => await setPayoutLimits(deps, newLimits(input), setBy(by)),
})

function newLimits({
  pointId,
  currency,
  single,
  daily,
  approvalAbove,
}: ReturnType<typeof readLimits>): NewPayoutLimits {
  const limit = (text: string | null, param: string) =>
    text === null ? null : minorOf(text, currency, { param, zero: true })
  return {
    pointId,
    currency,
    singleMinor: limit(single, 'single'),
    dailyMinor: limit(daily, 'daily'),
    approvalAboveMinor: limit(approvalAbove, 'approval_above'),
  }
}

const readTerms = readerOf(
  ofPoint.extend({
    pay_type: z.enum(payTypes),
    /** `*` = every code without terms of its own. */
    service_code: serviceCodeField,
    /** Of the amount. */
    percent: z.string().regex(/^\d{1,3}(\.\d{1,4})?$/, 'query.percent' satisfies Key),
    /** In the service code's currency; '0' for `*`. */
    fixed: amountField.default('0'),
    /** Null = the default of the environment. */
    release_days: z.number().int().min(0).max(365).nullable().default(null),
  }),
)

const millionthsPerPercent = 10_000
const secondsPerDay = 86_400

const terms = pointAction({
  read: readTerms,
  preview: async (deps, input) => {
    const { pointId, serviceCode, payType } = input
    const after = newTerms(input)
    checkTerms(after)
    const before = (await readTermsOfPoint(deps.database.engine, pointId)).find(
      (each) => each.service_code === serviceCode && each.pay_type === payType,
    )
    const currency = currencyOfService(serviceCode)
    const fixed = (minor: bigint | undefined) =>
      minor === undefined || !currency ? null : formatAmount(minor, currency)
    const over = (value: number | null | undefined, unit: number) => (typeof value === 'number' ? value / unit : null)
    const changes = {
      percent: [over(before?.fee_millionths, millionthsPerPercent), over(after.feeMillionths, millionthsPerPercent)],
      fixed: [fixed(before?.fee_fixed_minor), fixed(after.feeFixedMinor)],
      release_days: [
        over(before?.release_delay_seconds, secondsPerDay),
        over(after.releaseDelaySeconds, secondsPerDay),
      ],
    } as const
    return settingsPreview(changes, currency)
  },
  execute: async (deps, input, by) => await setTerms(deps, newTerms(input), setBy(by)),
})

function newTerms({
  pointId,
  payType,
  serviceCode,
  percent,
  fixed,
  releaseDays,
}: ReturnType<typeof readTerms>): NewTerms {
  const currency: CurrencyCode = currencyOfService(serviceCode) ?? 'USD'
  return {
    pointId,
    payType,
    serviceCode,
    feeMillionths: Math.round(Number(percent) * millionthsPerPercent),
    feeFixedMinor: minorOf(fixed, currency, { param: 'fixed', zero: true }),
    releaseDelaySeconds: releaseDays === null ? null : releaseDays * secondsPerDay,
  }
}

export const moneyActions = {
  fund: fundingAction('funding'),
  correction: fundingAction('correction'),
  overdraft,
  payout_limits: payoutLimits,
  terms,
}
