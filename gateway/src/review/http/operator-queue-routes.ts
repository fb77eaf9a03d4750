import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { countWaitingProposals, listProposals } from '../../approvals/read-proposals.ts'
import type { PayoutsDeps } from '../../payouts/deps.ts'
import { cutPage } from '../../platform/page-cursor.ts'
import type { Environment } from '../../values/environment.ts'
import { environmentField, operatorLimit, operatorOf, uuidField } from '../../web/operator-query.ts'
import { success } from '../../web/replies.ts'
import { sayFor } from '../../web/request-context.ts'
import { deskCountMax, listForOperator, listSharedReferences, suspenseSums } from '../list-for-operator.ts'
import { readInSuspense, withNames } from '../store/reads/operator-ledger.ts'
import type { ReviewQueueData, SuspenseData, WorkData } from './contract/operator-books.ts'
import { operatorTransactionData } from './operator-data.ts'
import { proposalData, proposalViewer } from './operator-proposal-data.ts'

/** The oldest of each kind that the desk shows: more stand on the pages of the kinds. */
const workMax = 12

const reviewQueueQuery = z.object({
  environment: environmentField.optional(),
  limit: operatorLimit,
  cursor: uuidField.optional(),
})
const workQuery = z.object({ environment: environmentField })
const suspenseQuery = z.object({
  environment: environmentField.optional(),
  limit: operatorLimit,
  cursor: uuidField.optional(),
})

/** The review queue, and money in suspense. */
export function operatorQueueRoutes(app: FastifyInstance, deps: PayoutsDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/attention', {
    config: { permission: 'operator_read' },
    schema: { querystring: reviewQueueQuery },
    handler: async (request) => {
      const { environment, limit, cursor } = request.query
      const page = await listForOperator(deps, { environment, after: cursor, limit, countedMax: deskCountMax })
      // Only live orders are compared.
      const shared = cursor === undefined && environment !== 'test' ? await listSharedReferences(deps) : []
      const data: ReviewQueueData = {
        items: (await withNames(deps.database.engine, page.rows)).map((row) =>
          operatorTransactionData(row, sayFor(request)),
        ),
        next_cursor: page.next ?? null,
        total: page.total,
        shared: shared.map(({ id, ...each }) => ({ transaction_id: id, ...each })),
      }
      return success(data)
    },
  })
  typed.get('/operator/work', {
    config: { permission: 'operator_read' },
    schema: { querystring: workQuery },
    handler: async (request) => success(await workOf(deps, request, request.query.environment)),
  })
  typed.get('/operator/suspense', {
    config: { permission: 'operator_read' },
    schema: { querystring: suspenseQuery },
    handler: async (request) => {
      const { environment, cursor, limit } = request.query
      const rows = await readInSuspense(deps.database.engine, { environment, after: cursor, limit: limit + 1 })
      const { items, last } = cutPage(rows, limit)
      const data: SuspenseData = {
        items: items.map((row) => operatorTransactionData(row, sayFor(request))),
        next_cursor: last?.id ?? null,
        sums: await suspenseSums(deps),
      }
      return success(data)
    },
  })
}

async function workOf(deps: PayoutsDeps, request: FastifyRequest, environment: Environment): Promise<WorkData> {
  const [reviews, proposals, openProposals] = await Promise.all([
    listForOperator(deps, { environment, limit: workMax, countedMax: deskCountMax }),
    listProposals(deps, { open: true, environment, oldestFirst: true, limit: workMax }),
    countWaitingProposals(deps, environment, deskCountMax),
  ])
  const viewer = await proposalViewer(deps, { person: operatorOf(request), say: sayFor(request) }, proposals.rows)
  return {
    environment,
    reviews: {
      items: (await withNames(deps.database.engine, reviews.rows)).map((row) =>
        operatorTransactionData(row, sayFor(request)),
      ),
      total: reviews.total,
    },
    proposals: { items: proposals.rows.map((row) => proposalData(row, viewer)), total: openProposals },
  }
}
