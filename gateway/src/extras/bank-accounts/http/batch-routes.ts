import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { isoMicroseconds, isoMicrosecondsOrNull } from '../../../core/values/timestamps.ts'
import { cursorField } from '../../../core/web/list-query.ts'
import { operatorActor, operatorLimit, uuidParameter } from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { type Batch, requireBatch } from '../batches/make-batch.ts'
import { type ReadyAccount, showBatch, showBatches, showReady } from '../batches/show-batches.ts'
import { takeFile } from '../batches/take-file.ts'
import type { BatchData, BatchFileData, BatchItemsPage, ReadyData } from './contract/batches.ts'

const listQuery = z.object({ limit: operatorLimit, cursor: cursorField })
/** The last position of the page before. */
const itemsQuery = z.object({
  limit: operatorLimit,
  cursor: z
    .string()
    .regex(/^\d{1,4}$/)
    .optional(),
})

/** Payment files of own accounts: what they hold, and the bytes. */
export function batchRoutes(app: FastifyInstance, deps: Pick<PlatformDeps, 'database' | 'clock' | 'secretBox'>): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/bank-batches', {
    config: { permission: 'operator_read' },
    schema: { querystring: listQuery },
    handler: async (request) => {
      const { limit, cursor } = request.query
      const { items, nextCursor } = await showBatches(deps, { limit, cursor })
      return success({ items: items.map(batchData), next_cursor: nextCursor })
    },
  })
  typed.get('/operator/bank-batches/ready', {
    config: { permission: 'operator_read' },
    handler: async () => success({ items: (await showReady(deps)).map(readyData) }),
  })
  typed.get('/operator/bank-batches/:id', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter },
    handler: async (request) => success(batchData(await requireBatch(deps, request.params.id))),
  })
  typed.get('/operator/bank-batches/:id/items', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter, querystring: itemsQuery },
    handler: async (request) => {
      const { limit, cursor } = request.query
      const page = { batchId: request.params.id, after: Number(cursor ?? 0), limit }
      const { batch, items, next } = await showBatch(deps, page)
      const data: BatchItemsPage = {
        items: items.map(({ amount_minor, reference: write, merchant_reference: reference, ...item }) => ({
          ...item,
          ...{ reference, write, amount: formatAmount(amount_minor, batch.currency) },
        })),
        next_cursor: next === null ? null : String(next),
      }
      return success(data)
    },
  })
  // A change: the first time the bank may have the file from now on.
  typed.post('/operator/bank-batches/:id/file', {
    config: { permission: 'operator_act', stepUp: true, emptyBody: true },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const batch = await requireBatch(deps, request.params.id)
      const bytes = await takeFile(deps, batch, operatorActor(request))
      const name = `batch-${batch.number}-${batch.execution_day}.csv`
      return success<BatchFileData>({ name, content: bytes.toString('base64') })
    },
  })
}

function batchData(row: Batch): BatchData {
  const { number, state, items, live, execution_day, made_by, approved_by, handed_over_by } = row
  return {
    ...{ batch_id: row.id, bank_account_id: row.bank_account_id, bank: row.bank_name, holder: row.holder },
    ...{ environment: row.environment, currency: row.currency, number, state, items, live, execution_day },
    total: formatAmount(row.total_minor, row.currency),
    sha256: row.sha256.toString('hex'),
    ...{ made_by, approved_by, handed_over_by },
    created_at: isoMicroseconds(row.created_at),
    handed_over_at: isoMicrosecondsOrNull(row.handed_over_at),
  }
}

function readyData({ account, items, totalMinor, executionDay }: ReadyAccount): ReadyData {
  const { id, bank_name: bank, holder, environment, currency, cutoff, time_zone } = account
  return {
    ...{ bank_account_id: id, bank, holder, environment, currency, items, time_zone },
    total: formatAmount(totalMinor, currency),
    cutoff: cutoff?.slice(0, 5) ?? null,
    execution_day: executionDay,
  }
}
