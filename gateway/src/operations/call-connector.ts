import type { Caller } from '../accounts/caller.ts'
import type { ConnectorAccount, Order } from '../connectors/connector.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { Transaction } from '../domain/transaction.ts'
import { failpoint } from '../lib/failpoint.ts'
import { uuidV7 } from '../lib/ids.ts'
import type { PayinRequest, PayoutRequest } from '../payment-methods/read-request.ts'
import type { NewAttempt } from '../store/creations.ts'
import { type Created, newTransaction, type Routed, settleCreation } from './create-transaction.ts'
import type { Deps } from './deps.ts'

/** How long the merchant's request waits for the provider (contract section 3: a payout answers within 8 s). */
export const callTimeoutMs = 8_000

/** The lease outlives the call by this much: the outcome is written before anybody else may ask. */
export const leaseMarginMs = 7_000

export interface DirectCall {
  request: PayinRequest | PayoutRequest
  routed: Routed
  order: Order
  /** Changes what the call brought before it is applied. */
  read?(outcome: Outcome): Outcome
}

/** An attempt that this process calls with right after its commit: already leased to it. */
export function leasedAttempt(deps: Pick<Deps, 'clock' | 'processName'>, key: string): NewAttempt {
  failpoint('before_commit')
  return {
    id: uuidV7(deps.clock.now()),
    kind: 'submit',
    key,
    state: 'calling',
    leaseOwner: deps.processName,
    leaseMs: callTimeoutMs + leaseMarginMs,
  }
}

/**
 * The path of every pay-in that is sent inside the request: commit transaction and attempt, already leased to us; call;
 * commit the outcome under that lease. A crash in between ends in an inquiry by our key, never in a second call.
 */
export async function callConnector(deps: Deps, caller: Caller, call: DirectCall): Promise<Created> {
  const { order, routed, request } = call
  const attempt = leasedAttempt(deps, routed.connector.keyFor(order.transactionId, 1))
  const item = newTransaction(deps, { caller, request, order, routed, instructions: {}, attempt })
  const created = settleCreation(await deps.creations.write(item), item)
  if (created.replayed) return created
  const applied = await submitLeased(deps, call, { attempt, payToken: item.payToken })
  return { transaction: applied ?? created.transaction, replayed: false }
}

/** Calls under a committed lease and applies what came of it; the transaction as it stands then. */
export async function submitLeased(
  deps: Deps,
  call: Pick<DirectCall, 'order' | 'routed' | 'read'>,
  given: { attempt: NewAttempt; payToken: string | null },
): Promise<Transaction | undefined> {
  failpoint('after_commit_before_call')
  const outcome = await submit(deps, call, { key: given.attempt.key, payToken: given.payToken })
  failpoint('after_call_before_commit')
  const applied = await deps.outcomes.write({
    transactionId: call.order.transactionId,
    news: call.read ? call.read(outcome) : outcome,
    source: 'connector',
    lease: { attemptId: given.attempt.id, fence: 1 },
  })
  failpoint('after_outcome_commit')
  return applied.transaction
}

async function submit(
  deps: Deps,
  call: Pick<DirectCall, 'order' | 'routed'>,
  given: { key: string; payToken: string | null },
): Promise<Outcome> {
  const { routed } = call
  const name = routed.connector.manifest.name
  const returnUrl = given.payToken ? { returnUrl: `${deps.publicUrl}/pay/${given.payToken}/return` } : {}
  try {
    const outcome = await routed.connector.submit({ ...call.order, ...returnUrl }, given.key, {
      account: routed.account,
      timeoutMs: callTimeoutMs,
      notifyUrl: notifyUrl(deps, routed.account),
    })
    deps.metrics.connectorCalls.inc({ connector: name, call: 'submit', outcome: outcome.kind })
    return outcome
  } catch (error) {
    // A connector that throws is broken; whether money moved nobody knows.
    deps.log.error({ err: error, connector: name }, 'the connector threw')
    deps.metrics.connectorCalls.inc({ connector: name, call: 'submit', outcome: 'threw' })
    return { kind: 'unknown', why: 'unmapped' }
  }
}

/** Where a provider sends its news about orders of one connector account. The simulated bank is on this machine. */
export function notifyUrl(deps: Pick<Deps, 'publicUrl' | 'localUrl'>, account: ConnectorAccount): string {
  const base = account.environment === 'test' ? deps.localUrl : deps.publicUrl
  return `${base}/provider-notifications/${account.id}`
}
