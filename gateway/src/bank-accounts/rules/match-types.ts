/** What matching needs of one line of a bank statement. Amounts are minor units, days `2030-06-14`. */
export interface LineToMatch {
  connectorAccountId: string
  sign: 'C' | 'D'
  amountMinor: bigint
  currency: string
  bookingDay: string
  /** The bank calls it a reversal. */
  reversal: boolean
  /** An announcement of the bank that may come again with another id: never automatic. */
  isHint: boolean
  /** Several payments that cannot be told apart: never automatic. */
  isLump?: boolean | undefined
  bankRef?: string | undefined
  endToEndId?: string | undefined
  txId?: string | undefined
  /** A column of the bank that holds the payer's reference and nothing else. */
  structuredReference?: string | undefined
  text: string
  partyName?: string | undefined
  partyDocument?: string | undefined
  partyAccount?: string | undefined
}

/** A pay-in that a line may pay. */
export interface MatchCandidate {
  transactionId: string
  connectorAccountId: string
  currency: string
  /** `PENDING`, `EXPIRED`, `COMPLETED` or `ERROR`. */
  state: string
  expectedMinor: bigint
  receivedMinor: bigint
  createdDay: string
  /** The day of its final status. */
  endedDay?: string | undefined
  /** The reference of its instructions. */
  targetReference?: string | undefined
  isNumericReference: boolean
  /** A deposit account made for this order alone, and ids that its instructions give to the payment. */
  ownNumbers: readonly string[]
  /** The number of the transfer that the payer typed. */
  payerReference?: string | undefined
  payerName?: string | undefined
  payerDocument?: string | undefined
  payerPhone?: string | undefined
  /** Money that an operator confirmed and that no line proves yet. */
  hasUnlinkedManualMoney: boolean
}

/** Scores are 0 to 100. */
export interface MatchSettings {
  automatic: boolean
  autoFrom: number
  proposeFrom: number
  /**
   * Rule M4 applies a match by itself, whatever `autoFrom` is. It then takes a payer's amount for the payer's word: who
   * sends the amount of another own order pays that one.
   */
  amountAndDocumentIsAutomatic: boolean
  /** Holidays of the account's country, for business days. */
  holidays?: ReadonlySet<string> | undefined
}

/**
 * Why a line matches an order, or why the match is not automatic.
 *
 * - For the match: `own_number`, `reference`, `joined_reference`, `numeric_reference`, `unchecked_reference`,
 *   `similar_reference`, `payer_reference`, `amount_agrees`, `document_agrees`, `phone_agrees`, `name_agrees`,
 *   `near_in_time`.
 * - Against it: `amount_differs`, `document_differs`, `name_differs`.
 * - Why a person must decide: `other_account`, `created_later`, `ended_earlier`, `manual_money`, `hint`, `lump`,
 *   `reversal`, `several_orders`, `several_lines`, `several_references`, `amount_and_sender_differ`.
 */
export type MatchReasonCode =
  | 'own_number'
  | 'reference'
  | 'joined_reference'
  | 'numeric_reference'
  | 'unchecked_reference'
  | 'similar_reference'
  | 'payer_reference'
  | 'amount_agrees'
  | 'document_agrees'
  | 'phone_agrees'
  | 'name_agrees'
  | 'near_in_time'
  | 'amount_differs'
  | 'document_differs'
  | 'name_differs'
  | 'other_account'
  | 'created_later'
  | 'ended_earlier'
  | 'manual_money'
  | 'hint'
  | 'lump'
  | 'reversal'
  | 'several_orders'
  | 'several_lines'
  | 'several_references'
  | 'amount_and_sender_differ'

/** The values are those of both sides. Amounts are minor units in decimal digits. */
export interface MatchReason {
  code: MatchReasonCode
  line?: string | undefined
  order?: string | undefined
}

/**
 * M1: a number of this order alone. M2: its reference. M3: the number of the transfer that the payer typed. M4: amount
 * and document. M5: amount, name and time. M6: the amount alone.
 */
export type MatchRule = 'M1' | 'M2' | 'M3' | 'M4' | 'M5' | 'M6'

export interface MatchedCandidate {
  transactionId: string
  score: number
  rule: MatchRule
  reasons: readonly MatchReason[]
}

/** `nearest`: orders that something points at, below the score of a proposal. */
export type MatchDecision =
  | { kind: 'apply'; transactionId: string; matched: MatchedCandidate }
  | { kind: 'propose'; matched: readonly MatchedCandidate[] }
  | { kind: 'none'; nearest: readonly MatchedCandidate[] }
