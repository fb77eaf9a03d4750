import { open, readFile } from 'node:fs/promises'
import { makeBatch } from '../../../bank-accounts/batches/make-batch.ts'
import { approveBatch, cancelBatch, handOverBatch } from '../../../bank-accounts/batches/order-batch.ts'
import { payBatchByLine } from '../../../bank-accounts/batches/pay-by-line.ts'
import { readPayoutTemplate, setPayoutTemplate } from '../../../bank-accounts/batches/payout-template.ts'
import { rejectBatchItem } from '../../../bank-accounts/batches/reject-item.ts'
import {
  type BatchDetail,
  type ShownBatch,
  showBatch,
  showBatches,
} from '../../../bank-accounts/batches/show-batches.ts'
import { present } from '../../../values/assert.ts'
import { type Command, UsageError } from '../command.ts'
import { machineActor } from '../machine.ts'
import { type Alone, actOrPropose, creatorOptions, evidenceOption, reasonOption, transactionOption } from '../people.ts'

const batchOption = { value: 'UUID', help: 'the payment file: see pasarela batch list', required: true } as const
const accountOption = { value: 'UUID', help: 'the bank account: see pasarela bank list', required: true } as const

const listedMax = 50

const makeCommand: Command = {
  name: 'batch make',
  summary: 'Make a draft of a payment file: the payouts of an own bank account that wait and stand in no other file.',
  options: {
    account: accountOption,
    payouts: { value: 'UUID,UUID', help: 'only these payouts; all that wait if left out' },
    'checked-at-bank': {
      help: 'somebody looked at the bank: payouts named that are older than a restored database are not paid',
    },
  },
  run: async ({ withDeps }, values) => {
    const transactionIds = values['payouts']?.split(',').map((id) => id.trim())
    const checkedAtBank = values['checked-at-bank'] === 'yes'
    const wish = { bankAccountId: present(values['account'], 'account'), transactionIds, checkedAtBank }
    const made = await withDeps(async (deps) => await makeBatch(deps, wish, machineActor()))
    return {
      facts: { payment_batch_id: made.batchId, number: String(made.number) },
      json: {
        ...{ payment_batch_id: made.batchId, number: made.number, more: made.more },
        left_out: made.leftOut.map(({ transactionId, why }) => ({ transaction_id: transactionId, why })),
      },
      notes: [
        ...made.leftOut.map(({ transactionId, why }) => `Left out: ${transactionId}, ${why}.`),
        ...(made.more ? ['More payouts wait than one file takes: make another one.'] : []),
        'Nothing is ordered yet: look at it (batch show), then let a second operator approve it (batch approve).',
      ],
    }
  },
}

const listCommand: Command = {
  name: 'batch list',
  summary: 'Show the payment files of own bank accounts, newest first.',
  options: { account: { ...accountOption, required: false } },
  run: async ({ withDeps }, values) => {
    const wanted = { bankAccountId: values['account'], limit: listedMax }
    const { batches } = await withDeps(async (deps) => await showBatches(deps, wanted))
    return {
      facts: Object.fromEntries(batches.map((batch) => [batch.row.id, lineOf(batch)])),
      notes: batches.length === 0 ? ['There is none: pasarela batch make makes the first one.'] : [],
    }
  },
}

function lineOf({ row, state, total, open }: ShownBatch): string {
  const { cutoff_at: cutoff } = row
  return [
    `${row.environment} ${row.bank_name ?? row.bank_account_id} number ${row.number}`,
    state.replace('_', ' '),
    `${row.item_count} payouts`,
    `${total} ${row.currency}`,
    row.open_count > 0 && row.state === 'handed_over' ? `${row.open_count} open (${open})` : undefined,
    `arrives by ${row.execution_day}`,
    cutoff === null ? undefined : `cut-off ${cutoff.toISOString()}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const showCommand: Command = {
  name: 'batch show',
  summary: 'Show a payment file: its payouts, what became of each, and the first lines of the file.',
  options: { batch: batchOption },
  run: async ({ withDeps }, values) => {
    const detail = await withDeps(async (deps) => await showBatch(deps, present(values['batch'], 'batch')))
    return { facts: detailFacts(detail) }
  },
}

function hashOf({ row }: ShownBatch): string | undefined {
  return row.sha256?.toString('hex')
}

function detailFacts(detail: BatchDetail): Record<string, string | undefined> {
  const { row, items, preview, blocked } = detail
  return {
    [row.id]: lineOf(detail),
    message_id: row.message_id,
    sha256: hashOf(detail),
    ...(blocked === undefined ? {} : { blocked }),
    ...Object.fromEntries(
      items.map(({ row: item, state, amount }) => [
        `${item.position} ${item.transaction_id}`,
        `${state}, ${amount}, ${item.instruction_key}, ${item.details['account_beneficiary'] ?? ''}`,
      ]),
    ),
    ...(preview === null ? {} : { file: `\n${preview}` }),
  }
}

const approveCommand: Command = {
  name: 'batch approve',
  summary: 'Propose to order a payment file from the bank. Another operator decides, and the file is written then.',
  options: { batch: batchOption, note: reasonOption, ...creatorOptions },
  run: async ({ withDeps }, values) => {
    const id = present(values['batch'], 'batch')
    return await withDeps(async (deps) => {
      const acting = await actOrPropose(deps, values, { action: 'payment_batch', payment_batch_id: id })
      if (acting.kind === 'proposed') return acting.result
      await approveBatch(deps, id, setBy(acting.by))
      return { facts: detailFacts(await showBatch(deps, id)) }
    })
  },
}

const downloadCommand: Command = {
  name: 'batch download',
  summary: 'Write an approved payment file to give it to the bank. From the first time on it counts as handed over.',
  options: { batch: batchOption, out: { value: 'FILE', help: 'a file that does not exist yet', required: true } },
  run: async ({ withDeps }, values) => {
    const path = present(values['out'], 'out')
    // Before the hand-over, so that a path that cannot be written changes nothing.
    const target = await newFile(path)
    try {
      const id = present(values['batch'], 'batch')
      const file = await withDeps(async (deps) => await handOverBatch(deps, id, machineActor()))
      await target.writeFile(file.content)
      await target.sync()
      return { facts: { file: path, name: file.name, bytes: String(file.content.length), sha256: file.sha256 } }
    } finally {
      await target.close()
    }
  },
}

async function newFile(path: string) {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const cancelCommand: Command = {
  name: 'batch cancel',
  summary: 'Cancel a payment file that was never handed over. An approved one needs a second operator.',
  options: {
    batch: batchOption,
    note: reasonOption,
    ...creatorOptions,
    by: { ...creatorOptions.by, help: `of an approved file: ${creatorOptions.by.help}`, required: false },
  },
  run: async ({ withDeps }, values) => {
    const id = present(values['batch'], 'batch')
    return await withDeps(async (deps) => {
      const { row } = await showBatch(deps, id)
      if (row.state === 'draft') {
        await cancelBatch(deps, id, { actor: machineActor(), evidence: values['note'] })
      } else {
        if (values['by'] === undefined) throw new UsageError('--by is needed to cancel an approved file.')
        const acting = await actOrPropose(deps, values, { action: 'payment_cancel', payment_batch_id: id })
        if (acting.kind === 'proposed') return acting.result
        await cancelBatch(deps, id, setBy(acting.by))
      }
      return { facts: detailFacts(await showBatch(deps, id)) }
    })
  },
}

const rejectCommand: Command = {
  name: 'batch reject-item',
  summary: 'Propose that the bank surely does not make one payment of a file that it has: the payout ends as ERROR.',
  options: {
    batch: batchOption,
    transaction: transactionOption,
    'bank-code': { value: 'CODE', help: 'the bank’s own code' },
    note: { ...evidenceOption, help: 'what the bank says, and where' },
    ...creatorOptions,
  },
  run: async ({ withDeps }, values) => {
    const batchId = present(values['batch'], 'batch')
    const transactionId = present(values['transaction'], 'transaction')
    const code = values['bank-code']
    const fields = { payment_batch_id: batchId, transaction_id: transactionId }
    return await withDeps(async (deps) => {
      const proposed = { action: 'payment_reject', ...fields, ...(code === undefined ? {} : { code }) } as const
      const acting = await actOrPropose(deps, values, proposed)
      if (acting.kind === 'proposed') return acting.result
      await rejectBatchItem(deps, { batchId, transactionId, code }, setBy(acting.by))
      return { facts: detailFacts(await showBatch(deps, batchId)) }
    })
  },
}

const paidCommand: Command = {
  name: 'batch paid',
  summary: 'Propose that one debit of the bank pays all open payouts of a file: they complete together.',
  options: {
    batch: batchOption,
    line: { value: 'UUID', help: 'the line of the statement: see pasarela line list', required: true },
    note: { ...evidenceOption, help: 'what the bank says, and where' },
    ...creatorOptions,
  },
  run: async ({ withDeps }, values) => {
    const batchId = present(values['batch'], 'batch')
    const lineId = present(values['line'], 'line')
    return await withDeps(async (deps) => {
      const fields = { payment_batch_id: batchId, bank_line_id: lineId }
      const acting = await actOrPropose(deps, values, { action: 'payment_paid', ...fields })
      if (acting.kind === 'proposed') return acting.result
      await payBatchByLine(deps, { batchId, lineId }, setBy(acting.by))
      return { facts: detailFacts(await showBatch(deps, batchId)) }
    })
  },
}

const templateCommand: Command = {
  name: 'batch template',
  summary: 'Show or set how the payment files of an own bank account are written: see docs/operations.md.',
  options: {
    account: accountOption,
    file: { value: 'FILE', help: 'the template as JSON; shows the present one if left out' },
    note: reasonOption,
    ...creatorOptions,
    by: { ...creatorOptions.by, required: false },
  },
  run: async ({ withDeps }, values) => {
    const bankAccountId = present(values['account'], 'account')
    const settings = values['file'] === undefined ? undefined : await jsonIn(values['file'])
    return await withDeps(async (deps) => {
      if (settings === undefined) {
        const template = await readPayoutTemplate(deps, bankAccountId)
        return { facts: { template: JSON.stringify(template ?? null) } }
      }
      if (values['by'] === undefined) throw new UsageError('--by is needed to set a template.')
      const fields = { bank_account_id: bankAccountId, format: 'csv', settings } as const
      const acting = await actOrPropose(deps, values, { action: 'payout_template', ...fields })
      if (acting.kind === 'proposed') return acting.result
      await setPayoutTemplate(deps, { bankAccountId, settings }, setBy(acting.by))
      return { facts: { template: JSON.stringify(await readPayoutTemplate(deps, bankAccountId)) } }
    })
  },
}

async function jsonIn(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new UsageError(`${path} is no JSON file: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function setBy({ operator, evidence, breakGlass }: Alone) {
  return { actor: operator, ...(evidence === '' ? {} : { evidence }), breakGlass }
}

export const batchCommands: readonly Command[] = [
  makeCommand,
  listCommand,
  showCommand,
  approveCommand,
  downloadCommand,
  cancelCommand,
  rejectCommand,
  paidCommand,
  templateCommand,
]
