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
import { againWhereTaken, placeOrder, repeatedOr } from '../processing/place-order.ts'
import type { NewAttempt } from '../processing/rules/new-transaction.ts'
import { say } from '../texts/messages/say.ts'
import type { Caller } from '../values/caller.ts'
import { Problem } from '../values/problem.ts'

/**
 * Creates a pay-in by bank transfer or a local method. The instructions need no network and are written with the
 * transaction; the order is registered with the provider afterwards. A pull order (DEBIN) is sent inside the request.
 */
export async function createPayin(deps: PayoutsDeps, caller: Caller, request: PayinRequest): Promise<Created> {
  if (request.kind === 'pull') return await createPull(deps, caller, request)
  return await againWhereTaken(async () => await createOnce(deps, caller, request))
}

async function createOnce(deps: PayoutsDeps, caller: Caller, request: PayinRequest): Promise<Created> {
  const { routed, order, reference, refused } = await placeOrder(deps, caller, request)
  const given = { caller, request, order, routed }
  const { account, connector } = routed
  if (refused)
    return await repeatedOr(deps, newTransaction(deps, { ...given, instructions: {}, attempt: null }), refused)
  const depositAccount = await depositAccountFor(deps, routed, request)
  const instructions = connector.prepare?.(order, { account, depositAccount, reference }) ?? {}
  const registers = connector.register !== undefined
  const item = newTransaction(deps, {
    ...given,
    instructions,
    attempt: registers
      ? {
          id: uuidV7(deps.clock.now()),
          kind: 'announce',
          key: connector.keyFor(order.transactionId, 1),
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

async function createPull(deps: PayoutsDeps, caller: Caller, request: PayinRequest): Promise<Created> {
  const routed = await routeFor(deps, caller, request)
  const order = await newOrder(deps, caller, { request, routed })
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
