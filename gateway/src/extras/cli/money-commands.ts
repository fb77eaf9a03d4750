import { moneyText } from '../../core/audit/rules/audit-money.ts'
import { type FundedBalance, fundedBalance, fundPoint } from '../../core/ledger/fund-point.ts'
import type { Transaction } from '../../core/processing/rules/transaction.ts'
import { present } from '../../core/values/assert.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import { formatAmount, parseAmount } from '../../core/values/money.ts'
import { Problem } from '../../core/values/problem.ts'
import { confirmByOperator, failByOperator } from '../operator-desk/confirm-by-operator.ts'
import { decideSuspense } from '../operator-desk/decide-suspense.ts'
import { findSharedReference, requireRow, type SharedReference } from '../operator-desk/list-for-operator.ts'
import { requireCurrency, requirePoint } from '../point-settings/set-point-money.ts'
import type { Command, CommandResult, CommandValues } from './command.ts'
import type { CliDeps } from './deps.ts'
import { onceByCommand, operationIdOption } from './operation-id.ts'
import { actOrPropose, creatorOptions, evidenceOption, transactionOption } from './people.ts'

const confirmCommand: Command = {
  name: 'confirm',
  summary: 'Confirm that the money of a live transaction moved, as you saw it at the bank.',
  options: {
    transaction: transactionOption,
    amount: { value: 'AMOUNT', help: 'total received or paid out, for example 100.50', required: true },
    'sender-document': { value: 'NUMBER', help: "the payer's document in the bank's statement" },
    'bank-reference': {
      value: 'TEXT',
      help: "the bank's own id of the statement line, needed for a pay-in; it confirms one transaction",
    },
    note: evidenceOption,
    ...creatorOptions,
    'operation-id': operationIdOption,
  },
  run: async ({ withDeps }, values) => {
    const transactionId = present(values['transaction'], 'transaction')
    const { 'sender-document': senderDocument, 'bank-reference': bankReference } = values
    const seen = {
      ...(senderDocument === undefined ? {} : { senderDocument }),
      ...(bankReference === undefined ? {} : { bankReference }),
    }
    return await withDeps(async (deps) => {
      const row = await requireRow(deps.database.engine, transactionId)
      const amountMinor = minorOf(values, 'amount', row.currency)
      const amount = formatAmount(amountMinor, row.currency)
      const acting = await actOrPropose(deps, values, { action: 'confirm', transactionId, amount, ...seen })
      if (acting.kind === 'proposed') return acting.result
      return await onceByCommand(deps, {
        ...{ name: 'confirm', values },
        act: async (operation) => {
          const confirmed = await confirmByOperator(deps, {
            ...{ transactionId, amountMinor, ...seen, ...acting.by },
            operation,
          })
          const shared = await findSharedReference(deps, transactionId)
          return { facts: stateOf(confirmed), notes: shared ? [`Look again: ${sharedText(shared)}`] : [] }
        },
        again: async () => await stateNow(deps, transactionId),
      })
    })
  },
}

/** A transaction as these commands show it. */
function stateOf({ id, status, reason }: Pick<Transaction, 'id' | 'status' | 'reason'>): CommandResult['facts'] {
  return { transaction_id: id, status, reason }
}

async function stateNow(deps: CliDeps, transactionId: string): Promise<CommandResult> {
  return { facts: stateOf(await requireRow(deps.database.engine, transactionId)) }
}

const decisionOptions: Command['options'] = {
  transaction: transactionOption,
  note: evidenceOption,
  ...creatorOptions,
  'operation-id': operationIdOption,
}

const failCommand: Command = {
  name: 'fail',
  summary: 'Fail a live transaction of unknown outcome that was certainly not executed: ERROR.',
  options: decisionOptions,
  run: async ({ withDeps }, values) => {
    const transactionId = present(values['transaction'], 'transaction')
    return await withDeps(async (deps) => {
      const acting = await actOrPropose(deps, values, { action: 'fail', transactionId })
      if (acting.kind === 'proposed') return acting.result
      return await onceByCommand(deps, {
        ...{ name: 'fail', values },
        act: async (operation) => ({
          facts: stateOf(await failByOperator(deps, { transactionId, ...acting.by, operation })),
        }),
        again: async () => await stateNow(deps, transactionId),
      })
    })
  },
}

const suspenseCommands = (['accept', 'return'] as const).map(
  (decision): Command => ({
    name: `suspense ${decision}`,
    summary:
      decision === 'accept'
        ? 'Credit money in suspense to its pay-in.'
        : 'Record that money in suspense was returned to its sender.',
    options: decisionOptions,
    run: async ({ withDeps }, values) => {
      const transactionId = present(values['transaction'], 'transaction')
      return await withDeps(async (deps) => {
        const acting = await actOrPropose(deps, values, { action: `suspense_${decision}`, transactionId })
        if (acting.kind === 'proposed') return acting.result
        return await onceByCommand(deps, {
          ...{ name: `suspense ${decision}`, values },
          act: async (operation) => ({
            facts: stateOf(await decideSuspense(deps, { transactionId, decision, ...acting.by, operation })),
          }),
          again: async () => await stateNow(deps, transactionId),
        })
      })
    },
  }),
)

const fundCommand: Command = {
  name: 'point fund',
  summary: 'Prefund a point, or correct its balance (a negative amount lowers it).',
  options: {
    point: { value: 'UUID', help: 'the auth_point_id', required: true },
    currency: { value: 'CODE', help: 'for example BRL', required: true },
    amount: { value: 'AMOUNT', help: 'for example 1000.00 or -20.50', required: true },
    correction: { help: 'book a correction instead of a prefunding' },
    note: evidenceOption,
    ...creatorOptions,
    'operation-id': operationIdOption,
  },
  run: async ({ withDeps }, values) =>
    await withDeps(async (deps) => {
      const point = await requirePoint(deps.database.engine, present(values['point'], 'point'))
      const currency = requireCurrency(present(values['currency'], 'currency'))
      const kind = values['correction'] === undefined ? 'funding' : 'correction'
      const amountMinor = signedMinorOf(values, currency)
      const amount = formatAmount(amountMinor, currency)
      const { point_id: pointId, environment } = point
      const action = kind === 'funding' ? 'fund' : 'correction'
      const acting = await actOrPropose(deps, values, { action, pointId, currency, amount })
      if (acting.kind === 'proposed') return acting.result
      const { operator, evidence, breakGlass } = acting.by
      const shown = ({ availableMinor }: FundedBalance): CommandResult => ({
        facts: { auth_point_id: pointId, currency, available: formatAmount(availableMinor, currency) },
      })
      const detail = { evidence, amount: moneyText(amountMinor, currency) }
      const audit = { actor: operator, action: `point.${kind}`, pointId, objectId: pointId, detail, breakGlass }
      return await onceByCommand(deps, {
        ...{ name: 'point fund', values },
        act: async (operation) =>
          shown(
            await fundPoint(deps, {
              ...{ pointId, environment, currency, kind, change: { by: amountMinor }, note: evidence },
              audit: { ...audit, operation },
            }),
          ),
        again: async () => shown(await fundedBalance(deps, { pointId, environment, currency })),
      })
    }),
}

/** An option's amount in minor units. Throws `validation_failed`. */
export function minorOf(values: CommandValues, option: string, currency: CurrencyCode): bigint {
  const read = parseAmount(present(values[option], option), currency)
  if (read.ok) return read.minor
  throw new Problem('validation_failed', { fields: [{ code: read.code, param: option, message: read.message }] })
}

function signedMinorOf(values: CommandValues, currency: CurrencyCode): bigint {
  const text = present(values['amount'], 'amount')
  const taken = text.startsWith('-')
  const minor = minorOf({ amount: taken ? text.slice(1) : text }, 'amount', currency)
  return taken ? -minor : minor
}

export const moneyCommands: readonly Command[] = [confirmCommand, failCommand, ...suspenseCommands, fundCommand]

/** One receipt pays one order. This sentence warns the operator who decides. */
export function sharedText({ payer_reference, others }: SharedReference): string {
  return `the payer reference "${payer_reference}" stands on ${others.join(', ')} as well`
}
