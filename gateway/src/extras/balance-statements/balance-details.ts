import { type Balance, getBalances } from '../../core/ledger/get-balances.ts'
import { methods } from '../../core/payment-methods/index.ts'
import { asMerchant } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { Caller } from '../../core/values/caller.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import { type Day, dayOf } from '../../core/values/days.ts'
import { releaseDelaySeconds } from '../../core/values/point-terms.ts'
import type { ReservedFor } from './rules/movement-types.ts'
import {
  countLastEntries,
  countMax,
  readReleaseDelays,
  readReserved,
  readWaitingReleases,
} from './store/reads/balance-details.ts'
import { readPointDays } from './store/reads/movements.ts'

/** A number of payments: exact up to 1,000, then "1,000+". */
export interface CappedCount {
  count: number
  isMore: boolean
}

/** A balance with what it is made of, in minor units. */
export interface BalanceDetail extends Balance {
  /** What the reserved balance waits for. */
  reserved: readonly (CappedCount & { reservedFor: ReservedFor; amountMinor: bigint })[]
  /** When the pending balance becomes available, by day, earliest first. */
  releases: readonly (CappedCount & { day: Day; amountMinor: bigint })[]
  /** After how many days pay-ins are released, by method; undefined where none of the currency is enabled. */
  releaseDays: { least: number; most: number } | undefined
  /** Of its last entry; undefined: not among the last ones of the point. */
  lastMovedOn: Day | undefined
}

export interface BalanceDetails {
  timeZone: string
  today: Day
  balances: readonly BalanceDetail[]
}

/** The point's balances with what is reserved for what, and release dates: first the currency that moves most. */
export async function getBalanceDetails(deps: Pick<PlatformDeps, 'database'>, caller: Caller): Promise<BalanceDetails> {
  const { pointId, merchantId } = caller.point
  const { days, reserved, moves, delays } = await asMerchant(deps.database.reader, { merchantId }, async (tx) => ({
    days: await readPointDays(tx, pointId),
    reserved: await readReserved(tx, pointId),
    moves: await countLastEntries(tx, pointId),
    delays: await readReleaseDelays(tx, pointId),
  }))
  const [balances, waiting] = await Promise.all([
    getBalances(deps, caller),
    readWaitingReleases(deps.database.engine, pointId),
  ])
  const detailOf = (balance: Balance): BalanceDetail => {
    const byDay = new Map<Day, { amountMinor: bigint; count: number }>()
    for (const row of waiting.filter(({ currency }) => currency === balance.currency)) {
      const day = dayOf(row.release_at, days.timeZone)
      const sum = byDay.get(day) ?? { amountMinor: 0n, count: 0 }
      byDay.set(day, { amountMinor: sum.amountMinor + row.amount_minor, count: sum.count + row.count })
    }
    const last = moves.get(balance.currency)?.lastAt
    return {
      ...balance,
      releaseDays: releaseDays(caller.point, delays, balance.currency),
      lastMovedOn: last && dayOf(last, days.timeZone),
      reserved: reserved
        .filter(({ currency }) => currency === balance.currency)
        .map((row) => ({ reservedFor: row.reserved_for, amountMinor: row.amount_minor, ...capped(row.count) })),
      releases: [...byDay].map(([day, { amountMinor, count }]) => ({ day, amountMinor, ...capped(count) })),
    }
  }
  return {
    timeZone: days.timeZone,
    today: dayOf(days.now, days.timeZone),
    balances: balances
      .map(detailOf)
      .toSorted((one, other) => (moves.get(other.currency)?.count ?? 0) - (moves.get(one.currency)?.count ?? 0)),
  }
}

function releaseDays(
  { environment, servicesEnabled }: Caller['point'],
  delays: ReadonlyMap<string, number | null>,
  currency: CurrencyCode,
): BalanceDetail['releaseDays'] {
  const days = methods
    .filter((each) => each.payin && each.currency === currency && (servicesEnabled?.includes(each.code) ?? true))
    .map(({ code, payin }) => {
      const agreed = delays.get(delays.has(code) ? code : '*') ?? null
      return Math.ceil(releaseDelaySeconds({ environment, card: payin?.kind === 'card', agreed }) / 86_400)
    })
  return days.length === 0 ? undefined : { least: Math.min(...days), most: Math.max(...days) }
}

/** In which the days of the caller's point begin. */
export async function pointZone({ database }: Pick<PlatformDeps, 'database'>, { point }: Caller): Promise<string> {
  return await asMerchant(database.reader, point, async (tx) => (await readPointDays(tx, point.pointId)).timeZone)
}

function capped(count: number): CappedCount {
  return { count: Math.min(count, countMax), isMore: count > countMax }
}
