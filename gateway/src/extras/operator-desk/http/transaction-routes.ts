import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CoreDeps } from '../../../core/deps.ts'
import { historyOf } from '../../../core/payments/get-transaction.ts'
import { parseTransactionSearch } from '../../../core/payments/rules/parse-search.ts'
import { instantOfUuid } from '../../../core/platform/ids.ts'
import { cutPage } from '../../../core/platform/page-cursor.ts'
import { refundedPayin } from '../../../core/processing/order-from-row.ts'
import { say } from '../../../core/texts/messages/say.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { Problem } from '../../../core/values/problem.ts'
import { statuses, transactionTypes } from '../../../core/values/status.ts'
import { isoMicroseconds, isoMicrosecondsOrNull, parseInstant } from '../../../core/values/timestamps.ts'
import { instant, startOf } from '../../../core/web/list-query.ts'
import {
  environmentField,
  operatorLimit,
  operatorOf,
  plainField,
  uuidField,
  uuidParameter,
} from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { languageFor, type Say, sayFor } from '../../../core/web/request-context.ts'
import { listProposals } from '../../approvals/read-proposals.ts'
import { payeeOf } from '../../bank-accounts/rules/payee.ts'
import { whyNoRefundAccount } from '../../refunds/refund-account.ts'
import type { TimelineData } from '../../transactions/http/contract/payments.ts'
import { timelineData } from '../../transactions/http/timeline-data.ts'
import { readTimeline } from '../../transactions/read-timeline.ts'
import { possibleActions } from '../actions/transaction.ts'
import { findSharedReference } from '../list-for-operator.ts'
import { readTransfersOfTransaction } from '../store/reads/ledger.ts'
import { readPayee } from '../store/reads/to-pay.ts'
import {
  findTransactionsOfAll,
  type OperatorFilters,
  type OperatorTransactionRow,
  readTransactionOfAll,
  readTransactionsOfAll,
} from '../store/reads/transactions.ts'
import type { OperatorTransactionDetail } from './contract/operator.ts'
import { operatorTransactionData, transferData } from './data.ts'
import { proposalData, proposalViewer } from './proposal-data.ts'

const referenceLengthMax = 255

/** More proposals than one transaction has. */
const proposalsMax = 50

const listQuery = z.object({
  environment: environmentField.optional(),
  merchant_id: uuidField.optional(),
  point_id: uuidField.optional(),
  status: z.enum(statuses).optional(),
  pay_type: z.enum(transactionTypes).optional(),
  service_code: plainField(60).optional(),
  connector_account_id: uuidField.optional(),
  created_from: instant.optional(),
  created_to: instant.optional(),
  limit: operatorLimit,
  cursor: uuidField.optional(),
})

const searchQuery = listQuery.extend({ text: plainField(referenceLengthMax) })

/** Transactions of all merchants. */
export function operatorTransactionRoutes(app: FastifyInstance, deps: CoreDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/transactions', {
    config: { permission: 'operator_read' },
    schema: { querystring: listQuery },
    handler: async (request) => {
      const { limit } = request.query
      const filters = { ...filtersOf(request.query), limit: limit + 1 }
      const behind = filters.before === undefined ? undefined : instantOfUuid(filters.before)
      const page = await deps.database.lists.asOperator(behind, async (db) => await readTransactionsOfAll(db, filters))
      const { items, last } = cutPage(page.rows, limit)
      const next = last?.id ?? page.lookedUpTo
      return success({ items: items.map((row) => operatorTransactionData(row, sayFor(request))), next_cursor: next })
    },
  })
  typed.get('/operator/transactions/search', {
    config: { permission: 'operator_read' },
    schema: { querystring: searchQuery },
    handler: async (request) => {
      const { text, limit } = request.query
      const search = { parsed: parseTransactionSearch(text), filters: filtersOf(request.query), limit: limit + 1 }
      const { items, last } = cutPage(await findTransactionsOfAll(deps.database.engine, search), limit)
      const data = items.map((row) => operatorTransactionData(row, sayFor(request)))
      return success({ items: data, next_cursor: last?.id ?? null })
    },
  })
  typed.get('/operator/transactions/:id', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const { rows } = await listProposals(deps, { transactionId: request.params.id, limit: proposalsMax })
      const viewer = await proposalViewer(deps, { person: operatorOf(request), say: sayFor(request) }, rows)
      return success({
        ...(await readDetail(deps, request.params.id, viewer.say)),
        proposals: rows.map((row) => proposalData(row, viewer)),
      })
    },
  })
  typed.get('/operator/transactions/:id/story', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const row = await findRow(deps, request.params.id)
      const place = { merchantId: row.merchant_id, pointId: row.point_id }
      return success<TimelineData>(
        timelineData(await readTimeline(deps, place, row.id), deps.site.url(), languageFor(request)),
      )
    },
  })
}

function filtersOf(query: Omit<z.output<typeof listQuery>, 'limit'>): OperatorFilters {
  const from = query.created_from === undefined ? undefined : startOf(query.created_from)
  const to = query.created_to === undefined ? undefined : parseInstant(query.created_to)
  return {
    ...(query.environment === undefined ? {} : { environment: query.environment }),
    ...(query.merchant_id === undefined ? {} : { merchantId: query.merchant_id }),
    ...(query.point_id === undefined ? {} : { pointId: query.point_id }),
    ...(query.status === undefined ? {} : { status: query.status }),
    ...(query.pay_type === undefined ? {} : { payType: query.pay_type }),
    ...(query.service_code === undefined ? {} : { serviceCode: query.service_code }),
    ...(query.connector_account_id === undefined ? {} : { connectorAccountId: query.connector_account_id }),
    ...(from ? { createdFrom: from } : {}),
    ...(to ? { createdTo: to } : {}),
    ...(query.cursor === undefined ? {} : { before: query.cursor }),
  }
}

async function readDetail(deps: CoreDeps, id: string, say: Say): Promise<Omit<OperatorTransactionDetail, 'proposals'>> {
  const { engine } = deps.database
  const row = await findRow(deps, id)
  const isLivePayin = row.pay_type === 'payin' && row.environment === 'live'
  const [history, transfers, shared, payee, refunded, mayGiveAccount] = await Promise.all([
    historyOf(deps, { pointId: row.point_id, id: row.id }),
    readTransfersOfTransaction(engine, row.id),
    findSharedReference(deps, row.id),
    readPayee(engine, row.id),
    refundedPayin(engine, row),
    isLivePayin && whyNoRefundAccount(engine, row).then((why) => why === undefined),
  ])
  const text = (minor: bigint) => formatAmount(minor, row.currency)
  return {
    ...operatorTransactionData(row, say),
    expired_at: isoMicrosecondsOrNull(row.expired_at),
    payer_reference: row.payer_reference,
    end_to_end_id: row.end_to_end_id,
    provider_reference: row.provider_reference,
    sender_name: row.sender_name,
    sender_document: row.sender_document,
    details: row.details,
    received: text(row.received_minor),
    reversed: text(row.reversed_minor),
    sent_back: text(row.sent_back_minor),
    fee: text(row.fee_minor),
    history: history.map((entry) => ({ ...entry, at: isoMicroseconds(entry.at) })),
    transfers: transfers.map(transferData),
    shared_reference: shared?.others ?? [],
    possible_actions: [...possibleActions(row), ...(mayGiveAccount ? (['refund_account'] as const) : [])],
    payee: payee ? payeeOf(payee) : null,
    refunded_payment: refunded ? { transaction_id: refunded.id, reference: refunded.reference } : null,
  }
}

async function findRow(deps: CoreDeps, id: string): Promise<OperatorTransactionRow> {
  const row = await readTransactionOfAll(deps.database.engine, id)
  if (!row) throw new Problem('not_found', { message: say('transaction.unknown') })
  return row
}
