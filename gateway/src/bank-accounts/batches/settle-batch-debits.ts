import type { Db } from '../../platform/database/database.ts'
import { isDatabaseAway } from '../../platform/database/database-away.ts'
import { failpoint } from '../../platform/process/failpoint.ts'
import { applyOutcomes } from '../../processing/apply-outcome.ts'
import type { ApplyItem } from '../../processing/status-update.ts'
import { soundLines } from '../decide-lines.ts'
import { lineToMatch } from '../find-candidates.ts'
import { bookedLine } from '../line-booking.ts'
import { type BatchCandidate, matchBatch } from '../rules/match-batches.ts'
import type { SettleDeps } from '../settle-lines.ts'
import { claimLineForBatch, countAlike, type OpenBatchRow, readOpenBatches } from '../store/batch-debits.ts'
import { replaceCandidates } from '../store/line-candidates.ts'
import type { LineRow } from '../store/line-states.ts'
import { type BatchItemRow, readItems } from '../store/payment-batch-items.ts'
import { lockBatch } from '../store/payment-batches.ts'

/** A person or another line has decided about the line or a payout of the file meanwhile. */
export class DecidedMeanwhile extends Error {}

/**
 * Debits that pay a whole payment file: all of its open payouts complete in one commit, or none. Only where the account
 * matches by itself and the statement is sound. Returns the lines that it settled.
 */
export async function settleBatchDebits(deps: SettleDeps, rows: readonly LineRow[]): Promise<ReadonlySet<string>> {
  const { engine } = deps.database
  const debits = rows.filter((row) => row.sign === 'D' && row.automatic && !row.is_before && row.amount_minor > 0n)
  const [first] = debits
  if (!first) return new Set()
  // Lines of a round are of one account.
  let batches = await readOpenBatches(engine, { bankAccountId: first.bank_account_id })
  if (batches.length === 0) return new Set()
  const sound = await soundLines(
    engine,
    debits.map(({ id }) => id),
  )
  const settled = new Set<string>()
  for (const row of debits.filter(({ id }) => sound.has(id))) {
    const matched = await matchRow(engine, row, batches)
    if (!matched || matched.score < row.auto_from) continue
    const { batchId, rule, score, reasons } = matched
    if (!(await settleOrLeave(deps, row, { batchId, evidence: { rule, score, reasons } }))) continue
    settled.add(row.id)
    batches = batches.filter(({ id }) => id !== batchId)
  }
  return settled
}

async function matchRow(db: Db, row: LineRow, batches: readonly OpenBatchRow[]) {
  const candidates = batches.map(candidateOf)
  const line = lineToMatch(row)
  // The count is read only where the sum alone would decide.
  if (!matchBatch(line, candidates, { elsewhere: 0 })) return undefined
  const wanted = { bankAccountId: row.bank_account_id, lineId: row.id, amountMinor: row.amount_minor }
  return matchBatch(line, candidates, { elsewhere: await countAlike(db, wanted) })
}

function candidateOf(row: OpenBatchRow): BatchCandidate {
  return {
    batchId: row.id,
    messageId: row.message_id,
    openCount: row.open_count,
    openMinor: row.open_minor,
    handedOverDay: row.handed_over_day,
    executionDay: row.execution_day,
  }
}

interface PaidBatch {
  batchId: string
  evidence: object
  /** Written in the same commit, once. */
  also?: (tx: Db) => Promise<void>
}

async function settleOrLeave(deps: SettleDeps, row: LineRow, paid: PaidBatch): Promise<boolean> {
  try {
    return await completeBatch(deps, row, paid)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (!(error instanceof DecidedMeanwhile)) {
      deps.log.error(
        { err: error, line: row.id, batch: paid.batchId },
        'a debit of a payment file could not be applied',
      )
    }
    return false
  }
}

/**
 * Completes every open payout of a file by one debit of exactly their sum. Throws DecidedMeanwhile where that is no
 * longer so; then nothing changed.
 */
export async function completeBatch(deps: SettleDeps, row: LineRow, paid: PaidBatch): Promise<boolean> {
  const open = (await readItems(deps.database.engine, paid.batchId)).filter(isOpen)
  if (open.length === 0) return false
  const claim = claimOnce(deps, row, { ...paid, open })
  const results = await applyOutcomes(
    deps,
    open.map(
      (item): ApplyItem => ({
        transactionId: item.transaction_id,
        source: 'statement',
        detail: `bank statement of ${row.booking_day}`,
        update: { kind: 'completed' },
        line: { ...bookedLine(row), amountMinor: item.amount_minor, claim },
      }),
    ),
  )
  failpoint('batch_debit_applied_after_commit')
  return results.every(({ kind }) => kind === 'moved')
}

function isOpen({ state, status }: BatchItemRow): boolean {
  return state === 'live' && status === 'PENDING'
}

/** The first payout of the commit claims the line for all. Their rows are locked. */
function claimOnce(deps: SettleDeps, row: LineRow, paid: PaidBatch & { open: readonly BatchItemRow[] }) {
  let isClaimed = false
  return async (tx: Db) => {
    if (isClaimed) return
    isClaimed = true
    const { batchId, evidence, open } = paid
    const state = await lockBatch(tx, batchId)
    const now = (await readItems(tx, batchId)).filter(isOpen)
    const sum = now.reduce((total, { amount_minor: minor }) => total + minor, 0n)
    const isSame = now.length === open.length && sum === row.amount_minor
    const line = { lineId: row.id, from: row.state, batchId, evidence, now: deps.clock.now() }
    if (state !== 'handed_over' || !isSame || !(await claimLineForBatch(tx, line))) {
      throw new DecidedMeanwhile(`the payment file ${batchId} or the bank line ${row.id} has changed meanwhile`)
    }
    await replaceCandidates(tx, [row.id], [])
    await paid.also?.(tx)
    failpoint('batch_debit_claimed_before_commit')
  }
}
