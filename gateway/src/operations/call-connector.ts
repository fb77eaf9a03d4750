import type { ConnectorAccount, Order } from '../connectors/connector.ts'
import type { Outcome } from '../domain/outcome.ts'
import { uuidV7 } from '../lib/ids.ts'
import type { PayinRequest, PayoutRequest } from '../payment-methods/read-request.ts'
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

/**
 * The path of every order that is sent inside the request: commit transaction and attempt, already leased to us; call;
 * commit the outcome under that lease. A crash in between ends in an inquiry by our key, never in a second call.
 */
export async function callConnector(deps: Deps, call: DirectCall): Promise<Created> {
  const { order, routed } = call
  const attemptId = uuidV7(deps.clock.now())
  const key = routed.connector.keyFor(order.transactionId, 1)
  const item = newTransaction(deps, {
    request: call.request,
    order,
    routed,
    instructions: {},
    attempt: {
      id: attemptId,
      kind: 'submit',
      key,
      state: 'calling',
      leaseOwner: deps.processName,
      leaseMs: callTimeoutMs + leaseMarginMs,
    },
  })
  const created = settleCreation(await deps.creations.write(item), item)
  if (created.replayed) return created
  const outcome = await submit(deps, call, { key, payToken: item.payToken })
  const applied = await deps.outcomes.write({
    transactionId: order.transactionId,
    news: call.read ? call.read(outcome) : outcome,
    source: 'connector',
    lease: { attemptId, fence: 1 },
  })
  return { transaction: applied.transaction ?? created.transaction, replayed: false }
}

async function submit(deps: Deps, call: DirectCall, given: { key: string; payToken: string | null }): Promise<Outcome> {
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
