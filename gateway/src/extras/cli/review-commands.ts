import type { TransactionRow } from '../../core/processing/rules/transaction-row.ts'
import { present } from '../../core/values/assert.ts'
import { formatAmount } from '../../core/values/money.ts'
import { closeReview } from '../operator-desk/close-review.ts'
import { listForOperator, listSharedReferences, requireRow } from '../operator-desk/list-for-operator.ts'
import type { Command } from './command.ts'
import { sharedText } from './money-commands.ts'
import { onceByCommand, operationIdOption } from './operation-id.ts'
import { actOrPropose, creatorOptions, evidenceOption, transactionOption } from './people.ts'

const listCommand: Command = {
  name: 'attention',
  summary: 'List the review queue: contradictions, money in suspense, a day without answer, a receipt on two orders.',
  options: { after: { value: 'UUID', help: 'the last transaction_id of the previous page' } },
  run: async ({ withDeps }, values) => {
    const first = values['after'] === undefined
    const { page, shared } = await withDeps(async (deps) => ({
      page: await listForOperator(deps, values['after']),
      shared: first ? await listSharedReferences(deps) : [],
    }))
    const texts = new Map(page.rows.map((row) => [row.id, lineOf(row)]))
    for (const each of shared) {
      const before = texts.get(each.id)
      texts.set(
        each.id,
        `${before === undefined ? `live ${each.service_code} payin: ` : `${before}; `}${sharedText(each)}`,
      )
    }
    const notes = [
      ...(page.total === 0 && shared.length === 0 ? ['The review queue is empty.'] : []),
      ...(page.next === undefined
        ? []
        : [`${page.total} wait in all. The next page: pasarela attention --after ${page.next}`]),
    ]
    return { facts: Object.fromEntries(texts), notes }
  },
}

function lineOf(row: TransactionRow): string {
  const amount = `${formatAmount(row.amount_minor, row.currency)} ${row.currency}`
  const waits = formatAmount(row.suspense_minor, row.currency)
  return `${row.environment} ${row.service_code} ${row.pay_type} ${amount} ${row.status}/${row.reason}, in suspense ${waits}: ${row.needs_operator ?? ''}`
}

const closeCommand: Command = {
  name: 'attention close',
  summary: 'Close the review of a transaction that needs no action. Moves no money.',
  options: {
    transaction: transactionOption,
    note: { ...evidenceOption, help: 'your findings, and why no action is left' },
    ...creatorOptions,
    'operation-id': operationIdOption,
  },
  run: async ({ withDeps }, values) => {
    const transactionId = present(values['transaction'], 'transaction')
    return await withDeps(async (deps) => {
      const acting = await actOrPropose(deps, values, { action: 'close_attention', transactionId })
      if (acting.kind === 'proposed') return acting.result
      return await onceByCommand(deps, {
        ...{ name: 'attention close', values },
        act: async (operation) => {
          const { id, status, reason } = await closeReview(deps, { transactionId, ...acting.by, operation })
          return { facts: { transaction_id: id, status, reason } }
        },
        again: async () => {
          const { id, status, reason } = await requireRow(deps.database.engine, transactionId)
          return { facts: { transaction_id: id, status, reason } }
        },
      })
    })
  },
}

/** `closeCommand` first: the first command whose words match runs, so longer names precede shorter ones. */
export const reviewCommands: readonly Command[] = [closeCommand, listCommand]
