import type { CallContext, Connector, ConnectorAccount, Order } from '../connectors/connector.ts'
import { stopwatch } from '../platform/clock/clock.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { uuidV7 } from '../platform/ids.ts'
import { failpoint } from '../platform/process/failpoint.ts'
import type { Caller } from '../values/caller.ts'
import type { NotFound, Outcome } from '../values/outcome.ts'
import type { TransactionType } from '../values/status.ts'
import type { Created, Routed, Written } from './create-transaction.ts'
import type { ProcessingDeps } from './deps.ts'
import type { NewAttempt, NewTransaction } from './rules/new-transaction.ts'
import type { Transaction } from './rules/transaction.ts'
import { readRefundedPayin } from './store/refunds.ts'

/** How long the merchant's request waits for the provider (contract section 3: a payout answers within 8 s). */
export const callTimeoutMs = 8_000

/** The lease outlives the call by this time, so that the outcome is written before another process may inquire. */
export const leaseMarginMs = 7_000

/** Expiry and cancellation make two calls: cancel, then inquire whether the order was paid. */
export const endingLeaseMs = 2 * callTimeoutMs + leaseMarginMs

/**
 * A call starts within this time after the lease was requested, or not at all. Call and write then end before the
 * lease does. If the process was paused longer, another process may already have decided.
 */
export const callStartsWithinMs = leaseMarginMs / 2

/** Outcome of a call that would start too late: nothing was sent. */
export const tooLateToCall = { kind: 'not_sent', why: 'unavailable' } as const satisfies Outcome

export interface DirectCall {
  routed: Routed
  order: Order
  /** The transaction to write, with the attempt of this call. */
  item(attempt: NewAttempt): NewTransaction
  /** Changes the outcome of the call before it is applied. */
  read?(outcome: Outcome): Outcome
}

export interface HeldAttempt extends NewAttempt {
  /** Milliseconds since the lease was requested, which is before it was granted. */
  heldMs(): number
}

/** An attempt that is committed with a lease of this process, which calls right after the commit. */
export function leasedAttempt(
  deps: Pick<PlatformDeps, 'clock' | 'processName'>,
  { key, executeBefore }: Pick<NewAttempt, 'key' | 'executeBefore'>,
): HeldAttempt {
  failpoint('before_commit')
  return {
    id: uuidV7(deps.clock.now()),
    kind: 'submit',
    key,
    state: 'calling',
    leaseOwner: deps.processName,
    leaseMs: callTimeoutMs + leaseMarginMs,
    executeBefore,
    heldMs: stopwatch(),
  }
}

/**
 * Creates and sends an order inside the request: `write` commits transaction and leased attempt, the call follows, then
 * the commit of the outcome under that lease. After a crash in between, an inquiry by the attempt's key finds the
 * outcome; the order is never sent twice. Throws `unavailable`, before anything is written, where too many calls to
 * this account are open.
 */
export async function sendInRequest(
  deps: ProcessingDeps,
  caller: Pick<Caller, 'point'>,
  call: DirectCall,
  write: (item: NewTransaction) => Promise<Written>,
): Promise<Created> {
  const { order, routed } = call
  return await deps.callSlots.within({ accountId: routed.account.id, pointId: caller.point.pointId }, async () => {
    const key = routed.connector.keyFor(order.transactionId, 1)
    const attempt = leasedAttempt(deps, { key, executeBefore: order.executeBefore })
    const item = call.item(attempt)
    const written = await write(item)
    const { transaction, replayed } = written
    if (replayed || written.isHeld) return { transaction, replayed }
    // What is left of a pay-in is known only after the commit.
    const sent = { ...call, order: { ...order, amountMinor: transaction.amountMinor } }
    const applied = await submitLeased(deps, sent, { attempt, payToken: item.pay_token })
    return { transaction: applied ?? transaction, replayed }
  })
}

/**
 * Calls under a committed lease and applies the outcome. Returns the transaction after it. Returns undefined where
 * the outcome could not be written: the transaction stays PENDING until an inquiry, and its request must not be
 * answered with a failure.
 */
export async function submitLeased(
  deps: ProcessingDeps,
  call: Pick<DirectCall, 'order' | 'routed' | 'read'>,
  given: { attempt: HeldAttempt; payToken: string | null },
): Promise<Transaction | undefined> {
  failpoint('after_commit_before_call')
  // The lease runs since the first try, also where the commit was repeated after a lost connection.
  const late = given.attempt.heldMs() > callStartsWithinMs
  const outcome = late ? tooLateToCall : await submit(deps, call, { key: given.attempt.key, payToken: given.payToken })
  failpoint('after_call_before_commit')
  const { transactionId } = call.order
  return await applyLeased(deps, { transactionId, attempt: given.attempt, outcome: call.read?.(outcome) ?? outcome })
}

/** Applies the outcome of a call under its lease; undefined where it could not be written. */
export async function applyLeased(
  deps: ProcessingDeps,
  { transactionId, attempt, outcome: update }: { transactionId: string; attempt: NewAttempt; outcome: Outcome },
): Promise<Transaction | undefined> {
  try {
    const lease = { attemptId: attempt.id, fence: 1 }
    const applied = await deps.applyOutcome({ transactionId, update, source: 'connector', lease })
    failpoint('after_outcome_commit')
    return applied.transaction
  } catch (error) {
    deps.metrics.outcomesLeftToInquiry.inc()
    deps.log.warn({ err: error, transaction_id: transactionId }, 'an outcome was not written: it is asked for later')
    return undefined
  }
}

async function submit(
  deps: ProcessingDeps,
  call: Pick<DirectCall, 'order' | 'routed'>,
  given: { key: string; payToken: string | null },
): Promise<Outcome> {
  const { connector, account } = call.routed
  const context = { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account) }
  const outcome = await sendOrder(
    connector,
    { order: withReturn(deps, call.order, given.payToken), key: given.key },
    context,
  )
  const name = call.order.refunds ? 'refund' : 'submit'
  deps.metrics.connectorCalls.inc({ connector: connector.manifest.name, call: name, outcome: outcome.kind })
  return outcome
}

/** The call that moves the money of an order: of a refund, the provider's refund of its pay-in. */
export async function sendOrder(
  connector: Connector,
  { order, key }: { order: Order; key: string },
  context: CallContext,
): Promise<Outcome> {
  const { refunds, amountMinor, executeBefore } = order
  if (!refunds) return await connector.submit(order, key, context)
  // It had one when the refund was accepted.
  if (!connector.refund) return { kind: 'not_sent', why: 'unavailable' }
  return await connector.refund(refunds, { key, amountMinor, executeBefore }, context)
}

/** What the provider knows of an order, by the key under which it was sent. A refund is asked about with its pay-in. */
export async function inquireOrder(
  { database }: Pick<PlatformDeps, 'database'>,
  asked: { connector: Connector; payType: TransactionType; key: string; transactionId: string },
  context: CallContext,
): Promise<Outcome | NotFound> {
  const { connector, payType, key, transactionId } = asked
  if (payType !== 'refund') return await connector.inquire(key, context)
  const payin = await readRefundedPayin(database.engine, transactionId)
  const answer = payin && (await connector.inquireRefund?.(key, context, payin.id))
  return answer ?? { kind: 'unknown', why: 'unmapped' }
}

/** The order as submitted, also when it is sent again: with the URL to which the payer returns. */
export function withReturn(deps: Pick<PlatformDeps, 'site'>, order: Order, payToken: string | null): Order {
  return payToken ? { ...order, returnUrl: `${deps.site.url()}/pay/${payToken}/return` } : order
}

/**
 * URL to which the provider sends notifications of one connector account. The simulated bank is on this machine; a provider's
 * sandbox is not.
 */
export function notifyUrl(deps: Pick<PlatformDeps, 'site'>, account: ConnectorAccount): string {
  const base = account.connector === 'simulated-bank' ? deps.site.localUrl() : deps.site.url()
  return `${base}/provider-notifications/${account.id}`
}
