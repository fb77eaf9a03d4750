import { toBookedMoney } from '../../../core/ledger/rules/booked-money.ts'
import { textOf } from '../../../core/texts/messages/say.ts'
import { amountNumber } from '../../../core/values/money.ts'
import type { PayoutFailure } from '../../../core/values/payout-failure.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import type { FailedWords } from '../../../core/web/payout-reply.ts'
import { say } from '../messages/en.ts'
import type { RefundRow } from '../store/reads/refunds.ts'

/** One refund in replies. Amounts in the units of the currency. */
export function refundData(row: RefundRow) {
  const booked = toBookedMoney(row.booked_money)
  return {
    refund_id: row.id,
    payment_id: row.payin_id,
    reference: row.reference,
    amount: amountNumber(row.amount_minor, row.currency),
    currency: row.currency,
    service_code: row.service_code,
    status: row.status,
    status_reason: row.reason,
    reason: row.details['refund_reason'] ?? null,
    fee_returned: amountNumber(row.status === 'COMPLETED' ? row.fee_minor : 0n, row.currency),
    net: booked && amountNumber(booked.netMinor, row.currency),
    metadata: row.metadata ?? undefined,
    provider_reference: row.provider_reference,
    created_at: isoMicroseconds(row.created_at),
    updated_at: isoMicroseconds(row.updated_at),
  }
}

/** Of the codes of a payout those that a refund has words of its own for. */
const named = [
  'declined',
  'insufficient_funds',
  'invalid_account',
  'not_executed',
  'rejected_by_approver',
  'approval_expired',
  'returned',
] as const

/** A refund that failed, in the words of its reply. */
export const refundFailed: FailedWords<'refund_failed'> = {
  type: 'refund_failed',
  messageOf: (language, code: PayoutFailure) => {
    const known = named.find((each) => each === code)
    return textOf(known ? say(`refund.${known}`) : say('refund.other', { reason: code }), language)
  },
}
