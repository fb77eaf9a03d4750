import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PlatformDeps } from '../../platform/deps.ts'
import { addDays } from '../../values/days.ts'
import { formatAmount } from '../../values/money.ts'
import { cursorField } from '../../web/list-query.ts'
import { operatorLimit, uuidField } from '../../web/operator-query.ts'
import { success } from '../../web/replies.ts'
import { dayLists, readDay, readDays } from '../days/read-days.ts'
import { accountOfDaysData, bankDayData, bankDayDetailData } from './bank-day-data.ts'
import type { BankDayDetailData, BankDaysData } from './contract/bank-days.ts'

const monthField = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2030-06')

const daysQuery = z.object({ account: uuidField, month: monthField })

const dayParameters = z.object({
  account: uuidField,
  day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2030-06-14'),
})

const dayQuery = z.object({ list: z.enum(dayLists).optional(), limit: operatorLimit, cursor: cursorField })

/** The days of own bank accounts: proven and open ones, and what is behind a difference. */
export function operatorBankDayRoutes(app: FastifyInstance, deps: PlatformDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/bank-days', {
    config: { permission: 'operator_read' },
    schema: { querystring: daysQuery },
    handler: async (request) => {
      const { account: bankAccountId, month } = request.query
      const from = `${month}-01`
      const to = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1)
      const { days, ...found } = await readDays(deps, { bankAccountId, from, to })
      const text = (minor: bigint) => formatAmount(minor, found.account.currency)
      const data: BankDaysData = {
        account: accountOfDaysData(found),
        month,
        days: days.map((day) => bankDayData(day, text)),
      }
      return success(data)
    },
  })
  typed.get('/operator/bank-days/:account/:day', {
    config: { permission: 'operator_read' },
    schema: { params: dayParameters, querystring: dayQuery },
    handler: async (request) => {
      const { account: bankAccountId, day } = request.params
      const { list, cursor, limit } = request.query
      const found = await readDay(deps, {
        ...{ bankAccountId, day, limit },
        ...(list === undefined ? {} : { list }),
        ...(cursor === undefined ? {} : { cursor }),
      })
      const data: BankDayDetailData = bankDayDetailData(found)
      return success(data)
    },
  })
}
