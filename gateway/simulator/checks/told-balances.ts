import { type CurrencyCode, currencyDecimals } from '../../src/core/values/currency.ts'
import type { Exchange, Violation } from '../parts.ts'
import { toldBalancesIn } from './exchanges.ts'
import type { RunRows } from './rows.ts'
import { Findings } from './story.ts'

const kinds = ['available', 'pending', 'reserved'] as const

/** Every balance that a merchant was told stood in the account at some time: transfers get their ids under its lock. */
export function checkToldBalances(
  rows: RunRows,
  { pointIds, exchanges }: { pointIds: ReadonlyMap<string, string>; exchanges: readonly Exchange[] },
): Violation[] {
  const found = new Findings()
  const told = toldBalancesIn(exchanges)
  if (told.length === 0) return []
  const stood = balancesThatStood(rows)
  for (const { act, who, currency, amounts } of told) {
    for (const kind of kinds) {
      const minor = minorOf(amounts[kind], currency as CurrencyCode)
      const possible = stood.get(`${pointIds.get(who)} ${currency} ${kind}`) ?? new Set([0n])
      found.check(possible.has(minor), 'answer-balance', () => {
        return `${act} was told that ${who} has ${minor} ${currency} ${kind}, which it never had`
      })
    }
  }
  return found.list
}

function balancesThatStood(rows: RunRows): ReadonlyMap<string, ReadonlySet<bigint>> {
  const keys = new Map(rows.accounts.map(({ id, pointId, currency, kind }) => [id, `${pointId} ${currency} ${kind}`]))
  const stood = new Map<string, Set<bigint>>()
  const now = new Map<bigint, bigint>()
  for (const [, key] of keys) stood.set(key, new Set([0n]))
  for (const { debit, credit, amountMinor } of rows.transfers) {
    for (const [account, delta] of [
      [debit, -amountMinor],
      [credit, amountMinor],
    ] as const) {
      const minor = (now.get(account) ?? 0n) + delta
      now.set(account, minor)
      stood.get(keys.get(account) ?? '')?.add(minor)
    }
  }
  return stood
}

function minorOf(amount: number, currency: CurrencyCode): bigint {
  return BigInt(Math.round(amount * 10 ** currencyDecimals[currency]))
}
