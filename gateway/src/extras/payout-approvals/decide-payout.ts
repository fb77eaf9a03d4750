import { moneyText } from '../../core/audit/rules/audit-money.ts'
import type { AuditEntry } from '../../core/audit/write-audit.ts'
import type { CoreDeps } from '../../core/deps.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import { leasedAttempt, submitLeased } from '../../core/processing/call-connector.ts'
import { executeBeforeOf } from '../../core/processing/create-transaction.ts'
import { requireTransaction } from '../../core/processing/find-transaction.ts'
import { isOverRefunded, orderOf } from '../../core/processing/order-from-row.ts'
import type { NewAttempt } from '../../core/processing/rules/new-transaction.ts'
import type { StatusUpdate } from '../../core/processing/rules/state.ts'
import type { Transaction, TransactionRow } from '../../core/processing/rules/transaction.ts'
import type { ApplyResult } from '../../core/processing/status-update.ts'
import type { Caller } from '../../core/values/caller.ts'
import { Problem } from '../../core/values/problem.ts'
import { refuseCardNumber } from '../../core/values/refuse-faults.ts'
import { requireOpenDestination } from '../withdrawals/create-withdrawal.ts'
import { type Approver, approverOf, refuseOneselfAgain, standingOf } from './approver.ts'
import { say } from './messages/en.ts'
import { findExpiredApprovals, findUncoveredRefunds } from './store/payout-approvals.ts'

const approvalsPerRound = 100

/** Decision of a second key or person about a waiting payout. */
export interface PayoutDecision {
  transactionId: string
  /** Reason of a refusal, for the audit log and the history. */
  note?: string
  /** IP address of the approver. */
  origin: string
}

/**
 * Approves a payout and sends it. Throws `not_found`, `not_in_this_state`, `scope_missing` (own line of keys),
 * `second_person_required` (one person may be both maker and approver), `unknown_key` or `role_missing`. Throws
 * `unavailable`, and the payout still waits, where too many calls to the account are open.
 */
export async function approvePayout(deps: CoreDeps, caller: Caller, decision: PayoutDecision): Promise<Transaction> {
  const { row, approver } = await decidable(deps, caller, decision)
  const account = await deps.routes.account(row.connector_account_id)
  const connector = account && deps.connectors.get(account.connector)
  if (!account || !connector) {
    throw new Problem('unavailable', { message: say('approval.no_bank'), retryAfterSeconds: 5 })
  }
  if (await isOverRefunded(deps.database.engine, row)) {
    throw new Problem('not_in_this_state', { message: say('refund.nothing_left') })
  }
  await requireOpenDestination(deps.database.engine, row)
  return await deps.callSlots.within({ accountId: account.id, pointId: row.point_id }, async () => {
    const executeBefore = executeBeforeOf(connector, deps.clock.now())
    const attempt = leasedAttempt(deps, { key: connector.keyFor(row.id, 1), executeBefore })
    const update = { kind: 'approve', ...(connector.manifest.paidByOperator && { by: 'operator' as const }) } as const
    const approved = await decide(deps, { row, approver, decision, update, attempt })
    const routed = { account, connector }
    const order = await orderOf(deps.database.engine, row, executeBefore)
    const applied = await submitLeased(deps, { order, routed }, { attempt, payToken: null })
    return applied ?? approved
  })
}

/** Refuses a payout: ERROR with reason `rejected_by_approver`; its funds are released. */
export async function rejectPayout(deps: CoreDeps, caller: Caller, decision: PayoutDecision): Promise<Transaction> {
  const { row, approver } = await decidable(deps, caller, decision)
  return await decide(deps, { row, approver, decision, update: { kind: 'refuse' } })
}

/**
 * Ends payouts without approval after 72 hours. Decisions are refused from that instant, also before this job runs.
 * Returns how many it handled.
 */
export async function expireApprovals(deps: CoreDeps): Promise<number> {
  const ids = await findExpiredApprovals(deps.database.engine, approvalsPerRound)
  await Promise.all(
    ids.map(async (transactionId) => {
      await deps.applyOutcome({ transactionId, update: { kind: 'approval_expired' }, source: 'expiry' })
    }),
  )
  return ids.length
}

/**
 * Ends refunds that wait for approval and whose pay-in was taken back meanwhile, so that their reservation goes back to the
 * merchant. Returns how many it handled.
 */
export async function endUncoveredRefunds(deps: CoreDeps): Promise<number> {
  const ids = await findUncoveredRefunds(deps.database.engine, approvalsPerRound)
  await Promise.all(
    ids.map(async (transactionId) => {
      const detail = 'the payment was taken back before a second person agreed'
      await deps.applyOutcome({
        ...{ transactionId, source: 'expiry', detail },
        update: { kind: 'rejected', reason: 'cancelled' },
      })
    }),
  )
  return ids.length
}

/** Reads without caches: a key that was just revoked, or a person who just lost the role, cannot approve. */
async function decidable(
  deps: CoreDeps,
  caller: Caller,
  decision: PayoutDecision,
): Promise<{ row: TransactionRow; approver: Approver }> {
  refuseCardNumber(decision.note, 'note')
  const { pointId } = caller.point
  const row = await requireTransaction(deps.database.engine, pointId, decision.transactionId)
  const approver = await approverOf(deps, caller, decision.origin)
  if (row.created_by_key !== null) {
    await refuseOneselfAgain(deps, caller.point.environment, {
      creator: await standingOf(deps, pointId, row.created_by_key),
      approver: await standingOf(deps, pointId, caller.keyId),
    })
  }
  if (row.status !== 'PENDING' || row.reason !== 'awaiting_approval') throw notWaiting(row.status, row.reason)
  return { row, approver }
}

interface Deciding {
  row: TransactionRow
  approver: Approver
  decision: PayoutDecision
  update: Extract<StatusUpdate, { kind: 'approve' | 'refuse' }>
  attempt?: NewAttempt
}

async function decide(deps: CoreDeps, { row, approver, decision, update, attempt }: Deciding): Promise<Transaction> {
  const audit: AuditEntry = {
    // The id detects a repetition of the group after a lost COMMIT answer.
    id: uuidV7(deps.clock.now()),
    actor: approver.actor,
    action: `payout.${update.kind}`,
    pointId: row.point_id,
    objectId: row.id,
    detail: { ...approver.detail, note: decision.note ?? null, amount: moneyText(row.amount_minor, row.currency) },
  }
  const applied = await deps.applyOutcome({
    transactionId: row.id,
    update,
    source: 'approver',
    audit,
    detail: decision.note === undefined ? approver.words : `${approver.words}: ${decision.note}`,
    ...(attempt ? { attempt } : {}),
  })
  return changed(applied)
}

/** Of two concurrent decisions the second gets `not_in_this_state`. */
function changed(applied: ApplyResult): Transaction {
  const { transaction } = applied
  if (!transaction) throw new Problem('not_found', { message: say('transaction.unknown') })
  if (applied.kind === 'moved' || applied.kind === 'noted' || applied.kind === 'repeated') return transaction
  throw notWaiting(transaction.status, transaction.reason)
}

function notWaiting(status: string, reason: string): Problem {
  if (reason === 'awaiting_approval') {
    return new Problem('not_in_this_state', {
      message: say('approval.too_late'),
    })
  }
  return new Problem('not_in_this_state', {
    message: say('approval.not_waiting', { status, reason }),
  })
}
