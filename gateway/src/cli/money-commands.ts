import type { CurrencyCode } from '../domain/currency.ts'
import { formatAmount, parseAmount } from '../domain/money.ts'
import { Problem } from '../domain/problem.ts'
import { present } from '../lib/assert.ts'
import { confirmByOperator, failByOperator } from '../operations/confirm-by-operator.ts'
import { decideSuspense } from '../operations/decide-suspense.ts'
import { fundPoint } from '../operations/fund-point.ts'
import { findSharedReference } from '../operations/list-for-operator.ts'
import { requireRow } from '../operations/require-row.ts'
import { requireCurrency, requirePoint } from '../operations/set-point-money.ts'
import { requireTwo } from '../operations/two-operators.ts'
import type { Command, CommandValues } from './command.ts'
import { byOption, evidenceOption, operatorOf, people, secondOption, transactionOption } from './people.ts'
import { sharedText } from './shared-reference.ts'

const confirmCommand: Command = {
  name: 'confirm',
  summary: 'Confirm that the money of a live transaction moved, as you saw it at the bank.',
  options: {
    transaction: transactionOption,
    amount: { value: 'AMOUNT', help: 'what arrived in total, or was paid out, for example 100.50', required: true },
    'sender-document': { value: 'NUMBER', help: "the payer's document in the bank's statement" },
    'bank-reference': {
      value: 'TEXT',
      help: "the bank's own id of the statement line, needed for a pay-in; it confirms one transaction",
    },
    note: evidenceOption,
    by: byOption,
    second: { value: 'NAME', help: 'who agreed; needed where the transaction is in ERROR' },
  },
  run: async ({ withDeps }, values) => {
    const transactionId = present(values['transaction'], 'transaction')
    const { 'sender-document': senderDocument, 'bank-reference': bankReference, second } = values
    return await withDeps(async (deps) => {
      const row = await requireRow(deps.database.engine, transactionId)
      const confirmed = await confirmByOperator(deps, {
        transactionId,
        amountMinor: minorOf(values, 'amount', row.currency),
        evidence: present(values['note'], 'note'),
        operator: operatorOf(values),
        ...(second === undefined ? {} : { second }),
        ...(senderDocument === undefined ? {} : { senderDocument }),
        ...(bankReference === undefined ? {} : { bankReference }),
      })
      const shared = await findSharedReference(deps, transactionId)
      return {
        facts: { transaction_id: confirmed.id, status: confirmed.status, reason: confirmed.reason },
        notes: shared ? [`Look again: ${sharedText(shared)}`] : [],
      }
    })
  },
}

const failCommand: Command = {
  name: 'fail',
  summary: 'Say that a live transaction of unknown outcome surely did not happen: ERROR. Two people.',
  options: { transaction: transactionOption, note: evidenceOption, by: byOption, second: secondOption },
  run: async ({ withDeps }, values) => {
    const failed = await withDeps(
      async (deps) =>
        await failByOperator(deps, { transactionId: present(values['transaction'], 'transaction'), ...people(values) }),
    )
    return { facts: { transaction_id: failed.id, status: failed.status, reason: failed.reason } }
  },
}

const suspenseCommands = (['accept', 'return'] as const).map(
  (decision): Command => ({
    name: `suspense ${decision}`,
    summary:
      decision === 'accept'
        ? 'Let the money of a pay-in that waits in suspense count for it. Two people.'
        : 'Say that the money of a pay-in in suspense went back to its sender. Two people.',
    options: { transaction: transactionOption, note: evidenceOption, by: byOption, second: secondOption },
    run: async ({ withDeps }, values) => {
      const decided = await withDeps(
        async (deps) =>
          await decideSuspense(deps, {
            transactionId: present(values['transaction'], 'transaction'),
            decision,
            ...people(values),
          }),
      )
      return { facts: { transaction_id: decided.id, status: decided.status, reason: decided.reason } }
    },
  }),
)

const fundCommand: Command = {
  name: 'point fund',
  summary: 'Prefund a point, or correct its balance (a negative amount takes away). Two people.',
  options: {
    point: { value: 'UUID', help: 'the auth_point_id', required: true },
    currency: { value: 'CODE', help: 'for example BRL', required: true },
    amount: { value: 'AMOUNT', help: 'for example 1000.00 or -20.50', required: true },
    correction: { help: 'book it as a correction instead of a prefunding' },
    note: evidenceOption,
    by: byOption,
    second: secondOption,
  },
  run: async ({ withDeps }, values) =>
    await withDeps(async (deps) => {
      const { evidence, operator, second } = people(values)
      requireTwo({ operator, second })
      const point = await requirePoint(deps.database.engine, present(values['point'], 'point'))
      const currency = requireCurrency(present(values['currency'], 'currency'))
      const kind = values['correction'] === undefined ? 'funding' : 'correction'
      const amountMinor = signedMinorOf(values, currency)
      const balance = await fundPoint(deps, {
        pointId: point.point_id,
        environment: point.environment,
        currency,
        kind,
        change: { by: amountMinor },
        note: evidence,
        audit: {
          actor: operator,
          action: `point.${kind}`,
          pointId: point.point_id,
          objectId: point.point_id,
          detail: { second, evidence, currency, amount: formatAmount(amountMinor, currency) },
        },
      })
      return {
        facts: { auth_point_id: point.point_id, currency, available: formatAmount(balance.availableMinor, currency) },
      }
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
