import { uuidV7 } from '../platform/ids.ts'
import type { Caller } from '../values/caller.ts'
import type { Instructions } from '../values/instructions.ts'
import type { Outcome } from '../values/outcome.ts'
import { Problem } from '../values/problem.ts'
import { sendInRequest } from './call-connector.ts'
import { type Created, newTransaction, settleCreation, settleExisting, type Wanted } from './create-transaction.ts'
import type { ProcessingDeps } from './deps.ts'
import { type Kept, openCharge } from './open-charge.ts'
import { againWhereTaken, type Placed, placeOrder } from './place-order.ts'
import { type Creation, type NewAttempt, type NewTransaction, referenceKey } from './rules/new-transaction.ts'
import { readExisting } from './store/creations.ts'

/** What is wanted, and the steps in which kinds of transactions differ. */
export interface Opening extends Wanted {
  /** Makes the instructions of an order that is registered with its provider later. Undefined: it is sent inside the request. */
  instruct?(placed: Placed): Promise<Instructions>
  /** Changes the outcome of the call before it is applied. */
  read?(outcome: Outcome): Outcome
  /** Writes the transaction, or throws what refuses it. Default: `createTransaction`. */
  write?(item: NewTransaction): Promise<Creation>
}

/**
 * The one way in which transactions come into being: an account and a reference for the order, transaction and attempt
 * in one commit, then the call. A repeated reference returns its original. Throws `reference_conflict`, what `placeOrder`
 * throws, and what `sendInRequest` throws.
 */
export async function openTransaction(deps: ProcessingDeps, caller: Caller, opening: Opening): Promise<Created> {
  return await againWhereTaken(async () => await openOnce(deps, caller, opening))
}

async function openOnce(deps: ProcessingDeps, caller: Caller, opening: Opening): Promise<Created> {
  const placed = await placeOrder(deps, caller, opening)
  const { routed, order, reference } = placed
  const refused = placed.refused ?? suspendedOf(caller, opening)
  const item = (attempt: NewAttempt | null, instructions: Instructions = {}, kept: Kept = { order, routed }) =>
    newTransaction(deps, opening, { caller, ...kept, instructions, reference, attempt })
  if (refused) return await repeatedOr(deps, item(null), refused)
  const { write = deps.createTransaction, instruct, read } = opening
  const commit = async (made: NewTransaction) => settleCreation(await write(made), made)
  if (instruct && routed.connector.manifest.givesInstructions) {
    return await openCharge(deps, caller, { placed, item, commit })
  }
  if (!instruct) return await sendInRequest(deps, caller, { routed, order, item, ...(read && { read }) }, commit)
  const attempt = routed.connector.register ? registration(deps, placed) : null
  const created = await commit(item(attempt, await instruct(placed)))
  if (attempt && !created.replayed) deps.notify('announce')
  return created
}

/** A suspended merchant gives money back, and does nothing else. */
function suspendedOf({ point }: Caller, { request }: Opening): Problem | undefined {
  return point.merchantSuspended && request.operation !== 'refund' ? new Problem('point_suspended') : undefined
}

/** The attempt of an order that a loop registers with its provider. */
function registration({ clock }: ProcessingDeps, { routed: { connector }, order }: Placed): NewAttempt {
  return {
    id: uuidV7(clock.now()),
    kind: 'announce',
    key: connector.keyFor(order.transactionId, 1),
    state: 'waiting',
    leaseOwner: null,
    leaseMs: null,
    executeBefore: order.executeBefore,
  }
}

/** What a refusal leaves of a request: the original of a repeated reference, or the refusal. */
async function repeatedOr(
  { database }: Pick<ProcessingDeps, 'database'>,
  item: NewTransaction,
  refused: Problem,
): Promise<Created> {
  const existing = await readExisting(database.engine, [item])
  const row = existing.get(referenceKey(item.point_id, item.pay_type, item.reference))
  if (row) return settleExisting(row, item)
  throw refused
}
