import { detailOf, requireSecondOperator, type SetBy } from '../../audit/dual-approval.ts'
import { auditOf } from '../../audit/write-audit.ts'
import { hasOnlyTestMoney } from '../../merchants/has-only-test-money.ts'
import type { Db } from '../../platform/database/database.ts'
import { type ApplyDeps, applyOutcomes } from '../../processing/apply-outcome.ts'
import { Problem } from '../../values/problem.ts'
import { refuseCardNumber } from '../../values/refuse-faults.ts'
import { type BatchItemRow, findLinesLikePayment, readItems, rejectItem } from '../store/payment-batch-items.ts'
import { type BatchRow, lockBatch } from '../store/payment-batches.ts'
import { nameOfActor } from './actor-name.ts'
import { requireBatch } from './order-batch.ts'

export interface Rejection {
  batchId: string
  transactionId: string
  /** The bank's own code. */
  code: string | undefined
}

/**
 * Two operators know from the bank that it does not make a payment of a file that it has: the payout ends as ERROR and
 * its funds are released. Throws `not_found`, `second_person_required`, and `not_in_this_state` where the file was never
 * handed over (then it can be cancelled), the payout is decided, or a debit line waits that may be its payment.
 */
export async function rejectBatchItem(
  deps: ApplyDeps,
  { batchId, transactionId, code }: Rejection,
  by: SetBy,
): Promise<void> {
  const { engine } = deps.database
  const batch = await requireBatch(engine, batchId)
  requireSecondOperator((await hasOnlyTestMoney(deps)) ? 'test' : batch.environment, by)
  refuseCardNumber(code, 'code')
  const fault = await rejectionFault(engine, batch, transactionId)
  if (fault !== undefined) throw new Problem('not_in_this_state', { message: fault })
  const text = (by.evidence ?? '').trim() || nameOfActor(by.actor)
  const detail = detailOf(by, { payment_batch_id: batchId, transaction_id: transactionId, code })
  const entry = auditOf(by.actor, 'payment_batch.reject_item', { objectId: transactionId, merchantId: null, detail })
  const [applied] = await applyOutcomes(deps, [
    {
      ...{ transactionId, source: 'operator', manual: true, detail: text.slice(0, 500) },
      update: { kind: 'rejected', reason: 'not_executed' },
      audit: { ...entry, proposal: by.proposal, breakGlass: by.breakGlass },
      freed: { free: async (tx) => await free(tx, { batchId, transactionId, code, text }) },
    },
  ])
  if (applied?.kind === 'moved') return
  throw new Problem('not_in_this_state', {
    message: `Nothing was changed: the payout is ${applied?.transaction?.status ?? 'gone'}.`,
  })
}

/** Why a payment cannot be rejected now; undefined: it can. */
export async function rejectionFault(db: Db, batch: BatchRow, transactionId: string): Promise<string | undefined> {
  const items = await readItems(db, batch.id)
  const item = items.find((each) => each.transaction_id === transactionId)
  if (!item) return 'This payout does not stand in this payment file.'
  if (batch.state !== 'handed_over' || batch.handed_over_at === null)
    return 'The bank does not have this file: cancel the file instead.'
  if (!isOpen(item)) return `This payout is decided: ${item.status}.`
  const lines = await linesLike(db, batch, { item, items })
  if (lines.length === 0) return undefined
  return `A debit line waits that may be this payment: decide about it first (${lines.join(', ')}).`
}

function isOpen({ state, status }: BatchItemRow): boolean {
  return state === 'live' && status === 'PENDING'
}

/** Debits that may pay the item alone, or all of the file that is open. */
async function linesLike(
  db: Db,
  { bank_account_id: bankAccountId, handed_over_at: from }: BatchRow,
  { item, items }: { item: BatchItemRow; items: readonly BatchItemRow[] },
): Promise<readonly string[]> {
  if (from === null) return []
  const open = items
    .filter((each) => each === item || isOpen(each))
    .reduce((sum, { amount_minor: minor }) => sum + minor, 0n)
  const amounts = [item.amount_minor, open]
  return await findLinesLikePayment(db, { bankAccountId, transactionId: item.transaction_id, amounts, from })
}

/** In the commit that ends the payout. The payout is locked. */
async function free(tx: Db, { batchId, transactionId, code, text }: Rejection & { text: string }): Promise<void> {
  const state = await lockBatch(tx, batchId)
  const batch = await requireBatch(tx, batchId)
  const items = await readItems(tx, batchId)
  const item = items.find((each) => each.transaction_id === transactionId)
  const hasLine = item === undefined || (await linesLike(tx, batch, { item, items })).length > 0
  const rejected = { batchId, transactionId, code: code ?? null, text: text.slice(0, 1_000) }
  if (state === 'handed_over' && !hasLine && (await rejectItem(tx, rejected))) return
  throw new Problem('not_in_this_state', { message: 'Nothing was changed: this payment was decided meanwhile.' })
}
