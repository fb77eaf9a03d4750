import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { CoreDeps } from '../../../core/deps.ts'
import { success } from '../../../core/web/replies.ts'
import { idParameter } from '../../../core/web/reply-schemas.ts'
import { addressOf, callerOf, languageFor } from '../../../core/web/request-context.ts'
import { sendCsv } from '../../../core/web/send-csv.ts'
import { pointZone } from '../../balance-statements/balance-details.ts'
import { readerForm } from '../../spreadsheets/reader-form.ts'
import { auditExport } from '../export-transactions.ts'
import { readTimeline } from '../read-timeline.ts'
import { countForPeople, listForPeople } from '../search-transactions.ts'
import type { LookupData, StatusCountsData, TimelineData, TransactionListData } from './contract/payments.ts'
import { readerLines } from './reader-transactions.ts'
import { timelineData } from './timeline-data.ts'
import { csvLines } from './transaction-csv.ts'
import { itemData } from './transaction-item.ts'
import { countQuery, exportQuery, listQueryOf, lookupQuery, pageQuery } from './transaction-query.ts'

/** Items of the global search. */
const lookupItemsMax = 10

/** Lists, search, export and timeline of transactions: …/transactions…. */
export function transactionConsoleRoutes(app: FastifyInstance, deps: CoreDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/transactions', {
    config: { scope: 'read' },
    schema: { querystring: pageQuery, hide: true },
    handler: async (request) => {
      const { limit, cursor, ...filters } = request.query
      const query = { ...listQueryOf(filters), limit, ...(cursor !== undefined && { cursor }) }
      const page = await listForPeople(deps, callerOf(request), query)
      return success<TransactionListData>({
        items: page.items.map((row) => itemData(row, page.refundedReferences)),
        next_cursor: page.nextCursor,
        cut: page.cut,
      })
    },
  })
  typed.get('/transactions/counts', {
    config: { scope: 'read' },
    schema: { querystring: countQuery, hide: true },
    handler: async (request) => {
      const { createdFrom, createdTo } = listQueryOf(request.query).filters
      const filters = {
        payType: request.query.pay_type,
        ...(createdFrom && { createdFrom }),
        ...(createdTo && { createdTo }),
      }
      const { all, byStatus } = await countForPeople(deps, callerOf(request), filters)
      return success<StatusCountsData>({ all, by_status: byStatus })
    },
  })
  typed.get('/transactions/lookup', {
    config: { scope: 'read' },
    schema: { querystring: lookupQuery, hide: true },
    handler: async (request) => {
      const query = { filters: {}, asked: request.query.q, limit: lookupItemsMax }
      const { items, refundedReferences } = await listForPeople(deps, callerOf(request), query)
      return success<LookupData>({ items: items.map((row) => itemData(row, refundedReferences)) })
    },
  })
  typed.get('/transactions/:id/story', {
    config: { scope: 'read' },
    schema: { params: idParameter, hide: true },
    handler: async (request) =>
      success<TimelineData>(
        timelineData(
          await readTimeline(deps, callerOf(request).point, request.params.id),
          deps.site.url(),
          languageFor(request),
        ),
      ),
  })
  exportRoute(app, deps)
}

function exportRoute(app: FastifyInstance, deps: CoreDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get('/transactions.csv', {
    config: { scope: 'read' },
    // A HEAD request would generate the whole file and discard it.
    exposeHeadRoute: false,
    schema: { querystring: exportQuery, hide: true },
    handler: async (request, reply) => {
      const [caller, query] = [callerOf(request), listQueryOf(request.query)]
      const { form, locale = languageFor(request) } = request.query
      const day = deps.clock.now().toISOString().slice(0, 10)
      return await sendCsv(
        deps,
        { request, reply },
        {
          name: `${query.filters.payType ?? 'transaction'}s-${day}.csv`,
          open: async () => {
            await auditExport(deps, caller, { query, origin: addressOf(request) })
            if (form === 'machine') return csvLines(deps, caller, query)
            return readerLines(deps, caller, query, readerForm(locale, await pointZone(deps, caller)))
          },
        },
      )
    },
  })
}
