import { failpoint } from '../platform/process/failpoint.ts'
import { present } from '../values/assert.ts'
import { callTimeoutMs, endingLeaseMs, notifyUrl } from './call-connector.ts'
import type { ProcessingDeps } from './deps.ts'
import { type AskedProvider, concludeNotFound } from './inquiries/conclude-not-found.ts'
import type { StatusUpdate } from './rules/state.ts'
import type { Transaction } from './rules/transaction.ts'
import { claimOverduePayins, type OverduePayin } from './store/attempts.ts'

/** Pay-ins per round, so that a burst of expiries is processed in small steps. */
const payinsPerRound = 100

/**
 * Ends overdue pay-ins. The clock alone decides only where no provider knows the order. Otherwise the provider is
 * asked to cancel first, and a payment that arrived meanwhile wins. Returns how many it handled.
 */
export async function expireOverdue(deps: ProcessingDeps): Promise<number> {
  const overdue = await claimOverduePayins(deps.database.engine, {
    owner: deps.processName,
    leaseMs: endingLeaseMs,
    limit: payinsPerRound,
  })
  await Promise.all(overdue.map(async (payin) => await endUnpaid(deps, payin, { kind: 'expire' })))
  return overdue.length
}

/** Cancels at the provider, then applies `ending`, or what the provider reports instead. */
export async function endUnpaid(
  deps: ProcessingDeps,
  payin: OverduePayin,
  ending: { kind: 'expire' | 'cancel' },
): Promise<Transaction | undefined> {
  failpoint('expiry_after_claim_before_call')
  const update = await cancelAtProvider(deps, payin, ending)
  failpoint('expiry_after_call_before_commit')
  const apply = async (reported: StatusUpdate) =>
    await deps.applyOutcome({
      transactionId: payin.id,
      update: reported,
      source: ending.kind === 'expire' ? 'expiry' : 'api',
      ...(payin.attempt_id && payin.fence !== null
        ? { lease: { attemptId: payin.attempt_id, fence: payin.fence } }
        : {}),
    })
  const { transaction } = await apply(update)
  // A partial payment or a reversal is applied now; the pay-in itself still ends.
  const partlyPaid = (update.kind === 'completed' || update.kind === 'reversed') && transaction?.status === 'PENDING'
  return partlyPaid && ending.kind === 'expire' ? (await apply(ending)).transaction : transaction
}

async function cancelAtProvider(
  deps: ProcessingDeps,
  payin: OverduePayin,
  ending: { kind: 'expire' | 'cancel' },
): Promise<StatusUpdate> {
  if (!payin.attempt_key || payin.surely_unsent) return ending
  const account = await deps.routes.account(payin.connector_account_id)
  const connector = account && deps.connectors.get(account.connector)
  if (!account || !connector) return { kind: 'unknown', why: 'unmapped' }
  const context = { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account) }
  const cancelled = (await connector.cancel?.(payin.attempt_key, context)) ?? 'unknown'
  if (cancelled === 'cancelled') return ending
  deps.inquiryBudget.spend(account.id, 1)
  const answer = await connector.inquire(payin.attempt_key, context)
  if (answer.kind === 'not_sent') return { kind: 'unknown', why: 'timeout' }
  if (answer.kind === 'not_found') return await endMissing(payin, ending, { connector, context })
  return answer
}

/**
 * Ends a pay-in that its provider does not know, if nobody can pay it any more. Otherwise it stays due for an
 * inquiry.
 */
async function endMissing(
  payin: OverduePayin,
  ending: { kind: 'expire' | 'cancel' },
  asked: AskedProvider,
): Promise<StatusUpdate> {
  const update = await concludeNotFound(
    {
      pay_type: 'payin',
      attempt_key: present(payin.attempt_key, 'the key of an attempt'),
      since_sent_ms: payin.since_sent_ms ?? 0,
      past_deadline_ms: payin.past_deadline_ms,
    },
    asked,
  )
  return update.kind === 'not_found' && update.conclusive ? ending : update
}
