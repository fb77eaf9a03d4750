import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { CoreDeps } from '../../deps.ts'
import { transactionData } from '../../processing/rules/transaction-data.ts'
import { transactionListReply, transactionReply, transactionSummaryReply } from '../../web/payment-reply-schemas.ts'
import { success } from '../../web/replies.ts'
import { idParameter, jsonOf } from '../../web/reply-schemas.ts'
import { callerOf } from '../../web/request-context.ts'
import { cancelPayin } from '../cancel-payin.ts'
import { getTransaction } from '../get-transaction.ts'
import { listTransactions } from '../list-transactions.ts'
import { filtersOf, listQuery } from './bodies.ts'
import { bookedTransactionData, transactionDetailData } from './replies.ts'

/** Reading transactions, and cancelling one (contract section 5). */
export function transactionRoutes(app: FastifyInstance, deps: CoreDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/payments', {
    config: { scope: 'read' },
    schema: {
      operationId: 'listTransactions',
      tags: ['Transactions'],
      summary: 'List transactions, newest first',
      querystring: listQuery,
      response: { 200: { description: 'A page', content: jsonOf(transactionListReply) } },
    },
    handler: async (request) => {
      const page = await listTransactions(deps, callerOf(request), filtersOf(request.query))
      const items = page.items.map((item) => bookedTransactionData(item, deps.site.url()))
      return success({ items, next_cursor: page.nextCursor })
    },
  })
  typed.get('/payments/:id', {
    config: { scope: 'read' },
    schema: {
      operationId: 'getTransaction',
      tags: ['Transactions'],
      summary: 'Read one transaction with its history',
      params: idParameter,
      response: { 200: { description: 'The transaction', content: jsonOf(transactionReply) } },
    },
    handler: async (request) =>
      success(transactionDetailData(await getTransaction(deps, callerOf(request), request.params.id), deps.site.url())),
  })
  typed.post('/payments/:id/cancel', {
    config: { scope: 'payins', emptyBody: true, refusals: ['not_in_this_state'] },
    schema: {
      operationId: 'cancelPayin',
      tags: ['Pay-ins'],
      summary: 'Cancel a pay-in that nobody paid',
      description: 'It becomes EXPIRED with the reason cancelled, and a callback says so.',
      params: idParameter,
      response: { 200: { description: 'Cancelled', content: jsonOf(transactionSummaryReply) } },
    },
    handler: async (request) =>
      success(transactionData(await cancelPayin(deps, callerOf(request), request.params.id), deps.site.url())),
  })
}
