import { z } from 'zod'
import { commitFacts, detailOf } from '../../../core/audit/dual-approval.ts'
import { moneyText } from '../../../core/audit/rules/audit-money.ts'
import { fundedBalance, fundPoint } from '../../../core/ledger/fund-point.ts'
import type { NewPayoutLimits, NewTerms } from '../../../core/merchants/rules/point-rules.ts'
import { currencyOfService } from '../../../core/payment-methods/index.ts'
import type { Key } from '../../../core/texts/messages/say.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { payTypes } from '../../../core/values/status.ts'
import { setOverdraft } from '../../point-settings/set-overdraft.ts'
import { checkTerms, requirePoint, setPayoutLimits, setTerms } from '../../point-settings/set-point-money.ts'
import { emptyPreview, settingsPreview } from '../preview.ts'
import { readLimitsOfPoint, readTermsOfPoint } from '../store/reads/points.ts'
import {
  amountField,
  currencyField,
  minorOf,
  named,
  reading,
  serviceCodeField,
  setBy,
  signedAmountField,
  signedMinorOf,
} from './action.ts'
import { ofPoint, pointAction } from './point.ts'

/** The ledger stores shorter notes than the audit log. */
const ledgerNoteLengthMax = 500

const currency = named(currencyField, 'CODE', 'for example BRL')

const ofFunding = ofPoint.extend({
  currency,
  amount: named(signedAmountField, 'AMOUNT', 'for example 1000.00 or -20.50'),
})

function fundingAction(kind: 'funding' | 'correction') {
  return pointAction({
    ...reading(ofFunding),
    evidenceLengthMax: ledgerNoteLengthMax,
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
          ...commitFacts(by),
        },
      })
    },
  })
}

const overdraft = pointAction({
  ...reading(ofPoint.extend({ currency, amount: amountField })),
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

/** Null = no limit. */
const ofLimits = reading(
  ofPoint.extend({
    currency,
    single: named(amountField.nullable(), 'AMOUNT', 'the largest payout or refund'),
    daily: named(amountField.nullable(), 'AMOUNT', 'the sum of a UTC day'),
    approval_above: named(
      amountField.nullable(),
      'AMOUNT',
      'above this amount a second key with the scope approve_payouts must approve',
    ),
  }),
  ({ pointId, approvalAbove, ...rest }) => ({ pointId, approvalAbove, ...rest }),
)

const payoutLimits = pointAction({
  ...ofLimits,
  preview: async (deps, input) => {
    const { pointId, currency } = input
    const after = newLimits(input)
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
}: ReturnType<typeof ofLimits.read>): NewPayoutLimits {
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

const percentField = z.string().regex(/^\d{1,3}(\.\d{1,4})?$/, 'query.percent' satisfies Key)

const ofTerms = reading(
  ofPoint.extend({
    pay_type: named(z.enum(payTypes), '', 'the direction'),
    service_code: named(serviceCodeField, 'CODE', 'a service code, or * for all codes without terms of their own'),
    percent: named(percentField, 'NUMBER', 'of the amount, for example 1.25; default 0'),
    fixed: named(amountField.default('0'), 'AMOUNT', 'in the currency of the service code; default 0'),
    release_days: named(
      z.number().int().min(0).max(365).nullable().default(null),
      'NUMBER',
      'days until a pay-in is available; default: live cards 7, others 0',
    ),
  }),
)

const millionthsPerPercent = 10_000
const secondsPerDay = 86_400

const terms = pointAction({
  ...ofTerms,
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
}: ReturnType<typeof ofTerms.read>): NewTerms {
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
