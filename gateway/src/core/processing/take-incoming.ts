import type { ConnectorAccount, IncomingMoney } from '../connectors/connector.ts'
import type { Db } from '../platform/database/database.ts'
import { uuidV7 } from '../platform/ids.ts'
import { maskCardNumbers } from '../values/card-numbers.ts'
import { currencyDecimals } from '../values/currency.ts'
import type { ProcessingDeps } from './deps.ts'
import { findCertificationKeys } from './store/certification-keys.ts'
import { insertIncomingMoney, markIncomingTaken } from './store/incoming-money.ts'

const amountMax = 2n ** 63n - 1n

/**
 * Stores money that came for none of our orders, each payment of the provider once, and offers what is new to the extra that
 * finds its owners. What a certification run was paid is left out. Call it in the transaction that stores what said so.
 */
export async function takeIncoming(
  deps: Pick<ProcessingDeps, 'clock' | 'alongIncoming'>,
  tx: Db,
  { account, incoming }: { account: Pick<ConnectorAccount, 'id'>; incoming: readonly IncomingMoney[] },
): Promise<void> {
  if (incoming.length === 0) return
  const ids = incoming.map(({ providerId }) => providerId)
  const certifying = await findCertificationKeys(tx, account.id, ids)
  const now = deps.clock.now()
  const foreign = incoming.filter(({ providerId }) => !certifying.has(providerId))
  const given = foreign.map((money) => ({ id: uuidV7(now), connectorAccountId: account.id, money: shortened(money) }))
  const fresh = await insertIncomingMoney(tx, given)
  if (fresh.length === 0) return
  const taken = await deps.alongIncoming(tx, fresh, now)
  if (taken.length > 0) await markIncomingTaken(tx, taken)
}

/** Whether the table takes it. */
export function isIncomingMoney({ providerId, amountMinor, currency, at }: IncomingMoney): boolean {
  const isId = providerId.length > 0 && providerId.length <= 128 && !providerId.includes('\u0000')
  const isAmount = amountMinor > 0n && amountMinor <= amountMax && Object.hasOwn(currencyDecimals, currency)
  return isId && isAmount && !Number.isNaN(at.getTime())
}

/** Texts of payers as the table takes them, without card numbers. */
function shortened({ reference, sender, ...money }: IncomingMoney): IncomingMoney {
  const written = text(reference, 140)
  const name = text(sender?.name, 200)
  const document = text(sender?.document, 60)
  return {
    ...money,
    ...(written && { reference: written }),
    ...((name || document) && { sender: { ...(name && { name }), ...(document && { document }) } }),
  }
}

function text(given: string | undefined, max: number): string | undefined {
  return given === undefined ? undefined : maskCardNumbers(given.replaceAll('\u0000', '')).slice(0, max)
}
