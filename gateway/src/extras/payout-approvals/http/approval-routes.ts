import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CoreDeps } from '../../../core/deps.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { cursorField, limitField } from '../../../core/web/list-query.ts'
import { actorData, success } from '../../../core/web/replies.ts'
import { callerOf } from '../../../core/web/request-context.ts'
import type {
  ApprovalData,
  ApprovalLimitsData,
  ApprovalsData,
  PayoutSumsData,
} from '../../point-settings/http/contract/settings.ts'
import { type Approval, listApprovalLimits, listApprovals } from '../list-approvals.ts'

/** The page looks up every maker, so it is one screen long. */
const pageLengthMax = 50

const query = z.object({
  limit: limitField({ max: pageLengthMax }),
  cursor: cursorField,
})

/** Payouts that wait for approval: …/approvals. Decisions use the merchant API's …/payments/:id/approve|reject. */
export function approvalRoutes(app: FastifyInstance, deps: CoreDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/approvals/limits', {
    config: { scope: 'read' },
    handler: async (request) => {
      const limits = await listApprovalLimits(deps, callerOf(request))
      return success<ApprovalLimitsData>({
        limits: limits.map(({ currency, approval_above_minor: above }) => ({
          currency,
          above: formatAmount(above, currency),
        })),
      })
    },
  })
  typed.get('/approvals', {
    config: { scope: 'read' },
    schema: { querystring: query },
    handler: async (request) => {
      const { limit, cursor } = request.query
      const found = await listApprovals(deps, callerOf(request), { limit, cursor })
      const data: ApprovalsData = { items: found.items.map(approvalData), next_cursor: found.nextCursor }
      return success(data)
    },
  })
}

function approvalData(row: Approval): ApprovalData {
  const { currency, details } = row
  return {
    transaction_id: row.id,
    refund: refundOf(row),
    reference: row.reference,
    service_code: row.service_code,
    amount: formatAmount(row.amount_minor, currency),
    currency,
    account_type: details['account_type'] ?? null,
    account: details['account'] ?? null,
    beneficiary: details['account_beneficiary'] ?? null,
    document: details['account_doc_id'] ?? null,
    created_at: isoMicroseconds(row.created_at),
    lapses_at: isoMicroseconds(row.approval_until),
    created_by: actorData(row.createdBy),
    may_decide: row.mayDecide,
    to_account: {
      ...sumsData({ count: row.paid_count, totalMinor: row.paid_minor }, currency),
      last_paid_at: row.last_paid_at && isoMicroseconds(row.last_paid_at),
    },
    last_30_days: sumsData(row.last30Days, currency),
  }
}

function refundOf({
  payin_id: id,
  payin_reference: reference,
  party_name: payer,
  details,
}: Approval): ApprovalData['refund'] {
  if (id === null || reference === null) return null
  return { payment_id: id, payment_reference: reference, payer, reason: details['refund_reason'] ?? null }
}

function sumsData(sums: { count: number; totalMinor: bigint }, currency: CurrencyCode): PayoutSumsData {
  const { count, totalMinor } = sums
  return {
    count,
    total: formatAmount(totalMinor, currency),
    // Whole minor units are exact enough for an average.
    average: count === 0 ? null : formatAmount(totalMinor / BigInt(count), currency),
  }
}
