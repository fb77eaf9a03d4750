import { methods } from '../payment-methods/index.ts'
import { asMerchant } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import type { Caller } from '../values/caller.ts'
import { type CurrencyCode, currencyDecimals } from '../values/currency.ts'
import { defaultOverdraftMinor } from './store/ledger-accounts.ts'
import { readBalances } from './store/reads/balances.ts'

/** What a point has in one currency, in minor units. */
export interface Balance {
  currency: CurrencyCode
  /** What payouts may use; below zero after a reversal, or where an overdraft was used. */
  availableMinor: bigint
  /** Credited, but its release delay still runs. */
  pendingMinor: bigint
  /** Held for payouts that are under way. */
  reservedMinor: bigint
  /** How far below zero payouts may take `availableMinor`. */
  overdraftMinor: bigint
}

/** The point's balances, one per currency of its enabled services and of whatever it has moved, by currency. */
export async function getBalances(deps: Pick<PlatformDeps, 'database'>, caller: Caller): Promise<readonly Balance[]> {
  const { point } = caller
  const rows = await asMerchant(
    deps.database.reader,
    { merchantId: point.merchantId },
    async (tx) => await readBalances(tx, point.pointId),
  )
  const known = new Map(rows.map((row) => [row.currency, row]))
  const enabled = methods.filter(({ code }) => point.servicesEnabled?.includes(code) ?? true)
  const currencies = new Set([...enabled.map(({ currency }) => currency), ...known.keys()])
  return (Object.keys(currencyDecimals) as CurrencyCode[])
    .filter((currency) => currencies.has(currency))
    .sort()
    .map((currency) => {
      const row = known.get(currency)
      return {
        currency,
        availableMinor: row?.available_minor ?? 0n,
        pendingMinor: row?.pending_minor ?? 0n,
        reservedMinor: row?.reserved_minor ?? 0n,
        overdraftMinor: row?.overdraft_minor ?? defaultOverdraftMinor[point.environment],
      }
    })
}

/** What a point has in each currency that it ever moved, for an operator, by currency. */
export async function balancesOfPoint(
  { database }: Pick<PlatformDeps, 'database'>,
  pointId: string,
): Promise<readonly Balance[]> {
  const rows = await readBalances(database.engine, pointId)
  return rows.map((row) => ({
    currency: row.currency,
    availableMinor: row.available_minor,
    pendingMinor: row.pending_minor,
    reservedMinor: row.reserved_minor,
    overdraftMinor: row.overdraft_minor,
  }))
}
