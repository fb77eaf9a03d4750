import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import type { Key } from '../../../core/texts/messages/say.ts'
import { isDay } from '../../../core/values/days.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { uuidField, uuidParameter } from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { showDay, showDays } from '../show-days.ts'
import { bankDayData, bankDayLists } from './bank-day-data.ts'
import type { BankDayLists, BankDaysData } from './contract/bank-days.ts'

const dayField = z.string().refine(isDay, 'query.day' satisfies Key)
const daysQuery = z.object({ from: dayField, to: dayField })

/** Whether the days of own accounts add up with the bank. */
export function bankDayRoutes(app: FastifyInstance, deps: Pick<PlatformDeps, 'database'>): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/bank-accounts/:id/days', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter, querystring: daysQuery },
    handler: async (request) => {
      const { account, days } = await showDays(deps, { bankAccountId: request.params.id, ...request.query })
      const { currency, first_day, opening_minor: opening, bank_name: bank, holder, environment } = account
      const data: BankDaysData = {
        account: { bank, holder, environment },
        ...{ currency, first_day, opening: opening === null ? null : formatAmount(opening, currency) },
        days: days.map(bankDayData),
      }
      return success(data)
    },
  })
  typed.get('/operator/bank-accounts/:id/days/:day', {
    config: { permission: 'operator_read' },
    schema: { params: z.object({ id: uuidField, day: dayField }) },
    handler: async (request) => {
      const { id: bankAccountId, day } = request.params
      const data: BankDayLists = bankDayLists(await showDay(deps, { bankAccountId, day }))
      return success(data)
    },
  })
}
