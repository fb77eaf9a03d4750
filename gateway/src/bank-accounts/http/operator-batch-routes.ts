import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PlatformDeps } from '../../platform/deps.ts'
import { formatAmount } from '../../values/money.ts'
import { isoMicroseconds, isoMicrosecondsOrNull } from '../../values/timestamps.ts'
import { readBody } from '../../web/json-body.ts'
import {
  environmentField,
  operatorActor,
  operatorLimit,
  plainField,
  uuidField,
  uuidParameter,
} from '../../web/operator-query.ts'
import { success } from '../../web/replies.ts'
import { itemsPerBatchMax, makeBatch } from '../batches/make-batch.ts'
import { cancelBatch, handOverBatch } from '../batches/order-batch.ts'
import {
  type BatchDetail,
  type PayingAccount,
  type ShownBatch,
  type ShownItem,
  showBatch,
  showBatchDebits,
  showBatches,
  showPayingAccounts,
} from '../batches/show-batches.ts'
import type {
  BatchStepData,
  MadePaymentBatchData,
  PayingAccountData,
  PaymentBatchData,
  PaymentBatchDebitData,
  PaymentBatchDetailData,
  PaymentBatchItemData,
} from './contract/operator-batches.ts'

const listQuery = z.object({
  account: uuidField.optional(),
  environment: environmentField.optional(),
  limit: operatorLimit,
  cursor: uuidField.optional(),
})
const accountsQuery = z.object({ environment: environmentField })
const makeBody = z.object({
  bank_account_id: uuidField,
  transaction_ids: z.array(uuidField).min(1).max(itemsPerBatchMax).optional(),
  /** Payouts from before a restore were looked for at the bank and are not paid. */
  checked_at_bank: z.boolean().optional(),
})
const cancelBody = z.object({ note: plainField(500).optional() })

/** Payment files: made, shown, downloaded, and cancelled as drafts. The approval, and the end of an approved one, are proposals. */
export function operatorBatchRoutes(app: FastifyInstance, deps: Pick<PlatformDeps, 'database' | 'clock'>): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/payment-batches', {
    config: { permission: 'operator_read' },
    schema: { querystring: listQuery },
    handler: async (request) => {
      const { account: bankAccountId, environment, limit, cursor: before } = request.query
      const { batches, next } = await showBatches(deps, { bankAccountId, environment, before, limit })
      return success({ items: batches.map(batchData), next_cursor: next })
    },
  })
  typed.get('/operator/payment-batches/accounts', {
    config: { permission: 'operator_read' },
    schema: { querystring: accountsQuery },
    handler: async (request) => {
      const rows = await showPayingAccounts(deps, request.query.environment)
      return success({ items: rows.map(payingData) })
    },
  })
  typed.get('/operator/payment-batches/:id', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter },
    handler: async (request) => success(detailData(await showBatch(deps, request.params.id))),
  })
  typed.get('/operator/payment-batches/:id/debits', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const debits = await showBatchDebits(deps, request.params.id)
      const items = debits.map(
        ({ row, amount, pays }): PaymentBatchDebitData => ({
          ...{ bank_line_id: row.id, booking_day: row.booking_day, amount, text: row.text, pays },
        }),
      )
      return success({ items })
    },
  })
  typed.post('/operator/payment-batches', {
    config: { permission: 'operator_act' },
    handler: async (request, reply) => {
      const { body } = readBody(makeBody, request.body)
      const { bank_account_id: bankAccountId, transaction_ids: transactionIds, checked_at_bank: checkedAtBank } = body
      const wish = { bankAccountId, transactionIds, checkedAtBank }
      const { batchId, number, leftOut, more } = await makeBatch(deps, wish, operatorActor(request))
      const data: MadePaymentBatchData = {
        ...{ payment_batch_id: batchId, number, more },
        left_out: leftOut.map(({ transactionId, why }) => ({ transaction_id: transactionId, why })),
      }
      return reply.code(201).send(success(data))
    },
  })
  stepRoutes(app, deps)
}

function stepRoutes(app: FastifyInstance, deps: Pick<PlatformDeps, 'database' | 'clock'>): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.post('/operator/payment-batches/:id/cancel', {
    config: { permission: 'operator_act', stepUp: true },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const { body } = readBody(cancelBody, request.body)
      const { note: evidence } = body
      await cancelBatch(deps, request.params.id, { actor: operatorActor(request), evidence })
      return success(detailData(await showBatch(deps, request.params.id)))
    },
  })
  // The first call hands the file over, before any byte leaves.
  typed.get('/operator/payment-batches/:id/file', {
    // A HEAD would hand the file over without its bytes.
    exposeHeadRoute: false,
    config: { permission: 'operator_act', stepUp: true },
    schema: { params: uuidParameter },
    handler: async (request, reply) => {
      const { name, content, sha256 } = await handOverBatch(deps, request.params.id, operatorActor(request))
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .header('x-content-sha256', sha256)
        .send(content)
    },
  })
}

function payingData(row: PayingAccount): PayingAccountData {
  return {
    bank_account_id: row.id,
    name: row.bank_name ?? row.holder,
    currency: row.currency,
    template: row.payout_settings ?? null,
    waiting_payouts: row.waiting_count,
    waiting_total: formatAmount(row.waiting_minor, row.currency),
  }
}

function batchData({ row, state, total, open }: ShownBatch): PaymentBatchData {
  const { file_name: name, sha256, size_bytes: size } = row
  return {
    payment_batch_id: row.id,
    bank_account_id: row.bank_account_id,
    bank_name: row.bank_name,
    environment: row.environment,
    number: row.number,
    message_id: row.message_id,
    state,
    payouts: row.item_count,
    total,
    currency: row.currency,
    open_payouts: row.open_count,
    open_total: open,
    unpaid_payouts: row.unpaid_count,
    arrives_by: row.execution_day,
    cutoff_at: isoMicrosecondsOrNull(row.cutoff_at),
    made: { by: row.made_by, at: isoMicroseconds(row.made_at) },
    approved: stepData(row.approved_by, row.approved_at),
    handed_over: stepData(row.handed_over_by, row.handed_over_at),
    cancelled: stepData(row.cancelled_by, row.cancelled_at),
    file: name === null || !sha256 ? null : { name, sha256: sha256.toString('hex'), size_bytes: size ?? 0 },
  }
}

function stepData(by: string | null, at: Date | null): BatchStepData | null {
  return by === null || at === null ? null : { by, at: isoMicroseconds(at) }
}

function detailData(detail: BatchDetail): PaymentBatchDetailData {
  const { items, preview, blocked } = detail
  return { ...batchData(detail), items: items.map(itemData), preview, blocked: blocked ?? null }
}

function itemData({ row, state, amount, account }: ShownItem): PaymentBatchItemData {
  const { details } = row
  return {
    position: row.position,
    transaction_id: row.transaction_id,
    reference: row.reference,
    point: row.point_name,
    service_code: row.service_code,
    instruction_key: row.instruction_key,
    amount,
    state,
    beneficiary: details['account_beneficiary'] ?? null,
    account,
    code: row.code,
    text: row.text,
  }
}
