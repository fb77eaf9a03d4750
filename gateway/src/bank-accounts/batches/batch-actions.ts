import { z } from 'zod'
import { readDatabaseTime } from '../../platform/database/database-time.ts'
import { formatAmount } from '../../values/money.ts'
import { plainField, uuidField } from '../../web/operator-query.ts'
import { bankAction } from '../bank-action.ts'
import { readItems } from '../store/payment-batch-items.ts'
import { type BatchRow, countDoubtfulPayouts } from '../store/payment-batches.ts'
import { approvalFault, approveBatch, cancelBatch, cancellationFault, requireBatch } from './order-batch.ts'
import { rejectBatchItem, rejectionFault } from './reject-item.ts'

/** Approving a payment file. */
export const paymentBatchAction = bankAction({
  fields: z.object({ payment_batch_id: uuidField }),
  foresee: async ({ database: { engine } }, { payment_batch_id: id }) => {
    const batch = await requireBatch(engine, id)
    const blocked = await approvalFault(engine, batch, await readDatabaseTime(engine))
    const doubtful = await countDoubtfulPayouts(engine, id)
    return {
      environment: batch.environment,
      alone: batch.environment === 'test',
      ...(blocked === undefined ? {} : { blocked }),
      currency: batch.currency,
      changes: [
        ...headOf(batch),
        { name: 'payouts', before: null, after: String(batch.item_count) },
        { name: 'total', before: null, after: `${formatAmount(batch.total_minor, batch.currency)} ${batch.currency}` },
        { name: 'execution_day', before: null, after: batch.execution_day },
        ...(doubtful === 0 ? [] : [{ name: 'older_than_restore', before: null, after: String(doubtful) }]),
      ],
    }
  },
  execute: async (deps, { payment_batch_id: id }, by) => await approveBatch(deps, id, by),
})

const rejection = z.object({
  payment_batch_id: uuidField,
  transaction_id: uuidField,
  /** The bank's own code. */
  code: plainField(40).optional(),
})

/** Saying that the bank does not make one payment of a file that it has. */
export const paymentRejectAction = bankAction({
  fields: rejection,
  foresee: async ({ database: { engine } }, { payment_batch_id: id, transaction_id: transactionId }) => {
    const batch = await requireBatch(engine, id)
    const blocked = await rejectionFault(engine, batch, transactionId)
    const item = (await readItems(engine, id)).find((each) => each.transaction_id === transactionId)
    const amount = item ? `${formatAmount(item.amount_minor, batch.currency)} ${batch.currency}` : null
    return {
      environment: batch.environment,
      transactionId,
      alone: batch.environment === 'test',
      ...(blocked === undefined ? {} : { blocked }),
      currency: batch.currency,
      changes: [...fileOf(batch), { name: 'amount', before: amount, after: null }],
    }
  },
  execute: async (deps, { payment_batch_id: batchId, transaction_id: transactionId, code }, by) =>
    await rejectBatchItem(deps, { batchId, transactionId, code }, by),
})

/** Cancelling an approved file before it is handed over. */
export const paymentCancelAction = bankAction({
  fields: z.object({ payment_batch_id: uuidField }),
  foresee: async ({ database: { engine } }, { payment_batch_id: id }) => {
    const batch = await requireBatch(engine, id)
    const blocked = cancellationFault(batch)
    const total = `${formatAmount(batch.total_minor, batch.currency)} ${batch.currency}`
    return {
      environment: batch.environment,
      alone: batch.environment === 'test',
      ...(blocked === undefined ? {} : { blocked }),
      currency: batch.currency,
      changes: [
        ...fileOf(batch),
        { name: 'state', before: batch.state, after: 'cancelled' },
        { name: 'total', before: total, after: total },
      ],
    }
  },
  execute: async (deps, { payment_batch_id: id }, by) => await cancelBatch(deps, id, by),
})

/** The file that the action is about: it stays, and is not one that the action makes. */
function fileOf(batch: BatchRow) {
  return headOf(batch).map(({ name, after }) => ({ name, before: after, after }))
}

function headOf(batch: BatchRow) {
  const { number, message_id: messageId } = batch
  return [{ name: 'payment_file', before: null, after: `${number} (${messageId})` }]
}
