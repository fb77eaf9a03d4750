import { methods } from '../payment-methods/index.ts'
import { asMerchant } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import type { Caller } from '../values/caller.ts'
import { type CurrencyCode, currencyDecimals } from '../values/currency.ts'
import { defaultOverdraftMinor } from './store/ledger-accounts.ts'
import { readBalances } from './store/reads/balances.ts'

/** Balances of a point in one currency, in minor units. */
export interface Balance {
  currency: CurrencyCode
  /** Usable for payouts; negative after a reversal or a used overdraft. */
  availableMinor: bigint
  /** Credited, before its release date. */
  pendingMinor: bigint
  /** Reserved for open payouts. */
  reservedMinor: bigint
  /** How far below zero payouts may take `availableMinor`; positive or 0. */
  overdraftMinor: bigint
}

/** The point's balances: one per currency of its enabled services and of its past movements, sorted by currency. */
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

/** Balances of a point per currency of its past movements, for operators, sorted by currency. */
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
