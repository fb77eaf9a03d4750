import type { TransactionRow } from '../../core/processing/rules/transaction-row.ts'
import { formatAmount } from '../../core/values/money.ts'
import { listForOperator, listSharedReferences } from '../operator-desk/list-for-operator.ts'
import type { Command } from './command.ts'
import { closeCommand, sharedText } from './money-commands.ts'

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

/** `closeCommand` first: the first command whose words match runs, so longer names precede shorter ones. */
export const reviewCommands: readonly Command[] = [closeCommand, listCommand]
