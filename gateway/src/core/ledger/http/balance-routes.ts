import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { amountNumber } from '../../values/money.ts'
import { success } from '../../web/replies.ts'
import { currencySchema, jsonOf, successOf } from '../../web/reply-schemas.ts'
import { callerOf } from '../../web/request-context.ts'
import type { LedgerDeps } from '../deps.ts'
import { type Balance, getBalances } from '../get-balances.ts'

const units = z.number().describe('In the units of the currency')

export const balanceShape = z
  .object({
    currency: currencySchema,
    available: units.describe('What payouts may use; below zero after a reversal or an overdraft'),
    pending: units.describe('Credited; its release delay still runs'),
    reserved: units.describe('Held for payouts that are under way'),
    overdraft_limit: units.describe('How far below zero payouts may take the available balance'),
  })
  .meta({ id: 'Balance' })

const balanceList = z.object({ balances: z.array(balanceShape) }).meta({ id: 'BalanceList' })

/** The balances of a point (contract section 5). */
export function balanceRoutes(app: FastifyInstance, deps: LedgerDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/balances', {
    config: { scope: 'read' },
    schema: {
      operationId: 'getBalances',
      tags: ['Balances'],
      summary: 'Balances per currency',
      response: {
        200: {
          description: 'One entry per currency',
          content: jsonOf(successOf(balanceList)),
        },
      },
    },
    handler: async (request) => success({ balances: (await getBalances(deps, callerOf(request))).map(balanceData) }),
  })
}

export function balanceData(balance: Balance) {
  const number = (minor: bigint) => amountNumber(minor, balance.currency)
  return {
    currency: balance.currency,
    available: number(balance.availableMinor),
    pending: number(balance.pendingMinor),
    reserved: number(balance.reservedMinor),
    overdraft_limit: number(balance.overdraftMinor),
  }
}
