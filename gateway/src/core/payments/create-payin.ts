import type { PayinRequest } from '../payment-methods/read-request.ts'
import type { Created } from '../processing/create-transaction.ts'
import type { ProcessingDeps } from '../processing/deps.ts'
import { type Opening, openTransaction } from '../processing/open-transaction.ts'
import type { Placed } from '../processing/place-order.ts'
import { say } from '../texts/messages/say.ts'
import type { Caller } from '../values/caller.ts'
import type { Instructions } from '../values/instructions.ts'
import { Problem } from '../values/problem.ts'

/**
 * Creates a pay-in by bank transfer or a local method. The instructions need no network and are written with the
 * transaction; the order is registered with the provider afterwards. A pull order (DEBIN) is sent inside the request.
 */
export async function createPayin(
  deps: ProcessingDeps,
  caller: Caller,
  request: PayinRequest,
  besides: Pick<Opening, 'columns' | 'write'> = {},
): Promise<Created> {
  if (request.kind === 'pull') return await openTransaction(deps, caller, { request, ...besides })
  const instruct = async (placed: Placed) => await instructionsFor(deps, placed)
  return await openTransaction(deps, caller, { request, instruct, ...besides })
}

async function instructionsFor(
  { routes }: Pick<ProcessingDeps, 'routes'>,
  { routed: { account, connector }, order, reference }: Placed,
): Promise<Instructions> {
  const { serviceCode } = order
  const depositAccount = connector.register ? undefined : await routes.depositAccount(account.id, serviceCode)
  if (!connector.register && !depositAccount) {
    throw new Problem('service_not_enabled', {
      message: say('payment.no_deposit_account', { service_code: serviceCode }),
    })
  }
  return connector.prepare?.(order, { account, depositAccount, reference }) ?? {}
}
