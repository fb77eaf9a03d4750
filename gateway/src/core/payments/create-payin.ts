import type { DepositAccount } from '../connectors/connector.ts'
import type { PayinRequest } from '../payment-methods/read-request.ts'
import type { PayoutsDeps } from '../payouts/deps.ts'
import { uuidV7 } from '../platform/ids.ts'
import { sendInRequest } from '../processing/call-connector.ts'
import {
  type Created,
  newOrder,
  newTransaction,
  type Routed,
  routeFor,
  settleCreation,
} from '../processing/create-transaction.ts'
import type { NewAttempt } from '../processing/rules/new-transaction.ts'
import { say } from '../texts/messages/say.ts'
import type { Caller } from '../values/caller.ts'
import { Problem } from '../values/problem.ts'

/** Tries with another order number when an older order uses the short reference of the rail. */
const referenceTriesMax = 5

/**
 * Creates a pay-in by bank transfer or a local method. The instructions need no network and are written with the
 * transaction; the order is registered with the provider afterwards. A pull order (DEBIN) is sent inside the request.
 */
export async function createPayin(deps: PayoutsDeps, caller: Caller, request: PayinRequest): Promise<Created> {
  const routed = await routeFor(deps, caller, request)
  if (request.kind === 'pull') return await createPull(deps, caller, { request, routed })
  const depositAccount = await depositAccountFor(deps, routed, request)
  for (let tries = 1; ; tries++) {
    try {
      return await createOnce(deps, caller, { request, routed, depositAccount })
    } catch (error) {
      if (tries >= referenceTriesMax || !isTakenReference(error)) throw error
    }
  }
}

interface Wanted {
  request: PayinRequest
  routed: Routed
  depositAccount?: DepositAccount | undefined
}

async function createOnce(deps: PayoutsDeps, caller: Caller, wanted: Wanted): Promise<Created> {
  const { request, routed } = wanted
  const order = await newOrder(deps, caller, { request, routed })
  const instructions =
    routed.connector.prepare?.(order, { account: routed.account, depositAccount: wanted.depositAccount }) ?? {}
  const registers = routed.connector.register !== undefined
  const item = newTransaction(deps, {
    caller,
    request,
    order,
    routed,
    instructions,
    attempt: registers
      ? {
          id: uuidV7(deps.clock.now()),
          kind: 'announce',
          key: routed.connector.keyFor(order.transactionId, 1),
          state: 'waiting',
          leaseOwner: null,
          leaseMs: null,
          executeBefore: order.executeBefore,
        }
      : null,
  })
  const created = settleCreation(await deps.createTransaction(item), item)
  if (registers && !created.replayed) deps.notify('announce')
  return created
}

async function createPull(deps: PayoutsDeps, caller: Caller, wanted: Wanted): Promise<Created> {
  const order = await newOrder(deps, caller, wanted)
  const { request, routed } = wanted
  const item = (attempt: NewAttempt) =>
    newTransaction(deps, { caller, request, order, routed, instructions: {}, attempt })
  return await sendInRequest(deps, caller, { routed, order, item }, async (made) =>
    settleCreation(await deps.createTransaction(made), made),
  )
}

async function depositAccountFor(
  deps: PayoutsDeps,
  routed: Routed,
  request: PayinRequest,
): Promise<DepositAccount | undefined> {
  if (routed.connector.register) return undefined
  const found = await deps.routes.depositAccount(routed.account.id, request.serviceCode)
  if (found) return found
  throw new Problem('service_not_enabled', {
    message: say('payment.no_deposit_account', { service_code: request.serviceCode }),
  })
}

function isTakenReference(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'transactions_target_reference'
}
