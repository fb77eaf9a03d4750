import type { Posting } from '../../ledger/rules/ledger.ts'
import type { Policies } from '../../merchants/rules/policies.ts'
import { unreachable } from '../../values/assert.ts'
import type { NotFound, Outcome } from '../../values/outcome.ts'
import type { FeeTerms } from '../../values/point-terms.ts'
import type { PayType, Reason, Status } from '../../values/status.ts'
import { payinTransition } from './payin-transition.ts'
import { payoutTransition } from './payout-transition.ts'

/** The money of one transaction in minor units, as far as the state machine decides about it. */
export interface Amounts {
  /** What counts as paid so far; null until something arrived. While PENDING or EXPIRED it lies in suspense. */
  creditedMinor: bigint | null
  /** All that ever arrived, as the provider adds it up: news with the same total tell nothing new. */
  receivedMinor: bigint
  /** What waits in suspense for the rest of the sum, or for a person. */
  suspenseMinor: bigint
  /**
   * All that the provider took back, as it adds it up; may for a while be more than the books know to have arrived. Of a
   * payout: what came back.
   */
  reversedMinor: bigint
  /** What operators sent back out of suspense. */
  sentBackMinor: bigint
  /** A payout's fee is reserved with it; a pay-in's is taken when it completes. */
  feeMinor: bigint
}

/** What the state machine looks at. */
export interface State extends Amounts {
  payType: PayType
  status: Status
  reason: Reason
  amountMinor: bigint
  policies: Policies
  /** The fee of a pay-in that completes now. */
  terms: FeeTerms
}

/**
 * `silent`: a day without an answer. `not_found`: nothing makes sure that the order is not executed later. `late_check`:
 * it ended as not executed, and the provider could not be asked again.
 */
export type UnresolvedWhy = 'silent' | 'not_found' | 'late_check'

/** News about a transaction: a connector's outcome, an inquiry's answer, the clock, a merchant's or a person's decision. */
export type StatusUpdate =
  | (Outcome & {
      /** The sender's document is another one than the payer's of the order. */
      payerMismatch?: boolean
    })
  /**
   * The provider does not know our key. `conclusive`: the order can no longer be executed, because its deadline has
   * passed, a tombstone bars its key, or the provider promises that this answer is final. `unguaranteed`: nothing will
   * ever make that sure, so a person must decide.
   */
  | (NotFound & { conclusive: boolean; unguaranteed?: true })
  | { kind: 'expire' }
  | { kind: 'cancel' }
  /** Asking does not resolve it: a person must. `silent` where omitted. */
  | { kind: 'unresolved'; why?: UnresolvedWhy }
  /** A second key agreed to a payout, refused it, or nobody did within the time. `late`: the time for a word is over. */
  | { kind: 'approve' | 'refuse'; late?: boolean }
  | { kind: 'approval_expired' }
  /** Two operators decide about money in suspense. */
  /** `suspenseMinor`: what waited when somebody decided; other money is not moved by it. */
  | { kind: 'accept_suspense' | 'return_suspense'; suspenseMinor?: bigint }
  /** Two operators have evidence that a transaction in ERROR did move its money. */
  | { kind: 'operator_completed'; creditedMinor?: bigint }
  /** Two operators looked at what the transaction asks a person for (`why`), and nothing is left to do. */
  | { kind: 'close_attention'; why: string }

/** What becomes of the money with a transition, and whether a person must look. */
export interface Effects extends Amounts {
  postings: readonly Posting[]
  /** Why a person must look; null = nobody must any more; undefined = as before. */
  attention?: string | null
}

export type Transition =
  /** The public status changes: history, ledger and callback follow. */
  | { kind: 'move'; status: Status; reason: Reason; effects: Effects }
  /** Only the finer reason or the amounts change: history and ledger, no callback. */
  | { kind: 'note'; reason: Reason; effects: Effects }
  /** Repeated or late news that changes nothing. */
  | { kind: 'same' }
  /** News that the table forbids: recorded, and a person must look; no money moves by it. */
  | { kind: 'contradiction'; why: string }

/** The whole table of contract section 4 as one pure function: what this news means in this state. */
export function transition(state: State, news: StatusUpdate): Transition {
  switch (state.payType) {
    case 'payin':
      return payinTransition(state, news)
    case 'payout':
      return payoutTransition(state, news)
    default:
      return unreachable(state.payType)
  }
}
