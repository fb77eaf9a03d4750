import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { CoreDeps } from '../../../core/deps.ts'
import { toBookedMoney } from '../../../core/ledger/rules/booked-money.ts'
import { amountNumber } from '../../../core/values/money.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { requireBody } from '../../../core/web/json-body.ts'
import { payoutFailed, payoutReplyOf } from '../../../core/web/payout-reply.ts'
import { success } from '../../../core/web/replies.ts'
import { jsonOf } from '../../../core/web/reply-schemas.ts'
import { callerOf } from '../../../core/web/request-context.ts'
import { unknownParametersOf } from '../../../core/web/unknown-parameters.ts'
import { createWithdrawal } from '../create-withdrawal.ts'
import { getWithdrawal, type ListedWithdrawal, listWithdrawals } from '../list-withdrawals.ts'
import { readWithdrawalBody } from '../read-withdrawal.ts'
import { withdrawalReference } from '../rules/withdrawal-reference.ts'
import type { OutsideRow } from '../store/reads/withdrawals.ts'
import {
  createdWithdrawalReply,
  withdrawalBody,
  withdrawalIdParameter,
  withdrawalListQuery,
  withdrawalListReply,
  withdrawalReply,
} from './withdrawal-schemas.ts'

const tags = ['Withdrawals']

/** Whoever may make withdrawals may read them. */
const reads = { scope: 'read', orScope: 'payouts' } as const

/** Withdrawals: made, read and listed (contract section 12). */
export function withdrawalRoutes(app: FastifyInstance, deps: CoreDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post('/withdrawals', {
    config: {
      scope: 'payouts',
      stepUp: 'live',
      warnsOfParameters: true,
      signed: true,
      refusals: [
        'reference_conflict',
        'service_not_enabled',
        'too_many_open',
        'insufficient_funds',
        'not_in_this_state',
      ],
    },
    schema: {
      operationId: 'createWithdrawal',
      tags,
      summary: 'Take money out, to your own confirmed account',
      description:
        'The account is set and confirmed by two people on the page, never by an API key. The money moves as a payout with its ' +
        'states, limits and approvals. Sent again with the same reference and content, it never pays twice.',
      body: withdrawalBody,
      response: {
        200: {
          description: 'A repeated reference: the withdrawal as it stands',
          content: jsonOf(createdWithdrawalReply),
        },
        201: { description: 'Accepted', content: jsonOf(createdWithdrawalReply) },
      },
    },
    handler: async (request, reply) => await createAnyWithdrawal(deps, request, reply),
  })
  readRoutes(app, deps)
}

function readRoutes(app: FastifyInstance, deps: CoreDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/withdrawals', {
    config: reads,
    schema: {
      operationId: 'listWithdrawals',
      tags,
      summary: 'List withdrawals, newest first',
      querystring: withdrawalListQuery,
      response: { 200: { description: 'A page', content: jsonOf(withdrawalListReply) } },
    },
    handler: async (request) => {
      const { items, nextCursor } = await listWithdrawals(deps, callerOf(request), request.query)
      return success({ items: items.map(withdrawalData), next_cursor: nextCursor })
    },
  })
  typed.get('/withdrawals/:id', {
    config: reads,
    schema: {
      operationId: 'getWithdrawal',
      tags,
      summary: 'Read one withdrawal',
      params: withdrawalIdParameter,
      response: { 200: { description: 'The withdrawal', content: jsonOf(withdrawalReply) } },
    },
    handler: async (request) =>
      success(withdrawalData(await getWithdrawal(deps, callerOf(request), request.params.id))),
  })
}

async function createAnyWithdrawal(deps: CoreDeps, request: FastifyRequest, reply: FastifyReply) {
  const caller = callerOf(request)
  const { request: wanted, warnings: found } = readWithdrawalBody(requireBody(request.body))
  const warnings = [...found, ...unknownParametersOf(request)]
  const { transaction, replayed } = await createWithdrawal(deps, caller, wanted)
  request.transactionId = transaction.id
  if (replayed) reply.header('idempotent-replayed', 'true')
  reply.code(replayed ? 200 : 201)
  const data = withdrawalData(await getWithdrawal(deps, caller, transaction.id))
  return payoutReplyOf(reply, { transaction, data, warnings, failed: payoutFailed }, deps)
}

/** One withdrawal in replies. Amounts in the units of the currency. */
function withdrawalData(row: ListedWithdrawal) {
  if ('how' in row) return outsideData(row)
  const booked = toBookedMoney(row.booked_money)
  return {
    withdrawal_id: row.id,
    purpose: 'withdrawal' as const,
    reference: withdrawalReference(row.reference),
    service_code: row.service_code,
    amount: amountNumber(row.amount_minor, row.currency),
    currency: row.currency,
    fee: booked && amountNumber(booked.feeMinor, row.currency),
    net: booked && amountNumber(booked.netMinor, row.currency),
    status: row.status,
    status_reason: row.reason,
    withdrawal_account_id: row.withdrawal_account_id,
    account: row.details['account'] ?? null,
    paid_outside: null,
    provider_reference: row.provider_reference,
    created_at: isoMicroseconds(row.created_at),
    updated_at: isoMicroseconds(row.updated_at),
  }
}

function outsideData(row: OutsideRow) {
  const amount = amountNumber(row.amount_minor, row.currency)
  const createdAt = isoMicroseconds(row.created_at)
  return {
    ...{ withdrawal_id: row.id, purpose: 'withdrawal' as const, reference: row.reference },
    ...{ service_code: null, amount, currency: row.currency, fee: 0, net: -amount },
    ...{ status: 'COMPLETED' as const, status_reason: 'paid' as const },
    ...{ withdrawal_account_id: null, account: null, paid_outside: row.how, provider_reference: null },
    ...{ created_at: createdAt, updated_at: createdAt },
  }
}
