import type { Posting } from '../../ledger/rules/ledger.ts'
import type { Policies } from '../../merchants/rules/policies.ts'
import type { NotFound, Outcome } from '../../values/outcome.ts'
import type { FeeTerms } from '../../values/point-terms.ts'
import type { Reason, Status, TransactionType } from '../../values/status.ts'

/** The money of one transaction in minor units, as far as the state machine decides about it. */
export interface Amounts {
  /** Paid so far; null until something arrived. While PENDING or EXPIRED it is in suspense. */
  creditedMinor: bigint | null
  /** Total received, as the provider reports it; an update with the same total changes nothing. */
  receivedMinor: bigint
  /** In suspense: waits for the rest of the amount or for an operator. */
  suspenseMinor: bigint
  /**
   * Total reversed, as the provider reports it; temporarily it may exceed the recorded arrivals. Of a payout: total
   * returned.
   */
  reversedMinor: bigint
  /** Sent back out of suspense by operators. */
  sentBackMinor: bigint
  /**
   * A payout's fee is reserved with its amount; a pay-in's fee is charged on completion. Of a refund: the share of the
   * pay-in's fee that is given back on completion.
   */
  feeMinor: bigint
}

/** Input of the state machine. */
export interface State extends Amounts {
  payType: TransactionType
  status: Status
  reason: Reason
  amountMinor: bigint
  policies: Policies
  /** Fee terms of a pay-in that completes now. */
  terms: FeeTerms
}

/**
 * `silent`: no answer for a day. `not_found`: nothing guarantees that the order is not executed later. `late_check`:
 * the order ended as not executed, and later inquiries got no answer.
 */
export type UnresolvedWhy = 'silent' | 'not_found' | 'late_check'

/**
 * A report about a transaction: a connector's outcome, an inquiry's answer, the clock, a merchant's or a person's
 * decision.
 */
export type StatusUpdate =
  | (Outcome & {
      /** The sender's document differs from the payer's document of the order. */
      payerMismatch?: boolean
    })
  /**
   * The provider does not know the key. `conclusive`: the order can no longer be executed, because its deadline has
   * passed, a tombstone blocks its key, or the provider guarantees that this answer is final. `unguaranteed`: no such
   * guarantee exists, so an operator must decide.
   */
  | (NotFound & { conclusive: boolean; unguaranteed?: true })
  | { kind: 'expire' }
  | { kind: 'cancel' }
  /** Inquiries do not resolve it: an operator must. `silent` where omitted. */
  | { kind: 'unresolved'; why?: UnresolvedWhy }
  /** A bank's line holds the reference of the order, and a person must say whether it pays it. */
  | { kind: 'line_waits' }
  /**
   * A second key approved or refused a payout, or its approval expired. `late`: the decision came after the expiry. `by`: a
   * person makes it at the bank.
   */
  | { kind: 'approve' | 'refuse'; late?: boolean; by?: 'operator' }
  | { kind: 'approval_expired' }
  /**
   * Two operators decide about money in suspense. `suspenseMinor`: the amount at the decision; if it has changed,
   * nothing moves.
   */
  | { kind: 'accept_suspense' | 'return_suspense'; suspenseMinor?: bigint }
  /** Two operators confirm that a transaction in ERROR did move its money. */
  | { kind: 'operator_completed'; creditedMinor?: bigint }
  /** Two operators close the review with reason `why`. */
  | { kind: 'close_attention'; why: string }

/** The amounts, ledger postings and review reason of a transition. */
export interface Effects extends Amounts {
  postings: readonly Posting[]
  /** Review reason; null = review ended; undefined = unchanged. */
  attention?: string | null
}

export type Transition =
  /** The public status changes: history, ledger and callback follow. */
  | { kind: 'move'; status: Status; reason: Reason; effects: Effects }
  /** Only the finer reason or the amounts change: history and ledger, no callback. */
  | { kind: 'note'; reason: Reason; effects: Effects }
  /** A repeated or late update that changes nothing. */
  | { kind: 'same' }
  /** An update that the table forbids: recorded and put under review; no money moves. */
  | { kind: 'contradiction'; why: string }
