import { auditOf, writeAudit } from '../../audit/write-audit.ts'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { isUuid, uuidV7 } from '../../platform/ids.ts'
import { failpoint } from '../../platform/process/failpoint.ts'
import type { Actor } from '../../values/actor.ts'
import { addDays } from '../../values/days.ts'
import { formatAmount } from '../../values/money.ts'
import { Problem } from '../../values/problem.ts'
import { writeCsv } from '../payment-files/write-csv.ts'
import { instructionKeyOf, messageIdOf } from '../rules/instruction-key.ts'
import { holidaysAheadDays, nextExecution } from '../rules/next-execution.ts'
import { readHolidays } from '../store/bank-holidays.ts'
import { keepTransactions } from '../store/line-candidates.ts'
import { findPayoutsLikeDebits } from '../store/payment-batch-items.ts'
import {
  insertBatch,
  type NamedPayoutRow,
  type PayableRow,
  type PayoutAccountRow,
  readNamedPayouts,
  readPayable,
  readPayoutAccount,
} from '../store/payment-batches.ts'
import { nameOfActor } from './actor-name.ts'
import { type BatchPayment, fileBatch, templateOf } from './batch-file.ts'
import { beneficiaryFault } from './check-beneficiary.ts'

/** Payouts of one file. */
export const itemsPerBatchMax = 2_000

export interface BatchWish {
  bankAccountId: string
  /** Only these payouts; undefined: all that wait. */
  transactionIds?: readonly string[] | undefined
  /** Somebody saw at the bank that payouts from before a restore are not paid: only then they may be named. */
  checkedAtBank?: boolean | undefined
}

/** A payout that does not go into the file, and why. */
export interface LeftOut {
  transactionId: string
  why: string
}

export interface MadeBatch {
  batchId: string
  number: number
  leftOut: readonly LeftOut[]
  /** More payouts wait than one file takes. */
  more: boolean
}

type MakeDeps = Pick<PlatformDeps, 'database' | 'clock'>

/**
 * Makes a draft of the payouts of an own bank account that wait and stand in no live file, oldest first. A payout whose
 * beneficiary or text the file cannot hold is left out. Nothing is ordered before a second operator approves the draft.
 * Throws `not_found`, and `not_in_this_state` where the account writes no files, no payout is left, a payout that was
 * named cannot go into the file, it stands in another one, or a lost file may order it: see `refuseDoubtful`.
 */
export async function makeBatch(deps: MakeDeps, wish: BatchWish, actor: string | Actor): Promise<MadeBatch> {
  try {
    const made = await inTransaction(deps.database.engine, async (tx) => {
      const written = await makeLocked(deps, tx, { wish, actor })
      failpoint('batch_made_before_commit')
      return written
    })
    failpoint('batch_made_after_commit')
    return made
  } catch (error) {
    throw isInOtherFile(error) ? new Problem('not_in_this_state', { message: inOtherFile }) : error
  }
}

const inOtherFile = 'One of these payouts stands in another payment file already: nothing was made.'

function isInOtherFile(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && (constraint?.startsWith('payment_batch_items_of_') ?? false)
}

async function makeLocked(
  { clock }: MakeDeps,
  tx: Db,
  { wish, actor }: { wish: BatchWish; actor: string | Actor },
): Promise<MadeBatch> {
  const account = await requirePayoutAccount(tx, wish.bankAccountId)
  const now = clock.now()
  const { rows, more } = await payoutsFor(tx, account, wish)
  const batchId = uuidV7(now)
  const { country, time_zone: timeZone, cutoff } = account
  const holidays = await readHolidays(tx, { country, from: day(now, -1), to: day(now, holidaysAheadDays) })
  const execution = nextExecution(now, { timeZone, cutoff, holidays })
  const draft = { ...{ id: batchId, executionDay: execution.day }, account }
  const { taken, leftOut } = choose(rows, draft, now)
  refuseNothing({ wish, taken, leftOut })
  const items = taken.map((row) => ({
    transactionId: row.id,
    instructionKey: instructionKeyOf(row.id),
    amountMinor: row.amount_minor,
  }))
  const number = await insertBatch(tx, {
    id: batchId,
    bankAccountId: account.id,
    settings: account.payout_settings as object,
    messageId: messageIdOf(batchId),
    executionDay: execution.day,
    cutoffAt: execution.cutoffAt,
    madeBy: nameOfActor(actor),
    items,
  })
  const total = items.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const detail = {
    bank_account_id: account.id,
    number,
    payouts: items.length,
    ...(wish.checkedAtBank ? { checked_at_bank: true } : {}),
    total: `${formatAmount(total, account.currency)} ${account.currency}`,
  }
  await writeAudit(tx, auditOf(actor, 'payment_batch.make', { objectId: batchId, merchantId: null, detail }), now)
  return { batchId, number, leftOut, more }
}

function day(now: Date, days: number): string {
  return addDays(now.toISOString().slice(0, 10), days)
}

/** Locked, so that its batches are numbered one by one. */
async function requirePayoutAccount(tx: Db, id: string): Promise<PayoutAccountRow> {
  const account = isUuid(id) ? await readPayoutAccount(tx, id, { lock: true }) : undefined
  if (!account) throw new Problem('not_found', { message: 'There is no such bank account.' })
  if (account.payout_format === null) {
    throw new Problem('not_in_this_state', {
      message: 'This bank account writes no payment files: give it a template first (pasarela batch template).',
    })
  }
  if (account.active) return account
  throw new Problem('not_in_this_state', { message: 'This bank account is not active.' })
}

async function payoutsFor(
  tx: Db,
  account: PayoutAccountRow,
  { transactionIds, checkedAtBank }: BatchWish,
): Promise<{ rows: readonly PayableRow[]; more: boolean }> {
  const { environment, connector_account_id: connectorAccountId, batches_from: from } = account
  if (transactionIds === undefined) {
    const rows = await readPayable(tx, { environment, connectorAccountId, from, limit: itemsPerBatchMax + 1 })
    const ids = rows.slice(0, itemsPerBatchMax).map(({ id }) => id)
    return { rows: await keepPayouts(tx, account, ids), more: rows.length > itemsPerBatchMax }
  }
  const ids = [...new Set(transactionIds)]
  if (ids.length > itemsPerBatchMax || !ids.every(isUuid)) {
    throw new Problem('not_in_this_state', { message: `A file takes up to ${itemsPerBatchMax} payouts, by their ids.` })
  }
  const rows = await keepPayouts(tx, account, ids)
  const missing = ids.filter((id) => !rows.some((row) => row.id === id))
  if (missing.length > 0) {
    throw new Problem('not_in_this_state', {
      message: `These are no payouts of this account that wait to be paid: ${missing.slice(0, shownMax).join(', ')}.`,
    })
  }
  await refuseDoubtful(tx, account, { rows, checkedAtBank: checkedAtBank === true })
  return { rows, more: false }
}

/** Those of the payouts that still wait once they are locked, in the order in which an update of them locks them. */
async function keepPayouts(
  tx: Db,
  { connector_account_id: connectorAccountId, batches_from: from }: PayoutAccountRow,
  ids: readonly string[],
): Promise<readonly NamedPayoutRow[]> {
  await keepTransactions(tx, ids)
  return await readNamedPayouts(tx, { connectorAccountId, ids, from })
}

/**
 * A payment file that a restored database does not know may order payouts of the time before. They are named only by
 * somebody who looked at the bank, and while no debit waits that may be their payment.
 */
async function refuseDoubtful(
  tx: Db,
  { id: bankAccountId }: PayoutAccountRow,
  { rows, checkedAtBank }: { rows: readonly NamedPayoutRow[]; checkedAtBank: boolean },
): Promise<void> {
  const doubtful = rows.filter((row) => row.is_doubtful)
  if (doubtful.length === 0) return
  const names = (ids: readonly string[]) => ids.slice(0, shownMax).join(', ')
  if (!checkedAtBank) {
    const listed = names(doubtful.map(({ id }) => id))
    throw new Problem('not_in_this_state', {
      message: `Older than the restored database, so a payment file that it does not know may order them: ${listed}. Look at the bank’s statement first, then say that they are not paid (checked_at_bank).`,
    })
  }
  const paid = await findPayoutsLikeDebits(tx, { bankAccountId, payouts: doubtful })
  if (paid.length === 0) return
  throw new Problem('not_in_this_state', {
    message: `Debit lines wait that may be the payment of: ${names(paid)}. Decide about the lines first.`,
  })
}

function choose(
  rows: readonly PayableRow[],
  { id, executionDay, account }: { id: string; executionDay: string; account: PayoutAccountRow },
  now: Date,
): { taken: readonly PayableRow[]; leftOut: readonly LeftOut[] } {
  const template = templateOf(account.payout_settings)
  const faults = new Map<string, string>()
  for (const row of rows) {
    const fault = row.currency === account.currency ? beneficiaryFault(row, now) : `is in ${row.currency}`
    if (fault !== undefined) faults.set(row.id, fault)
  }
  const payments = rows.map(
    (row, at): BatchPayment => ({
      ...{ position: at + 1, instruction_key: instructionKeyOf(row.id), reference: row.reference },
      ...{ amount_minor: row.amount_minor, details: row.details },
    }),
  )
  const head = {
    ...{ number: 1, message_id: messageIdOf(id), execution_day: executionDay, currency: account.currency },
    ...{ settings: account.payout_settings, total_minor: 0n },
  }
  const written = writeCsv(template, fileBatch(head, payments))
  for (const { position = 0, message } of written.kind === 'refused' ? written.faults : []) {
    const row = rows[position - 1]
    if (row && !faults.has(row.id)) faults.set(row.id, message)
  }
  return {
    taken: rows.filter((row) => !faults.has(row.id)),
    leftOut: [...faults].map(([transactionId, why]) => ({ transactionId, why })),
  }
}

const shownMax = 10

function refuseNothing({
  wish,
  taken,
  leftOut,
}: {
  wish: BatchWish
  taken: readonly PayableRow[]
  leftOut: readonly LeftOut[]
}): void {
  const isWanting = wish.transactionIds !== undefined && leftOut.length > 0
  if (taken.length > 0 && !isWanting) return
  const why = leftOut.slice(0, shownMax).map(({ transactionId, why: fault }) => `${transactionId}: ${fault}`)
  throw new Problem('not_in_this_state', {
    message:
      why.length === 0
        ? 'No payout of this account waits to be paid, or all of them stand in a file.'
        : `No file was made. ${why.join('. ')}.`,
  })
}
