import type { TransactionRow } from '../../core/processing/rules/transaction.ts'
import { formatAmount } from '../../core/values/money.ts'
import { payeeOf } from '../bank-accounts/rules/payee.ts'
import { listForOperator, listSharedReferences, listToPay, type ToPayRow } from '../operator-desk/list-for-operator.ts'
import type { Command } from './command.ts'
import { closeCommand, sharedText } from './money-commands.ts'

const listCommand: Command = {
  name: 'attention',
  summary:
    'List what waits for a person: contradictions, money in suspense, a day without answer, a receipt on two orders, and what is to be paid at the bank.',
  options: { after: { value: 'UUID', help: 'the last transaction_id of the previous page' } },
  run: async ({ withDeps }, values) => {
    const first = values['after'] === undefined
    const { page, shared, toPay } = await withDeps(async (deps) => ({
      page: await listForOperator(deps, values['after']),
      shared: first ? await listSharedReferences(deps) : [],
      toPay: first ? await listToPay(deps, { limit: toPayMax }) : { rows: [], total: 0 },
    }))
    const texts = new Map(page.rows.map((row) => [row.id, lineOf(row)]))
    for (const each of shared) {
      const before = texts.get(each.id)
      texts.set(
        each.id,
        `${before === undefined ? `live ${each.service_code} payin: ` : `${before}; `}${sharedText(each)}`,
      )
    }
    for (const row of toPay.rows) texts.set(row.id, toPayLine(row))
    const notes = [
      ...(toPay.total > toPay.rows.length
        ? [`${toPay.total} are to be paid at the bank. The dashboard lists all of them under “To pay”.`]
        : []),
      ...(page.total === 0 && shared.length === 0 && toPay.total === 0
        ? ['The review queue is empty, and nothing is to be paid at the bank.']
        : []),
      ...(page.next === undefined
        ? []
        : [`${page.total} wait in all. The next page: pasarela attention --after ${page.next}`]),
    ]
    return { facts: Object.fromEntries(texts), notes }
  },
}

/** More than a person pays in a day. */
const toPayMax = 200

/** What is typed at the bank, and what was agreed about it. */
function toPayLine(row: ToPayRow): string {
  const { holder, document, bank, account, write, source } = payeeOf(row)
  const amount = `${formatAmount(row.amount_minor, row.currency)} ${row.currency}`
  const payee = [holder, document, bank, account].filter((each) => each !== null)
  const from =
    source === null
      ? ''
      : `, account ${'line_id' in source ? `named by bank line ${source.line_id}` : `given by ${source.set_by}`}`
  const approved = row.approved_by === null ? '' : `, approved by ${row.approved_by}`
  const proposed = row.proposal === null ? '' : `, ${row.proposal.action} proposed by ${row.proposal.by}`
  const inBatch = row.batch === null ? '' : `, IN BATCH ${row.batch.number}: the bank pays it from there`
  return `to pay since ${row.since.toISOString()}: ${row.pay_type} ${amount} to ${payee.join(', ')}; write ${write}${from}${approved}${proposed}${inBatch}`
}

function lineOf(row: TransactionRow): string {
  const amount = `${formatAmount(row.amount_minor, row.currency)} ${row.currency}`
  const waits = formatAmount(row.suspense_minor, row.currency)
  return `${row.environment} ${row.service_code} ${row.pay_type} ${amount} ${row.status}/${row.reason}, in suspense ${waits}: ${row.needs_operator ?? ''}`
}

/** `closeCommand` first: the first command whose words match runs, so longer names precede shorter ones. */
export const reviewCommands: readonly Command[] = [closeCommand, listCommand]
