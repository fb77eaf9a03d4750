import type { Environment } from '../../values/environment.ts'

/**
 * What the point does with money that is late, too much, from another payer, or taken back. `hold` = an operator
 * decides.
 */
export interface Policies {
  late: 'accept_late' | 'hold'
  overpaid: 'accept' | 'hold'
  payerMismatch: 'accept_flagged' | 'hold'
  reversal: 'keep_completed' | 'error'
  /** Whether the fee of a payout that was returned in full is refunded. */
  returnedFee: 'keep' | 'give_back'
  /** Whether a refund gives its share of the pay-in's fee back to the merchant. */
  refundFee: 'keep' | 'give_back'
}

/**
 * The policies of a point that has set none (contract section 4). A pay-in that its rail takes back in full ends as
 * ERROR. A card payment stays COMPLETED: it is disputed, and the money may come back.
 */
export function defaultPolicies(environment: Environment, { card = false } = {}): Policies {
  return {
    late: 'accept_late',
    overpaid: 'accept',
    payerMismatch: environment === 'live' ? 'hold' : 'accept_flagged',
    reversal: card ? 'keep_completed' : 'error',
    returnedFee: 'keep',
    refundFee: 'keep',
  }
}
