import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { Environment } from '../../../../core/values/environment.ts'
import type { Status, TransactionType } from '../../../../core/values/status.ts'
import type { ReasonCode } from '../../matching/propose-orders.ts'
import type { LineClass, LineState, OrderClass, PersonClass } from '../../rules/line-classes.ts'

export type { LineClass, LineState, OrderClass, PersonClass, ReasonCode }

/** What a bank or a payer says. `is_text`: it stood where a payer may have typed it. */
export interface SaidData {
  value: string
  is_text: boolean
}

/** A line of a bank statement. Its text and all that `is_text` may hold anything. */
export interface BankLineData {
  bank_line_id: string
  /** `2030-06-14` */
  day: string
  sign: 'C' | 'D'
  /** Decimal text with a minus sign where money left. */
  amount: string
  currency: CurrencyCode
  environment: Environment
  bank_account: { bank_account_id: string; name: string; kind: 'bank' | 'provider' }
  text: string
  party: { name: SaidData | null; document: SaidData | null; account: SaidData | null }
  bank_reference: SaidData | null
  /** The bank's own code for what it is; a rule may be about it. */
  bank_code: string | null
  state: LineState
  class: LineClass | null
  /** Its entry can be read in two ways, or holds several payments. */
  is_in_doubt: boolean
  is_left: boolean
  /** Whose money it was. */
  transaction: { transaction_id: string; reference: string; pay_type: TransactionType; status: Status } | null
  /** What a person did with it last; null: nobody, or the matcher. */
  decision: { by: readonly string[]; note: string | null; at: string } | null
  /** An open proposal about it. */
  proposal: { proposal_id: string; proposed_by: string } | null
}

/** `GET /console/operator/bank-lines` */
export interface BankLinesPage {
  items: readonly BankLineData[]
  next_cursor: string | null
  /** All own accounts, for the filter. */
  accounts: readonly { bank_account_id: string; name: string }[]
}

/** An order that a line may belong to. */
export interface CandidateData {
  transaction_id: string
  class: OrderClass
  status: Status
  amount: string
  /** On the transfer. */
  reference: string | null
  created_at: string
  reasons: readonly { code: ReasonCode; line: SaidData; order: string }[]
}

/** `GET /console/operator/bank-lines/:id?named=` */
export interface BankLineDetailData extends BankLineData {
  /** The likeliest first. */
  candidates: readonly CandidateData[]
  /** The order that the query names; null: none, or it does not fit the line's sign. */
  named: CandidateData | null
  /** What a person may say that it was. */
  classes: readonly PersonClass[]
  /** What a rule on its text suggests. */
  suggested_class: PersonClass | null
  pairs: readonly BankLineData[]
  /** The waiting lines beside it, the newest first. */
  next: string | null
  previous: string | null
}
