import type { Caller } from '../accounts/caller.ts'
import type { PayoutRequest } from '../payment-methods/read-request.ts'
import { callConnector } from './call-connector.ts'
import { type Created, newOrder, routeFor } from './create-transaction.ts'
import type { Deps } from './deps.ts'

/**
 * A payout: COMPLETED when the connector confirmed it in time, ERROR when it surely failed, else PENDING and a
 * callback tells the rest.
 */
export async function createPayout(deps: Deps, caller: Caller, request: PayoutRequest): Promise<Created> {
  const routed = await routeFor(deps, caller, request)
  const order = await newOrder(deps, caller, request)
  return await callConnector(deps, { request, routed, order })
}
