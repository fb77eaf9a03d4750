import { createHash } from 'node:crypto'
import { detailOf, requireSecondOperator, type SetBy } from '../../audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../audit/write-audit.ts'
import { hasOnlyTestMoney } from '../../merchants/has-only-test-money.ts'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import { failpoint } from '../../platform/process/failpoint.ts'
import { type LockedTransaction, lockTransactions } from '../../processing/store/outcomes.ts'
import type { Actor } from '../../values/actor.ts'
import { assert } from '../../values/assert.ts'
import { dayOf } from '../../values/days.ts'
import { formatAmount } from '../../values/money.ts'
import { Problem } from '../../values/problem.ts'
import { type BatchStep, batchAfter } from '../rules/batch-state.ts'
import {
  type BatchItemRow,
  insertFile,
  readFile,
  readItems,
  removeItems,
  saveOrdered,
} from '../store/payment-batch-items.ts'
import { type BatchRow, findBatch, lockBatch, saveBatchApproval, saveBatchStep } from '../store/payment-batches.ts'
import { nameOfActor } from './actor-name.ts'
import { makeFile } from './batch-file.ts'

type StepDeps = Pick<PlatformDeps, 'database' | 'clock'>

/** Throws `not_found`. */
export async function requireBatch(db: Db, id: string): Promise<BatchRow> {
  const batch = isUuid(id) ? await findBatch(db, id) : undefined
  if (batch) return batch
  throw new Problem('not_found', { message: 'There is no such payment file.' })
}

/**
 * A second operator approves a draft: its file is written, read again and stored in the same commit, and from then on
 * only the bank's evidence ends its payouts. Throws `not_found`, `second_person_required`, and `not_in_this_state` where
 * it is no draft, a payout is not to be paid any more, its day has passed, or the file cannot be written.
 */
export async function approveBatch(deps: StepDeps, id: string, by: SetBy): Promise<void> {
  const onlyTest = await hasOnlyTestMoney(deps)
  await inTransaction(deps.database.engine, async (tx) => {
    const { batch, items, payouts } = await lockForStep(tx, id, 'approve')
    const environment = onlyTest ? 'test' : batch.environment
    requireSecondOperator(environment, by)
    const approver = by.second ?? nameOfActor(by.actor)
    const alone = environment === 'test' || by.breakGlass !== undefined
    if (!alone && approver === batch.made_by) throw madeByApprover()
    refuseLate(batch, deps.clock.now())
    refuseDecided(items, payouts, (row) => row.ordered_at === null && row.amount_minor === amountOf(items, row.id))
    const file = makeFile(batch, items)
    await insertFile(tx, { batchId: id, ...file })
    await saveOrdered(tx, idsOf(items), true)
    await saveBatchApproval(tx, id, { by: approver, alone })
    const facts = { ...factsOf(batch), sha256: file.sha256.toString('hex') }
    const entry = auditOf(by.actor, 'payment_batch.approve', {
      objectId: id,
      merchantId: null,
      detail: detailOf(by, facts),
    })
    await writeAudit(tx, { ...entry, proposal: by.proposal, breakGlass: by.breakGlass }, deps.clock.now())
    failpoint('batch_approved_before_commit')
  })
  failpoint('batch_approved_after_commit')
}

function madeByApprover(): Problem {
  return new Problem('second_person_required', { message: 'Who made this payment file cannot approve it.' })
}

/** Why a draft could not be approved now; undefined: it could. */
export async function approvalFault(db: Db, batch: BatchRow, now: Date): Promise<string | undefined> {
  try {
    if (batch.state !== 'draft') throw wrongState(batch.state)
    refuseLate(batch, now)
    const items = await readItems(db, batch.id)
    refuseUnpayable(items.filter(({ status, reason }) => status !== 'PENDING' || reason === 'awaiting_approval'))
    makeFile(batch, items)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}

export interface HandedFile {
  name: string
  content: Buffer
  sha256: string
}

/**
 * The bytes of an approved file. The first call commits that it is handed over before any byte leaves. Every call gives
 * the same bytes and is audited. Throws `not_found`, and `not_in_this_state` where it is not approved, or, before it was
 * handed over, a payout of it was decided otherwise or its day has passed.
 */
export async function handOverBatch(deps: StepDeps, id: string, actor: string | Actor): Promise<HandedFile> {
  const { engine } = deps.database
  const before = await requireBatch(engine, id)
  const file = await inTransaction(engine, async (tx) => {
    if (before.state !== 'handed_over') await handOver(deps, tx, { id, actor })
    const stored = await readFile(tx, id)
    if (!stored?.content) throw new Problem('not_in_this_state', { message: 'There are no bytes of this file.' })
    const { name, content, sha256 } = stored
    assert(createHash('sha256').update(content).digest().equals(sha256), 'the stored bytes have their hash')
    const detail = { ...factsOf(before), sha256: sha256.toString('hex') }
    const entry = auditOf(actor, 'payment_batch.download', { objectId: id, merchantId: null, detail })
    await writeAudit(tx, entry, deps.clock.now())
    failpoint('batch_handed_over_before_commit')
    return { name, content, sha256: sha256.toString('hex') }
  })
  failpoint('batch_handed_over_after_commit')
  return file
}

async function handOver(deps: StepDeps, tx: Db, { id, actor }: { id: string; actor: string | Actor }): Promise<void> {
  const items = await readItems(tx, id)
  const payouts = await lockTransactions(tx, idsOf(items))
  const state = await lockBatch(tx, id)
  // Two people at once: the second gets the bytes of the first.
  if (state === 'handed_over') return
  if (state === undefined || batchAfter(state, 'hand_over') === undefined) throw wrongState(state)
  const batch = await requireBatch(tx, id)
  refuseLate(batch, deps.clock.now())
  refuseDecided(items, payouts, (row) => row.ordered_at !== null)
  await saveBatchStep(tx, id, { state: 'handed_over', by: nameOfActor(actor) })
}

/**
 * Cancels a file whose bytes never left: its payouts are free for another one. Any operator may cancel a draft. An
 * approved file needs a second one, because whoever pays it at the bank otherwise could cancel it and pay it again.
 * Throws `not_found`, `second_person_required`, and `not_in_this_state` once it is handed over.
 */
export async function cancelBatch(deps: StepDeps, id: string, by: SetBy): Promise<void> {
  const onlyTest = await hasOnlyTestMoney(deps)
  await inTransaction(deps.database.engine, async (tx) => {
    const { batch, items } = await lockForStep(tx, id, 'cancel')
    if (batch.state === 'approved') {
      requireSecondOperator(onlyTest ? 'test' : batch.environment, by)
      await saveOrdered(tx, idsOf(items), false)
    }
    await removeItems(tx, id)
    await saveBatchStep(tx, id, { state: 'cancelled', by: by.second ?? nameOfActor(by.actor) })
    const detail = detailOf(by, factsOf(batch))
    const entry = auditOf(by.actor, 'payment_batch.cancel', { objectId: id, merchantId: null, detail })
    await writeAudit(tx, { ...entry, proposal: by.proposal, breakGlass: by.breakGlass }, deps.clock.now())
    failpoint('batch_cancelled_before_commit')
  })
  failpoint('batch_cancelled_after_commit')
}

interface Locked {
  batch: BatchRow
  items: readonly BatchItemRow[]
  payouts: readonly LockedTransaction[]
}

/** Why an approved file cannot be cancelled now; undefined: it can. */
export function cancellationFault(batch: BatchRow): string | undefined {
  return batchAfter(batch.state, 'cancel') === undefined ? wrongState(batch.state).message : undefined
}

/** Transactions before the batch, as everywhere: an update of a payout locks it first and its batch afterwards. */
async function lockForStep(tx: Db, id: string, step: BatchStep): Promise<Locked> {
  await requireBatch(tx, id)
  const items = await readItems(tx, id)
  const payouts = await lockTransactions(tx, idsOf(items))
  const state = await lockBatch(tx, id)
  if (state === undefined || batchAfter(state, step) === undefined) throw wrongState(state)
  return { batch: await requireBatch(tx, id), items, payouts }
}

function idsOf(items: readonly BatchItemRow[]): string[] {
  return items.map(({ transaction_id: id }) => id).sort()
}

function amountOf(items: readonly BatchItemRow[], transactionId: string): bigint | undefined {
  return items.find((item) => item.transaction_id === transactionId)?.amount_minor
}

function wrongState(state: string | undefined): Problem {
  const what = state === undefined ? 'gone' : state.replace('_', ' ')
  return new Problem('not_in_this_state', { message: `Nothing was changed: this payment file is ${what}.` })
}

/** The bank does not execute on a day that has passed. */
function refuseLate(batch: BatchRow, now: Date): void {
  if (batch.execution_day >= dayOf(now, batch.time_zone)) return
  throw new Problem('not_in_this_state', {
    message: `The day of this file, ${batch.execution_day}, has passed: cancel it, and make it again.`,
  })
}

function refuseDecided(
  items: readonly BatchItemRow[],
  payouts: readonly LockedTransaction[],
  isAsExpected: (row: LockedTransaction) => boolean,
): void {
  const payable = new Set(
    payouts
      .filter(({ status, reason }) => status === 'PENDING' && reason !== 'awaiting_approval')
      .filter(isAsExpected)
      .map(({ id }) => id),
  )
  refuseUnpayable(items.filter(({ transaction_id: id }) => !payable.has(id)))
}

const shownMax = 10

function refuseUnpayable(items: readonly BatchItemRow[]): void {
  if (items.length === 0) return
  const ids = items.slice(0, shownMax).map(({ transaction_id: id }) => id)
  throw new Problem('not_in_this_state', {
    message: `Not to be paid any more: ${ids.join(', ')}${items.length > shownMax ? ' and more' : ''}. Cancel this file, and make it again.`,
  })
}

function factsOf(batch: BatchRow): Record<string, unknown> {
  const { bank_account_id: account, number, item_count: payouts, total_minor: total, currency } = batch
  return { bank_account_id: account, number, payouts, total: `${formatAmount(total, currency)} ${currency}` }
}
