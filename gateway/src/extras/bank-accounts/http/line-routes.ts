import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import type { Key } from '../../../core/texts/messages/say.ts'
import { isDay } from '../../../core/values/days.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { cursorField } from '../../../core/web/list-query.ts'
import {
  noteField,
  operatorActor,
  operatorLimit,
  plainField,
  uuidField,
  uuidParameter,
} from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { leaveLine } from '../decide-by-operator.ts'
import { showBankAccounts } from '../set-bank-account.ts'
import { lineViews, searchLines, showLine } from '../show-lines.ts'
import type { BankLinesPage } from './contract/bank-lines.ts'
import { accountName, lineData, lineDetail } from './line-data.ts'

const dayField = z.string().refine(isDay, 'query.day' satisfies Key)

const listQuery = z.object({
  view: z.enum(lineViews).default('all'),
  bank_account_id: uuidField.optional(),
  sign: z.enum(['C', 'D']).optional(),
  from: dayField.optional(),
  to: dayField.optional(),
  amount: plainField(20).optional(),
  search: plainField(100).optional(),
  order: z.enum(['newest', 'oldest']).default('newest'),
  limit: operatorLimit,
  cursor: cursorField,
})

const noteBody = z.object({ note: noteField(1_000) })

/** Lines of own bank accounts. What moves money is a proposal. */
export function bankLineRoutes(app: FastifyInstance, deps: Pick<PlatformDeps, 'database' | 'clock'>): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/bank-lines', {
    config: { permission: 'operator_read' },
    schema: { querystring: listQuery },
    handler: async ({ query: { bank_account_id: bankAccountId, order, ...query } }) => {
      const { rows, nextCursor } = await searchLines(deps, { ...query, bankAccountId, oldestFirst: order === 'oldest' })
      const accounts = await showBankAccounts(deps)
      const data: BankLinesPage = {
        items: rows.map(lineData),
        next_cursor: nextCursor,
        accounts: accounts.map((row) => ({ bank_account_id: row.id, name: accountName(row) })),
      }
      return success(data)
    },
  })
  typed.get('/operator/bank-lines/:id', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter, querystring: z.object({ named: plainField(100).optional() }) },
    handler: async ({ params: { id }, query: { named } }) =>
      success(lineDetail(await showLine(deps, { id, named }), await showBankAccounts(deps))),
  })
  typed.post('/operator/bank-lines/:id/leave', {
    config: { permission: 'operator_act' },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const { body } = readBody(noteBody, request.body)
      const bankLineId = request.params.id
      await leaveLine(deps, { bankLineId, note: body.note, by: operatorActor(request) })
      return success(
        lineDetail(await showLine(deps, { id: bankLineId, named: undefined }), await showBankAccounts(deps)),
      )
    },
  })
}
