import { z } from 'zod'
import { detailOf, requireSecondOperator, type SetBy } from '../../audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../audit/write-audit.ts'
import { hasOnlyTestMoney } from '../../merchants/has-only-test-money.ts'
import type { Db } from '../../platform/database/database.ts'
import { formatAmount } from '../../values/money.ts'
import { Problem } from '../../values/problem.ts'
import { uuidField } from '../../web/operator-query.ts'
import { bankAction } from '../bank-action.ts'
import { requireLine, settledText } from '../judgements/judged-line.ts'
import type { SettleDeps } from '../settle-lines.ts'
import { readOpenBatches } from '../store/batch-debits.ts'
import type { LineRow } from '../store/line-states.ts'
import type { BatchRow } from '../store/payment-batches.ts'
import { requireBatch } from './order-batch.ts'
import { completeBatch, DecidedMeanwhile } from './settle-batch-debits.ts'

export interface PaidByLine {
  batchId: string
  lineId: string
}

/**
 * Two operators say that a debit pays every open payout of a file: all complete in one commit. Throws `not_found`,
 * `second_person_required`, and `not_in_this_state` where the line is settled, of another account, or not exactly the sum
 * of what is open.
 */
export async function payBatchByLine(deps: SettleDeps, { batchId, lineId }: PaidByLine, by: SetBy): Promise<void> {
  const { engine } = deps.database
  const [batch, row] = [await requireBatch(engine, batchId), await requireLine(engine, lineId)]
  requireSecondOperator((await hasOnlyTestMoney(deps)) ? 'test' : batch.environment, by)
  const fault = await paymentFault(engine, batch, row)
  if (fault !== undefined) throw new Problem('not_in_this_state', { message: fault })
  const detail = detailOf(by, { payment_batch_id: batchId, bank_line_id: lineId })
  const entry = auditOf(by.actor, 'payment_batch.pay', { objectId: batchId, merchantId: null, detail })
  const also = async (tx: Db) =>
    await writeAudit(tx, { ...entry, proposal: by.proposal, breakGlass: by.breakGlass }, deps.clock.now())
  try {
    const evidence = { rule: 'by_hand', score: 0, reasons: [] }
    if (await completeBatch(deps, row, { batchId, evidence, also })) return
  } catch (error) {
    if (!(error instanceof DecidedMeanwhile)) throw error
  }
  throw new Problem('not_in_this_state', {
    message: 'Nothing was changed: the line or a payout was decided meanwhile.',
  })
}

/** Why a line cannot pay a file now; undefined: it can. */
async function paymentFault(db: Db, batch: BatchRow, row: LineRow): Promise<string | undefined> {
  if (row.bank_account_id !== batch.bank_account_id) return 'The line is of another bank account.'
  if (row.sign !== 'D' || row.reversal) return 'The line is no debit.'
  const settled = settledText(row)
  if (settled !== undefined) return settled
  const [open] = await readOpenBatches(db, { bankAccountId: batch.bank_account_id, batchId: batch.id })
  if (!open) return 'No payout of this file is open with the bank.'
  if (open.open_minor === row.amount_minor) return undefined
  const text = (minor: bigint) => `${formatAmount(minor, batch.currency)} ${batch.currency}`
  return `The line is of ${text(row.amount_minor)}, and ${text(open.open_minor)} are open. Decide about the other payouts first.`
}

/** Saying that a debit pays a whole file. */
export const paymentPaidAction = bankAction({
  fields: z.object({ payment_batch_id: uuidField, bank_line_id: uuidField }),
  foresee: async ({ database: { engine } }, { payment_batch_id: batchId, bank_line_id: lineId }) => {
    const [batch, row] = [await requireBatch(engine, batchId), await requireLine(engine, lineId)]
    const blocked = await paymentFault(engine, batch, row)
    const total = `${formatAmount(row.amount_minor, batch.currency)} ${batch.currency}`
    return {
      environment: batch.environment,
      alone: batch.environment === 'test',
      ...(blocked === undefined ? {} : { blocked }),
      currency: batch.currency,
      changes: [
        { name: 'payment_file', before: null, after: `${batch.number} (${batch.message_id})` },
        { name: 'total', before: null, after: total },
      ],
    }
  },
  execute: async (deps, { payment_batch_id: batchId, bank_line_id: lineId }, by) =>
    await payBatchByLine(deps, { batchId, lineId }, by),
})
