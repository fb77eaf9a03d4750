import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { success } from '../../../core/web/replies.ts'
import { callerOf } from '../../../core/web/request-context.ts'
import { type BalanceDetail, type CappedCount, getBalanceDetails } from '../balance-details.ts'
import type { BalanceDetailData, BalanceDetailsData, CountData } from './contract/balances.ts'

/** The balances of a point with what is reserved and release dates: …/balance-details. */
export function balanceDetailRoutes(app: FastifyInstance, deps: Pick<PlatformDeps, 'database'>): void {
  app.withTypeProvider<ZodTypeProvider>().get('/balance-details', {
    config: { scope: 'read' },
    schema: { hide: true },
    handler: async (request) => {
      const { timeZone, today, balances } = await getBalanceDetails(deps, callerOf(request))
      return success<BalanceDetailsData>({ time_zone: timeZone, today, balances: balances.map(detailData) })
    },
  })
}

function detailData(detail: BalanceDetail): BalanceDetailData {
  const amount = (minor: bigint) => formatAmount(minor, detail.currency)
  return {
    currency: detail.currency,
    available: amount(detail.availableMinor),
    pending: amount(detail.pendingMinor),
    reserved: amount(detail.reservedMinor),
    overdraft_limit: amount(detail.overdraftMinor),
    reserved_for: detail.reserved.map(({ reservedFor, amountMinor, ...count }) => ({
      what: reservedFor,
      amount: amount(amountMinor),
      count: countData(count),
    })),
    releases: detail.releases.map(({ day, amountMinor, ...count }) => ({
      day,
      amount: amount(amountMinor),
      count: countData(count),
    })),
    release_days: detail.releaseDays ?? null,
    last_moved_on: detail.lastMovedOn ?? null,
  }
}

function countData({ count, isMore }: CappedCount): CountData {
  return { count, more: isMore }
}
