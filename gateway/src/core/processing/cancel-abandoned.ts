import { callTimeoutMs, leaseMarginMs, notifyUrl } from './call-connector.ts'
import type { ProcessingDeps } from './deps.ts'
import { type AbandonedCharge, claimAbandoned, deleteCharge } from './store/prepared-charges.ts'

const chargesPerRound = 50

/** After so many tries, over about a day, a charge that its provider does not let go of is left: nobody knows its code. */
const triesMax = 40

/**
 * Cancels charges whose code nobody was told: the merchant did not ask again within 15 minutes. Money that came all the
 * same is reported by the provider as money without an order. Returns how many it handled.
 */
export async function cancelAbandoned(deps: ProcessingDeps): Promise<number> {
  const claimed = await claimAbandoned(deps.database.engine, {
    limit: chargesPerRound,
    leaseMs: callTimeoutMs + leaseMarginMs,
  })
  await Promise.all(
    claimed.map(async (charge) => {
      if (charge.is_told || (await isOver(deps, charge))) await deleteCharge(deps.database.engine, charge.id)
    }),
  )
  return claimed.length
}

/** Whether nothing is left to do: the provider let go of it, does not know it, or has not answered for a day. */
async function isOver(deps: ProcessingDeps, charge: AbandonedCharge): Promise<boolean> {
  const account = await deps.routes.account(charge.connector_account_id)
  const connector = account && deps.connectors.get(account.connector)
  if (!account || !connector) return charge.tries >= triesMax
  const context = { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account) }
  const cancelled = (await connector.cancel?.(connector.keyFor(charge.id, 1), context)) ?? 'not_found'
  if (cancelled === 'unknown' && charge.tries >= triesMax) {
    deps.log.error(
      { charge: charge.id, connector: account.connector },
      'a charge that nobody was told stays uncancelled',
    )
    return true
  }
  return cancelled !== 'unknown'
}
