import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { parseInstant } from '../../../core/values/timestamps.ts'
import { instant, limitField, startOf } from '../../../core/web/list-query.ts'
import { success } from '../../../core/web/replies.ts'
import { currencySchema, jsonOf, successOf } from '../../../core/web/reply-schemas.ts'
import { callerOf } from '../../../core/web/request-context.ts'
import { listMovements } from '../list-movements.ts'
import { movementData, movementTypeSchema, movementWithBalance } from './movement-data.ts'

/** A cursor names the database transactions that ran when the first page was read: some characters for each connection. */
const cursorLengthMax = 4_000

const query = z.object({
  currency: currencySchema.optional().describe('With it, each entry has the balance after it'),
  type: movementTypeSchema.optional(),
  from: instant.optional().describe('Entries from this instant on; a date means the start of its UTC day'),
  to: instant.optional().describe('Entries before this instant'),
  limit: limitField(),
  cursor: z
    .string()
    .min(1)
    .max(cursorLengthMax)
    .optional()
    .describe('`next_cursor` of the page before, with the same filters'),
})
const page = z
  .object({ items: z.array(movementWithBalance), next_cursor: z.string().nullable() })
  .meta({ id: 'BalanceTransactionPage' })

/** The entries of the ledger that are the merchant's: /balance-transactions. */
export function balanceTransactionRoutes(app: FastifyInstance, deps: Pick<PlatformDeps, 'database'>): void {
  app.withTypeProvider<ZodTypeProvider>().get('/balance-transactions', {
    config: { scope: 'read' },
    schema: {
      operationId: 'listBalanceTransactions',
      tags: ['Balances'],
      summary: 'What changed your balance, newest first',
      description:
        'Each entry of the ledger with its payment, fee and net amount. All pages of one list show the same moment: a reader of all pages skips no entry and reads none twice.',
      querystring: query,
      response: { 200: { description: 'A page', content: jsonOf(successOf(page)) } },
    },
    handler: async (request) => {
      const { from, to, ...rest } = request.query
      const found = await listMovements(deps, callerOf(request), {
        ...rest,
        from: from === undefined ? undefined : startOf(from),
        to: to === undefined ? undefined : parseInstant(to),
      })
      return success({ items: found.items.map(movementData), next_cursor: found.nextCursor })
    },
  })
}
