import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { PayoutsDeps } from '../../payouts/deps.ts'
import { Problem } from '../../values/problem.ts'
import { whenOver } from '../../web/limits/when-over.ts'
import { success } from '../../web/replies.ts'
import { idParameter } from '../../web/reply-schemas.ts'
import { addressOf, callerOf, languageFor } from '../../web/request-context.ts'
import { auditExport } from '../export-transactions.ts'
import { readTimeline } from '../read-timeline.ts'
import { countForPeople, listForPeople } from '../search-transactions.ts'
import type { LookupData, StatusCountsData, TimelineData, TransactionListData } from './contract/payments.ts'
import { timelineData } from './timeline-data.ts'
import { csvLines } from './transaction-csv.ts'
import { itemData } from './transaction-item.ts'
import { countQuery, filterQuery, listQueryOf, lookupQuery, pageQuery } from './transaction-query.ts'

/** Items of the global search. */
const lookupItemsMax = 10

/** Concurrent exports per process: each reads the database as long as its client downloads. */
const exportsMax = 2

/** Most exports take seconds; one of a million rows takes minutes. */
const exportRetrySeconds = 15

/** Lists, search, export and timeline of transactions: …/transactions…. */
export function transactionConsoleRoutes(app: FastifyInstance, deps: PayoutsDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/transactions', {
    config: { scope: 'read' },
    schema: { querystring: pageQuery, hide: true },
    handler: async (request) => {
      const { limit, cursor, ...filters } = request.query
      const query = { ...listQueryOf(filters), limit, ...(cursor !== undefined && { cursor }) }
      const page = await listForPeople(deps, callerOf(request), query)
      return success<TransactionListData>({
        items: page.items.map(itemData),
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
      const { items } = await listForPeople(deps, callerOf(request), query)
      return success<LookupData>({ items: items.map(itemData) })
    },
  })
  typed.get('/transactions/:id/story', {
    config: { scope: 'read' },
    schema: { params: idParameter, hide: true },
    handler: async (request) =>
      success<TimelineData>(
        timelineData(
          await readTimeline(deps, callerOf(request).point, request.params.id),
          deps.publicUrl,
          languageFor(request),
        ),
      ),
  })
  exportRoute(app, deps)
}

function exportRoute(app: FastifyInstance, deps: PayoutsDeps): void {
  let running = 0
  app.withTypeProvider<ZodTypeProvider>().get('/transactions.csv', {
    config: { scope: 'read' },
    // A HEAD request would generate the whole file and discard it.
    exposeHeadRoute: false,
    schema: { querystring: filterQuery, hide: true },
    handler: async (request, reply) => {
      if (running >= exportsMax) {
        throw new Problem('rate_limited', {
          message: 'Other exports are being written: try again in a moment.',
          retryAfterSeconds: exportRetrySeconds,
        })
      }
      running++
      const release = () => {
        running--
      }
      try {
        return await sendExport(deps, { request, reply, query: listQueryOf(request.query), release })
      } catch (error) {
        release()
        throw error
      }
    },
  })
}

interface Export {
  request: FastifyRequest
  reply: FastifyReply
  query: ReturnType<typeof listQueryOf>
  release(): void
}

/** Writes no faster than the client reads; a disconnect ends the export. */
async function sendExport(deps: PayoutsDeps, { request, reply, query, release }: Export): Promise<FastifyReply> {
  const caller = callerOf(request)
  await auditExport(deps, caller, { query, origin: addressOf(request) })
  const stream = Readable.from(csvLines(deps, caller, query), { objectMode: false, highWaterMark: 1 })
  stream.once('close', release)
  whenOver(request, reply, () => stream.destroy())
  stream.once('error', (err) => deps.log.error({ err, request_id: request.id }, 'an export failed'))
  const day = deps.clock.now().toISOString().slice(0, 10)
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${query.filters.payType ?? 'transaction'}s-${day}.csv"`)
    .header('cache-control', 'no-store')
    .send(stream)
}
