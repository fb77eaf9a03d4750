import type { SetBy } from '../../core/audit/dual-approval.ts'
import type { OperationId } from '../../core/audit/rules/operation-id.ts'
import type { Policies } from '../../core/merchants/rules/policies.ts'
import { currencyOfService } from '../../core/payment-methods/index.ts'
import { present } from '../../core/values/assert.ts'
import { formatAmount } from '../../core/values/money.ts'
import { payTypes } from '../../core/values/status.ts'
import { velocityKinds } from '../card-velocity/rules/card-velocity.ts'
import { setCardLimits } from '../card-velocity/set-card-limits.ts'
import type { ProposedAction } from '../operator-desk/actions.ts'
import { checkOverdraft, setOverdraft } from '../point-settings/set-overdraft.ts'
import { requireCurrency, setPayoutLimits, setPolicies, setTerms } from '../point-settings/set-point-money.ts'
import { type Command, type CommandResult, type CommandValues, UsageError } from './command.ts'
import { minorOf } from './money-commands.ts'
import { onceByCommand, operationIdOption } from './operation-id.ts'
import { type Alone, actOrPropose, creatorOptions, reasonOption } from './people.ts'
import { choiceFrom } from './values.ts'

const pointOption = { value: 'UUID', help: 'the auth_point_id', required: true }
const currencyOption = { value: 'CODE', help: 'for example BRL', required: true }

const termsCommand: Command = {
  name: 'point terms',
  summary: "Set a point's fee for a service code, and the release delay of its pay-ins.",
  options: {
    point: pointOption,
    service: { value: 'CODE', help: 'a service code, or * for all codes without terms of their own', required: true },
    'pay-type': { value: 'payin|payout', help: 'the direction', required: true },
    percent: { value: 'NUMBER', help: 'of the amount, for example 1.25; default 0' },
    fixed: { value: 'AMOUNT', help: 'in the currency of the service code; default 0' },
    'release-days': { value: 'NUMBER', help: 'days until a pay-in is available; default: live cards 7, others 0' },
    note: reasonOption,
    ...creatorOptions,
  },
  run: async ({ withDeps }, values) => {
    const serviceCode = present(values['service'], 'service')
    const currency = currencyOfService(serviceCode)
    if (values['fixed'] !== undefined && !currency) throw new UsageError('--fixed needs one service code')
    const terms = {
      pointId: present(values['point'], 'point'),
      payType: choiceFrom('pay-type', present(values['pay-type'], 'pay-type'), payTypes),
      serviceCode,
      feeMillionths: millionthsFrom(values['percent'] ?? '0'),
      feeFixedMinor: values['fixed'] !== undefined && currency ? minorOf(values, 'fixed', currency) : 0n,
      releaseDelaySeconds: values['release-days'] === undefined ? null : secondsFrom(values['release-days']),
    }
    const { pointId, payType } = terms
    const proposed: ProposedAction = {
      action: 'terms',
      pointId,
      payType,
      serviceCode,
      percent: values['percent'] ?? '0',
      fixed: values['fixed'] ?? '0',
      releaseDays: values['release-days'] === undefined ? null : Number(values['release-days']),
    }
    return await withDeps(async (deps) => {
      const acting = await actOrPropose(deps, values, proposed)
      if (acting.kind === 'proposed') return acting.result
      await setTerms(deps, terms, setBy(acting.by))
      return { facts: { auth_point_id: pointId, service: serviceCode, pay_type: payType } }
    })
  },
}

const limitsCommand: Command = {
  name: 'point limits',
  summary: 'Set how much a point may pay out and refund in one currency. Omitted options mean no limit.',
  options: {
    point: pointOption,
    currency: currencyOption,
    single: { value: 'AMOUNT', help: 'the largest payout or refund' },
    daily: { value: 'AMOUNT', help: 'the sum of a UTC day' },
    'approval-above': {
      value: 'AMOUNT',
      help: 'above this amount a second key with the scope approve_payouts must approve',
    },
    overdraft: { value: 'AMOUNT', help: 'how far below zero payouts may take the balance; 0 = not at all' },
    note: reasonOption,
    ...creatorOptions,
    'operation-id': operationIdOption,
  },
  run: async ({ withDeps }, values) => {
    const currency = requireCurrency(present(values['currency'], 'currency'))
    const limit = (option: string) => {
      if (values[option] === undefined) return null
      return values[option] === '0' ? 0n : minorOf(values, option, currency)
    }
    const pointId = present(values['point'], 'point')
    const limits = {
      pointId,
      currency,
      singleMinor: limit('single'),
      dailyMinor: limit('daily'),
      approvalAboveMinor: limit('approval-above'),
    }
    const overdraftMinor = limit('overdraft')
    const text = (minor: bigint | null) => (minor === null ? null : formatAmount(minor, currency))
    const proposed: ProposedAction = {
      action: 'payout_limits',
      pointId,
      currency,
      single: text(limits.singleMinor),
      daily: text(limits.dailyMinor),
      approvalAbove: text(limits.approvalAboveMinor),
    }
    const more: ProposedAction[] =
      overdraftMinor === null
        ? []
        : [{ action: 'overdraft', pointId, currency, amount: formatAmount(overdraftMinor, currency) }]
    const facts = { auth_point_id: pointId, currency }
    return await withDeps(async (deps) => {
      const acting = await actOrPropose(deps, values, proposed, ...more)
      if (acting.kind === 'proposed') return acting.result
      const overdraft = overdraftMinor === null ? undefined : { pointId, currency, overdraftMinor, ...acting.by }
      // Checked before anything is set, so that a refused command has no partial effect.
      if (overdraft) await checkOverdraft(deps, overdraft)
      // Setting limits again has the same effect. Setting an overdraft again would restore one that was removed since.
      const act = async (operation?: OperationId): Promise<CommandResult> => {
        await setPayoutLimits(deps, limits, setBy(acting.by))
        if (overdraft) await setOverdraft(deps, { ...overdraft, ...(operation ? { operation } : {}) })
        return { facts }
      }
      if (!overdraft) return await act()
      const again = async () => await Promise.resolve({ facts })
      return await onceByCommand(deps, { name: 'point limits', values, act, again })
    })
  },
}

const policyChoices = {
  late: ['accept_late', 'hold'],
  overpaid: ['accept', 'hold'],
  'payer-mismatch': ['accept_flagged', 'hold'],
  reversal: ['keep_completed', 'error'],
  'returned-fee': ['keep', 'give_back'],
  'refund-fee': ['keep', 'give_back'],
} as const

const policyHelp: Readonly<Record<string, string>> = {
  late: 'money after the expiry; default accept_late',
  overpaid: 'more than ordered; default accept',
  'payer-mismatch': 'another document than the payer’s; default accept_flagged on test points, hold on live ones',
  reversal: 'a pay-in that was taken back whole; default error, of cards keep_completed',
  'returned-fee': 'the fee of a payout that came back whole; default keep',
  'refund-fee': 'the share of a pay-in’s fee that is refunded with it; default keep',
}

const policiesCommand: Command = {
  name: 'point policies',
  summary: 'Set the policies for money that is late, too much, from another payer, or taken back.',
  options: {
    point: pointOption,
    ...Object.fromEntries(
      Object.entries(policyChoices).map(([name, choices]) => [
        name,
        { value: choices.join('|'), help: policyHelp[name] ?? name },
      ]),
    ),
    note: reasonOption,
    ...creatorOptions,
  },
  run: async ({ withDeps }, values) => {
    const policies = policiesFrom(values)
    if (Object.keys(policies).length === 0) throw new UsageError('Name at least one policy.')
    const pointId = present(values['point'], 'point')
    return await withDeps(async (deps) => {
      const acting = await actOrPropose(deps, values, { action: 'policies', pointId, policies })
      if (acting.kind === 'proposed') return acting.result
      await setPolicies(deps, { pointId, policies }, setBy(acting.by))
      return { facts: { auth_point_id: pointId, ...policies } }
    })
  },
}

const cardLimitsCommand: Command = {
  name: 'point card-limits',
  summary:
    'Set how often cards may be tried at a point. Omitted options mean no limit; a limit for one card keeps its keyed fingerprint for two days.',
  options: {
    point: pointOption,
    kind: { value: velocityKinds.join('|'), help: 'what attempts are counted by', required: true },
    'attempts-hour': { value: 'NUMBER', help: 'card pay-ins within an hour' },
    'declines-hour': { value: 'NUMBER', help: 'declined card pay-ins within an hour' },
    'attempts-day': { value: 'NUMBER', help: 'card pay-ins within a day' },
    'declines-day': { value: 'NUMBER', help: 'declined card pay-ins within a day' },
    note: reasonOption,
    ...creatorOptions,
  },
  run: async ({ withDeps }, values) => {
    const kind = choiceFrom('kind', present(values['kind'], 'kind'), velocityKinds)
    const limit = (option: string) => {
      const text = values[option]
      if (text === undefined) return null
      if (!/^\d{1,6}$/.test(text)) throw new UsageError(`--${option} is a whole number`)
      return Number(text)
    }
    const limits = {
      attemptsHour: limit('attempts-hour'),
      declinesHour: limit('declines-hour'),
      attemptsDay: limit('attempts-day'),
      declinesDay: limit('declines-day'),
    }
    const pointId = present(values['point'], 'point')
    return await withDeps(async (deps) => {
      const acting = await actOrPropose(deps, values, { action: 'card_limits', pointId, kind, limits })
      if (acting.kind === 'proposed') return acting.result
      await setCardLimits(deps, { pointId, kind, limits }, setBy(acting.by))
      return { facts: { auth_point_id: pointId, kind } }
    })
  },
}

function setBy({ operator, evidence, breakGlass }: Alone): SetBy {
  return { actor: operator, ...(evidence === '' ? {} : { evidence }), breakGlass }
}

function policiesFrom(values: CommandValues): Partial<Policies> {
  const chosen = <const Choice extends string>(option: string, choices: readonly Choice[]): Choice | undefined => {
    const text = values[option]
    return text === undefined ? undefined : choiceFrom(option, text, choices)
  }
  const late = chosen('late', policyChoices.late)
  const overpaid = chosen('overpaid', policyChoices.overpaid)
  const payerMismatch = chosen('payer-mismatch', policyChoices['payer-mismatch'])
  const reversal = chosen('reversal', policyChoices.reversal)
  const returnedFee = chosen('returned-fee', policyChoices['returned-fee'])
  const refundFee = chosen('refund-fee', policyChoices['refund-fee'])
  return {
    ...(late ? { late } : {}),
    ...(overpaid ? { overpaid } : {}),
    ...(payerMismatch ? { payerMismatch } : {}),
    ...(reversal ? { reversal } : {}),
    ...(returnedFee ? { returnedFee } : {}),
    ...(refundFee ? { refundFee } : {}),
  }
}

function millionthsFrom(text: string): number {
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(text)) throw new UsageError('--percent is a number such as 1.25, up to 4 decimals')
  return Math.round(Number(text) * 10_000)
}

function secondsFrom(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new UsageError('--release-days is a whole number of days')
  return Number(text) * 86_400
}

export const pointMoneyCommands: readonly Command[] = [termsCommand, limitsCommand, policiesCommand, cardLimitsCommand]
