import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CoreDeps } from '../../../core/deps.ts'
import { cutPage } from '../../../core/platform/page-cursor.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { byteOrderMark, csvLine } from '../../../core/web/csv.ts'
import { readBody } from '../../../core/web/json-body.ts'
import {
  environmentField,
  noteField,
  operatorActor,
  operatorLimit,
  uuidField,
} from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { sayFor } from '../../../core/web/request-context.ts'
import { type AssignmentRow, giveBackQueueItem, listAssignments, takeQueueItem } from '../assign-queue-item.ts'
import { listForOperator, listSharedReferences, listToPay, suspenseSums } from '../list-for-operator.ts'
import { queueKinds } from '../rules/queue-kinds.ts'
import { readInSuspense, withNames } from '../store/reads/ledger.ts'
import type { QueueAssignmentData, ReviewQueueData, SuspenseData } from './contract/books.ts'
import type { ToPayPage } from './contract/operator.ts'
import { operatorTransactionData } from './data.ts'
import { toPayData, toPayHeader, toPayLine } from './to-pay-data.ts'

const reviewQueueQuery = z.object({ cursor: uuidField.optional() })
const toPayQuery = z.object({ limit: operatorLimit, cursor: uuidField.optional() })
const suspenseQuery = z.object({
  environment: environmentField.optional(),
  limit: operatorLimit,
  cursor: uuidField.optional(),
})

const itemBody = z.object({ kind: z.enum(queueKinds), item_id: uuidField })
const takeBody = itemBody.extend({ taken_from: uuidField.optional(), note: noteField(500).optional() })

/** Rows of the file of the queue. */
const fileRowsMax = 5_000

/** The review queue, the queue of what people pay, money in suspense, and who works on what. */
export function operatorQueueRoutes(app: FastifyInstance, deps: CoreDeps): void {
  assignmentRoutes(app, deps)
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/attention', {
    config: { permission: 'operator_read' },
    schema: { querystring: reviewQueueQuery },
    handler: async (request) => {
      const { cursor } = request.query
      const page = await listForOperator(deps, cursor)
      const shared = cursor === undefined ? await listSharedReferences(deps) : []
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
  typed.get('/operator/to-pay', {
    config: { permission: 'operator_read' },
    schema: { querystring: toPayQuery },
    handler: async (request) => {
      const { cursor, limit } = request.query
      const page = await listToPay(deps, { after: cursor, limit })
      const data: ToPayPage = { items: page.rows.map(toPayData), next_cursor: page.next ?? null, total: page.total }
      return success(data)
    },
  })
  typed.get('/operator/to-pay.csv', {
    config: { permission: 'operator_read' },
    handler: async (_request, reply) => {
      const { rows, next } = await listToPay(deps, { limit: fileRowsMax })
      reply.header('content-disposition', 'attachment; filename="to-pay.csv"').type('text/csv; charset=utf-8')
      const cut = next === undefined ? '' : csvLine([`Not complete: a file holds at most ${fileRowsMax} rows.`])
      return byteOrderMark + toPayHeader + rows.map(toPayLine).join('') + cut
    },
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

function assignmentRoutes(app: FastifyInstance, deps: CoreDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/queue', {
    config: { permission: 'operator_read' },
    handler: async () => success({ items: (await listAssignments(deps)).map(assignmentData) }),
  })
  typed.post('/operator/queue/take', {
    config: { permission: 'operator_act' },
    handler: async (request) => {
      const { kind, item_id: itemId, taken_from: takenFrom = null, note = null } = readBody(takeBody, request.body).body
      await takeQueueItem(deps, { kind, itemId, takenFrom, note, by: operatorActor(request) })
      return success({})
    },
  })
  typed.post('/operator/queue/give-back', {
    config: { permission: 'operator_act' },
    handler: async (request) => {
      const { kind, item_id: itemId } = readBody(itemBody, request.body).body
      await giveBackQueueItem(deps, { kind, itemId, by: operatorActor(request) })
      return success({})
    },
  })
}

function assignmentData(row: AssignmentRow): QueueAssignmentData {
  return {
    kind: row.kind,
    item_id: row.item_id,
    person: { user_id: row.user_id, name: row.user_name },
    note: row.note,
    taken_at: isoMicroseconds(row.taken_at),
  }
}
