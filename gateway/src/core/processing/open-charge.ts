import { stopwatch } from '../platform/clock/clock.ts'
import { failpoint } from '../platform/process/failpoint.ts'
import { say } from '../texts/messages/say.ts'
import { present } from '../values/assert.ts'
import type { Caller } from '../values/caller.ts'
import type { Instructions } from '../values/instructions.ts'
import type { Outcome } from '../values/outcome.ts'
import { Problem } from '../values/problem.ts'
import { applyLeased, leasedAttempt, leaseMarginMs, notifyUrl } from './call-connector.ts'
import { type Created, settleExisting, type Written } from './create-transaction.ts'
import type { ProcessingDeps } from './deps.ts'
import type { Placed } from './place-order.ts'
import { type NewAttempt, type NewTransaction, referenceKey } from './rules/new-transaction.ts'
import { readExisting } from './store/creations.ts'
import { deleteCharge, leaveCharge, type PreparedCharge, prepareCharge } from './store/prepared-charges.ts'

/** How long a merchant's request waits for the code of a charge (contract section 3). */
const chargeTimeoutMs = 6_000
const chargeLeaseMs = chargeTimeoutMs + leaseMarginMs

/** An order as it was first sent, and the account that it stays with. */
export type Kept = Pick<Placed, 'routed' | 'order'>

export interface Charge {
  placed: Placed
  /** The transaction of the order, with what the provider answered. */
  item(attempt: NewAttempt | null, instructions?: Instructions, kept?: Kept): NewTransaction
  commit(item: NewTransaction): Promise<Written>
}

/**
 * Creates a pay-in whose instructions its provider makes. A row with the key is committed before the call, so that a
 * repeated request asks for the same charge. The transaction comes into being with the provider's answer: nobody is told
 * PENDING without a code. Throws `unavailable` where there is none yet; the same reference later answers with the same
 * charge. A charge that nobody was told is cancelled (`cancel-abandoned.ts`).
 */
export async function openCharge(deps: ProcessingDeps, caller: Caller, charge: Charge): Promise<Created> {
  const { engine } = deps.database
  const { routed } = charge.placed
  const wanted = charge.item(null)
  const existing = (await readExisting(engine, [wanted])).get(
    referenceKey(wanted.point_id, wanted.pay_type, wanted.reference),
  )
  if (existing) return settleExisting(existing, wanted)
  return await deps.callSlots.within({ accountId: routed.account.id, pointId: caller.point.pointId }, async () => {
    const heldMs = stopwatch()
    const row = await prepared(deps, wanted)
    failpoint('after_commit_before_call')
    const kept = await keptOrder(deps, charge.placed, row)
    const outcome = await submit(deps, kept)
    failpoint('after_call_before_commit')
    const instructions = instructionsOf(outcome)
    // Later, another process may have cancelled the charge.
    if (!instructions || heldMs() > chargeLeaseMs - leaseMarginMs / 2) {
      await leaveCharge(engine, row.id, { abandoned: false })
      throw noCode(outcome)
    }
    return await tell(deps, charge, { ...kept, outcome, instructions })
  })
}

/** The charge of this reference, with the right to call about it. Throws `unavailable`, and `reference_conflict`. */
async function prepared(deps: ProcessingDeps, wanted: NewTransaction): Promise<PreparedCharge> {
  const { id, point_id, environment, reference, content_hash, connector_account_id, sequence } = wanted
  const expired_at = present(wanted.expired_at, 'the expiry of a pay-in')
  const row = { id, point_id, environment, reference, content_hash, connector_account_id, sequence, expired_at }
  const found = await prepareCharge(deps.database.engine, row, chargeLeaseMs)
  if (found.kind !== 'ours') throw noCode(undefined)
  if (found.row.content_hash.equals(content_hash)) return found.row
  await leaveCharge(deps.database.engine, found.row.id, { abandoned: false })
  throw new Problem('reference_conflict', { message: say('reference.untold'), param: 'reference' })
}

/** The order as it was first sent: also where routes have changed since, it stays with its account. */
async function keptOrder(deps: ProcessingDeps, placed: Placed, row: PreparedCharge): Promise<Kept> {
  const { id: transactionId, sequence, expired_at: expiresAt, connector_account_id: accountId } = row
  const order = { ...placed.order, transactionId, sequence, expiresAt }
  if (accountId === placed.routed.account.id) return { routed: placed.routed, order }
  const account = await deps.routes.account(accountId)
  const connector = account && deps.connectors.get(account.connector)
  if (!account || !connector) throw noCode(undefined)
  return { routed: { account, connector }, order }
}

async function submit(deps: ProcessingDeps, { routed: { connector, account }, order }: Kept): Promise<Outcome> {
  const context = { account, timeoutMs: chargeTimeoutMs, notifyUrl: notifyUrl(deps, account) }
  const outcome = await connector.submit(order, connector.keyFor(order.transactionId, 1), context)
  deps.metrics.connectorCalls.inc({ connector: connector.manifest.name, call: 'submit', outcome: outcome.kind })
  return outcome
}

/** What the merchant is told with; undefined: nothing is known that it could be told. */
function instructionsOf(outcome: Outcome): Instructions | undefined {
  if (outcome.kind === 'pending') return outcome.instructions
  return outcome.kind === 'unknown' || outcome.kind === 'not_sent' ? undefined : {}
}

/** Writes the transaction with the provider's answer. Where that is refused, or another charge was told, this one is cancelled. */
async function tell(
  deps: ProcessingDeps,
  charge: Charge,
  { routed, order, outcome, instructions }: Kept & { outcome: Outcome; instructions: Instructions },
): Promise<Created> {
  const { engine } = deps.database
  const key = routed.connector.keyFor(order.transactionId, 1)
  const attempt = leasedAttempt(deps, { key, executeBefore: order.executeBefore })
  try {
    const written = await charge.commit(charge.item(attempt, instructions, { routed, order }))
    // Another request told a charge of its own between our reading and our row: nobody will pay this one.
    if (written.transaction.id === order.transactionId) await deleteCharge(engine, order.transactionId)
    else await leaveCharge(engine, order.transactionId, { abandoned: true })
    if (written.replayed || written.isHeld) return written
    const applied = await applyLeased(deps, { transactionId: order.transactionId, attempt, outcome })
    return { transaction: applied ?? written.transaction, replayed: false }
  } catch (error) {
    if (error instanceof Problem) await leaveCharge(engine, order.transactionId, { abandoned: true })
    throw error
  }
}

function noCode(outcome: Outcome | undefined): Problem {
  const waitMs = outcome?.kind === 'not_sent' ? outcome.retryAfterMs : undefined
  return new Problem('unavailable', {
    message: say('payment.no_code'),
    retryAfterSeconds: Math.max(2, Math.ceil((waitMs ?? 0) / 1_000)),
  })
}
