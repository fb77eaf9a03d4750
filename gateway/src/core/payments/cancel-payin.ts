import type { CoreDeps } from '../deps.ts'
import { endingLeaseMs } from '../processing/call-connector.ts'
import { endUnpaid } from '../processing/expire-overdue.ts'
import { requireTransaction } from '../processing/find-transaction.ts'
import type { Transaction, TransactionRow } from '../processing/rules/transaction.ts'
import { claimOverduePayins, type OverduePayin } from '../processing/store/attempts.ts'
import { type Message, say } from '../texts/messages/say.ts'
import type { Caller } from '../values/caller.ts'
import { Problem } from '../values/problem.ts'

/** Cancels an unpaid pay-in for its merchant: EXPIRED with reason `cancelled`. */
export async function cancelPayin(deps: CoreDeps, caller: Caller, transactionId: string): Promise<Transaction> {
  const row = await requireTransaction(deps.database.engine, caller.point.pointId, transactionId)
  if (
    row.pay_type !== 'payin' ||
    row.status !== 'PENDING' ||
    row.card_bin !== null ||
    (row.credited_minor ?? 0n) > 0n
  ) {
    const why = whyNot(row)
    throw new Problem('not_in_this_state', { message: say('cancel.refused', { why }) })
  }
  const claimed = await claimPatiently(deps, transactionId)
  if (!claimed) {
    throw new Problem('not_in_this_state', {
      message: say('cancel.bank_busy'),
    })
  }
  const after = await endUnpaid(deps, claimed, { kind: 'cancel' })
  if (after?.status === 'EXPIRED' && after.reason === 'cancelled') return after
  throw new Problem('not_in_this_state', {
    message: say('cancel.bank_refused', { status: after?.status ?? 'unchanged' }),
  })
}

/**
 * Registration of a new pay-in with the provider takes some milliseconds, so the claim is repeated. Other provider
 * calls take longer: then the merchant gets a problem.
 */
const claimAttemptsMax = 10
const claimPauseMs = 150

async function claimPatiently(deps: CoreDeps, transactionId: string): Promise<OverduePayin | undefined> {
  for (let tries = 1; ; tries++) {
    const [claimed] = await claimOverduePayins(deps.database.engine, {
      owner: deps.processName,
      leaseMs: endingLeaseMs,
      limit: 1,
      transactionId,
    })
    if (claimed || tries >= claimAttemptsMax) return claimed
    await new Promise((resolve) => setTimeout(resolve, claimPauseMs))
  }
}

function whyNot(row: TransactionRow): Message {
  if (row.pay_type === 'payout') return say('cancel.is_payout')
  if (row.status !== 'PENDING') return say('cancel.it_is', { status: row.status })
  return row.card_bin ? say('cancel.is_card') : say('cancel.money_arrived')
}
