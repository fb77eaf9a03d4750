import { parseAmount } from '../domain/money.ts'
import { Problem } from '../domain/problem.ts'
import { present } from '../lib/assert.ts'
import { isUuid } from '../lib/ids.ts'
import { confirmByOperator } from '../operations/confirm-by-operator.ts'
import { readAnyTransaction } from '../store/reads/operator.ts'
import { type Command, cliActor } from './command.ts'
import type { CliDeps } from './deps.ts'

export const confirmCommand: Command = {
  name: 'confirm',
  summary: 'Confirm that the money of a live transaction moved, as you saw it at the bank.',
  options: {
    transaction: { value: 'UUID', help: 'the transaction_id', required: true },
    amount: { value: 'AMOUNT', help: 'what arrived in total, or was paid out, for example 100.50', required: true },
    'sender-document': { value: 'NUMBER', help: "the payer's document in the bank's statement" },
    note: { value: 'TEXT', help: 'the evidence, for example the line of the statement' },
  },
  run: async ({ withDeps }, values) => {
    const transactionId = present(values['transaction'], 'transaction')
    const senderDocument = values['sender-document']
    const confirmed = await withDeps(
      async (deps) =>
        await confirmByOperator(deps, {
          transactionId,
          amountMinor: await amountOf(deps, transactionId, present(values['amount'], 'amount')),
          evidence: values['note'] ?? 'confirmed on the command line without a note',
          operator: cliActor,
          ...(senderDocument === undefined ? {} : { senderDocument }),
        }),
    )
    return { facts: { transaction_id: confirmed.id, status: confirmed.status, reason: confirmed.reason } }
  },
}

/** The currency, and with it the number of decimals, stands in the transaction. */
async function amountOf(deps: CliDeps, transactionId: string, text: string): Promise<bigint> {
  const row = isUuid(transactionId) ? await readAnyTransaction(deps.database.engine, transactionId) : undefined
  if (!row) throw new Problem('not_found', { message: `There is no transaction ${transactionId}.` })
  const amount = parseAmount(text, row.currency)
  if (amount.ok) return amount.minor
  throw new Problem('validation_failed', { fields: [{ code: amount.code, param: 'amount', message: amount.message }] })
}
