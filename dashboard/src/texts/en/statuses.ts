import type { Reason, Status } from '../../../../gateway/src/core/web/contract/words.ts'

/** Statuses of transactions in a word, and why in a sentence. */
export const statuses = {
  status: {
    PENDING: 'Pending',
    COMPLETED: 'Completed',
    ERROR: 'Failed',
    EXPIRED: 'Expired',
  } satisfies Record<Status, string>,
  reason: {
    declined: 'Declined',
    insufficient_funds: 'Insufficient funds',
    invalid_account: 'The account does not exist or takes no money',
    expired_card: 'The card has expired',
    authentication_failed: 'The payer did not prove who they are',
    processing_error: 'The provider could not process it',
    limit_exceeded: 'Above a limit',
    compliance: 'Refused for compliance',
    not_executed: 'The bank did not execute it',
    cancelled: 'Cancelled',
    other: 'Refused for another reason',
    awaiting_payment: 'Waits for the payer',
    awaiting_3ds: 'Waits for the cardholder’s confirmation',
    awaiting_approval: 'Waits for approval',
    awaiting_confirmation: 'The money is being checked',
    waits_for_operator: 'The operator pays it at the bank',
    submitted: 'With the provider',
    outcome_unknown: 'Outcome unknown: we keep asking the provider',
    needs_operator: 'The operator looks into it',
    paid: 'Paid',
    paid_late: 'Paid late',
    underpaid: 'Paid too little',
    overpaid: 'Paid too much',
    payer_mismatch: 'Paid by somebody else',
    expired: 'Nobody paid in time',
    rejected_by_approver: 'Rejected by an approver',
    approval_expired: 'Nobody approved it in time',
    returned: 'Returned',
    partially_returned: 'Partly returned',
    reversed: 'Reversed',
    refunded: 'Refunded',
    partially_refunded: 'Refunded in part',
  } satisfies Record<Reason, string>,
  /** Of a refund, where the words of payments would say something else. */
  ofRefund: { paid: 'Refunded', returned: 'Came back', partially_returned: 'Came back in part' } as Partial<
    Record<Reason, string>
  >,
}
