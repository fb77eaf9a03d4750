import { z } from 'zod'
import { defaultPolicies } from '../../../core/merchants/rules/policies.ts'
import { isOtherPayer } from '../../../core/processing/rules/arrivals.ts'
import type { StatusUpdate } from '../../../core/processing/rules/state.ts'
import { transition } from '../../../core/processing/rules/status.ts'
import type { TransactionRow } from '../../../core/processing/rules/transaction.ts'
import type { Message, Text } from '../../../core/texts/messages/say.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { noFee } from '../../../core/values/point-terms.ts'
import { uuidField } from '../../../core/web/operator-query.ts'
import { liveBatchOf } from '../../bank-accounts/batches/make-batch.ts'
import { closeReview, stillOpen } from '../close-review.ts'
import { bankReferenceOf, confirmByOperator, failByOperator, wholeOnly } from '../confirm-by-operator.ts'
import { decideSuspense, otherMoneyWaits } from '../decide-suspense.ts'
import { requireRow } from '../list-for-operator.ts'
import { say } from '../messages/en.ts'
import { previewUpdate, stateOf } from '../preview-transaction.ts'
import { amountField, minorOf, named, type OperatorAction, proseField, reading } from './action.ts'

/** Amounts are decimal text in the transaction's currency. */
interface OfTransaction {
  transactionId: string
}

/** A decision about one transaction, which the state table takes or refuses. */
interface Decision<Input extends OfTransaction>
  extends Pick<OperatorAction<Input>, 'fields' | 'read' | 'beforeStored' | 'execute'> {
  /** Checks that the use case makes before it asks the state table. Without an input: whether it may be proposed. */
  blocked(row: TransactionRow, input?: Input): Text | undefined
  update(row: TransactionRow, input?: Input): StatusUpdate
  /** It must not be while a payment batch may pay the transaction. */
  blockedInBatch?: boolean
  /** It is offered before the others. */
  isFirst?: boolean
}

function transactionAction<Input extends OfTransaction>(decision: Decision<Input>) {
  return {
    ...decision,
    about: async (deps, { transactionId }) => {
      const row = await requireRow(deps.database.engine, transactionId)
      return { environment: row.environment, pointId: row.point_id, transactionId: row.id }
    },
    preview: async (deps, input) => {
      const row = await requireRow(deps.database.engine, input.transactionId)
      const batch = row.pay_type === 'payin' ? undefined : await liveBatchOf(deps, row.id)
      const inBatch = batch && decision.blockedInBatch ? say('batch.bank_may_pay', { number: batch.number }) : undefined
      const blocked = decision.blocked(row, input) ?? inBatch
      const preview = await previewUpdate(deps, row, { blocked, update: decision.update(row, input) })
      return batch
        ? { ...preview, warnings: [...preview.warnings, say('batch.pays_it', { number: batch.number })] }
        : preview
    },
  } satisfies OperatorAction<Input>
}

const transactionFields = z.object({ transaction_id: named(uuidField, 'UUID', 'the transaction_id') })
const ofTransaction = reading(transactionFields)

const ofConfirmation = reading(
  transactionFields.extend({
    amount: named(amountField, 'AMOUNT', 'total received or paid out, for example 100.50'),
    bank_reference: named(
      proseField(100).optional(),
      'TEXT',
      "the bank's own id of the statement line, needed for a pay-in; it confirms one transaction",
    ),
    sender_document: named(proseField(64).optional(), 'NUMBER', "the payer's document in the bank's statement"),
  }),
)

const confirm = transactionAction({
  ...ofConfirmation,
  beforeStored: async (deps, input) => {
    bankReferenceOf(await requireRow(deps.database.engine, input.transactionId), input.bankReference)
    return input
  },
  blocked: (row, input) =>
    onlyLive(row) ?? (input && wholeOnly(row, minorOf(input.amount, row.currency, { param: 'amount' }))),
  update: (row, input) => {
    const creditedMinor = input ? minorOf(input.amount, row.currency, { param: 'amount' }) : offeredMinor(row)
    if (row.status === 'ERROR') return { kind: 'operator_completed', creditedMinor }
    const payerMismatch = row.pay_type === 'payin' && isOtherPayer(row.details['payer_doc_id'], input?.senderDocument)
    return { kind: 'completed', creditedMinor, payerMismatch }
  },
  execute: async (deps, { amount, ...seen }, by) => {
    const { currency } = await requireRow(deps.database.engine, seen.transactionId)
    await confirmByOperator(deps, { ...by, ...seen, amountMinor: minorOf(amount, currency, { param: 'amount' }) })
  },
})

const fail = transactionAction({
  ...ofTransaction,
  blockedInBatch: true,
  blocked: onlyLive,
  update: () => ({ kind: 'rejected', reason: 'not_executed' }),
  execute: async (deps, { transactionId }, by) => await failByOperator(deps, { ...by, transactionId }),
})

const closing = transactionAction({
  ...ofTransaction,
  blocked: (row) => (row.needs_operator === null ? say('review.none') : stillOpen(row)),
  update: (row) => ({ kind: 'close_attention', why: row.needs_operator ?? '' }),
  execute: async (deps, { transactionId }, by) => await closeReview(deps, { ...by, transactionId }),
})

/** `amount`: the suspense amount when the action was proposed, so that the decision covers exactly this money. */
function suspenseAction(decision: 'accept' | 'return') {
  return transactionAction<OfTransaction & { amount?: string }>({
    isFirst: true,
    ...ofTransaction,
    beforeStored: async (deps, input) => {
      const { suspense_minor: minor, currency } = await requireRow(deps.database.engine, input.transactionId)
      return minor > 0n ? { ...input, amount: formatAmount(minor, currency) } : input
    },
    blocked: (row, { amount } = { transactionId: row.id }) => {
      if (row.suspense_minor === 0n) return say('suspense.none')
      const isThisMoney = amount === undefined || amount === formatAmount(row.suspense_minor, row.currency)
      return isThisMoney ? undefined : otherMoneyWaits
    },
    update: () => ({ kind: decision === 'accept' ? 'accept_suspense' : 'return_suspense' }),
    execute: async (deps, { transactionId, amount }, by) => {
      const { currency } = await requireRow(deps.database.engine, transactionId)
      const suspense = amount === undefined ? {} : { suspenseMinor: minorOf(amount, currency, { param: 'amount' }) }
      await decideSuspense(deps, { ...by, transactionId, decision, ...suspense })
    },
  })
}

export const transactionActions = {
  confirm,
  fail,
  suspense_accept: suspenseAction('accept'),
  suspense_return: suspenseAction('return'),
  close_attention: closing,
}

export type TransactionActionName = keyof typeof transactionActions

const offered = Object.entries(transactionActions)
  .map(([name, { blocked, update, isFirst = false }]) => ({
    name: name as TransactionActionName,
    blocked,
    update,
    isFirst,
  }))
  .sort((one, other) => Number(other.isFirst) - Number(one.isFirst))

/** Actions that operators may propose about a transaction now, according to the state table. */
export function possibleActions(row: TransactionRow): readonly TransactionActionName[] {
  // Fees and policies affect the transfers, but not whether the state table accepts the update.
  const state = stateOf(row, { policies: defaultPolicies(row.environment), terms: noFee })
  return offered
    .filter(({ blocked }) => blocked(row) === undefined)
    .filter(({ update }) => ['move', 'note'].includes(transition(state, update(row)).kind))
    .map(({ name }) => name)
}

function onlyLive({ environment }: TransactionRow): Message | undefined {
  return environment === 'test' ? say('operator.test_transaction') : undefined
}

/** More money than was received, like a further statement line. */
function offeredMinor(row: TransactionRow): bigint {
  return row.pay_type === 'payin' ? row.received_minor + row.amount_minor : row.amount_minor
}
