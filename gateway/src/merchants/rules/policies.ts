import type { Environment } from '../../values/environment.ts'

/** What a point wants done with money that is late, too much, from somebody else, or taken back. `hold` = ask a person. */
export interface Policies {
  late: 'accept_late' | 'hold'
  overpaid: 'accept' | 'hold'
  payerMismatch: 'accept_flagged' | 'hold'
  reversal: 'keep_completed' | 'error'
  /** Whether the fee of a payout that came back whole is given back. */
  returnedFee: 'keep' | 'give_back'
}

/**
 * The policies of a point that has set none (contract section 4). What a rail takes back whole ends as ERROR. A card payment
 * stays COMPLETED: what is taken back there is disputed, and may come back.
 */
export function defaultPolicies(environment: Environment, { card = false } = {}): Policies {
  return {
    late: 'accept_late',
    overpaid: 'accept',
    payerMismatch: environment === 'live' ? 'hold' : 'accept_flagged',
    reversal: card ? 'keep_completed' : 'error',
    returnedFee: 'keep',
  }
}
