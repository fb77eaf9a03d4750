// Types that the dashboard reads from /console/operator about lines of own bank accounts.
// Amounts are decimal text in the units of their currency; instants are ISO 8601 in UTC, days `2030-06-14`.

import type { CurrencyCode } from '../../../values/currency.ts'
import type { Environment } from '../../../values/environment.ts'
import type { PayType, Reason, Status } from '../../../values/status.ts'
import type { ComparedValue } from '../../rules/compared-values.ts'
import type { RuleClass } from '../../rules/judge-by-rules.ts'
import type { LineClass, LineStanding, LineState } from '../../rules/line-classes.ts'
import type { StatementWait } from '../../rules/statement-soundness.ts'

export type { MatchReasonCode } from '../../rules/match-types.ts'
export type { ComparedValue, LineClass, LineStanding, LineState, RuleClass, StatementWait }

/**
 * A line. `state`: `new` nobody looked at it; `expected` only a report or a
 * notice of the bank holds it, and it moved nothing; `in_suspense` of nobody; `returning` its money is being sent back; `applied` it
 * moved an order's money; `linked` it proves money that was confirmed before; `explained` a cost, an own transfer, a
 * point's or the owner's money, or a pair of lines; `closed` it counts for nothing.
 */
export interface BankLineData {
  line_id: string
  account: {
    bank_account_id: string
    bank: string | null
    holder: string
    currency: CurrencyCode
    environment: Environment
  }
  state: LineState
  /**
   * What holds it. `booked`: a statement. `announced`: a report or notice alone. `adopted`: the statement's line `adopted_by`
   * is the same movement. `part`: that line is several payments, and this is one. `itemised`: its parts are lines.
   * `not_booked`: statements of its days came without it.
   */
  standing: LineStanding
  class: LineClass | null
  day: string
  value_day: string
  /** `C`: money came in. `D`: it left. */
  sign: 'C' | 'D'
  amount: string
  reversal: boolean
  text: string
  party: { name: string | null; document: string | null; account: string | null }
  /** The bank's own id of the movement. */
  bank_reference: string | null
  bank_code: string | null
  seen_at: string
  judged_at: string | null
  /** The transaction whose money it moved or proves. */
  transaction_id: string | null
  point_id: string | null
  counter_line_id: string | null
  line_rule_id: string | null
  payment_batch_id: string | null
  candidates: number
  best_score: number | null
  /**
   * Of a line that waits: why no statement that holds it takes effect without a person (`rules/statement-soundness.ts`).
   * Null: one does.
   */
  statement_waits_for: StatementWait | null
  /** The open proposal about it. */
  proposal_id: string | null
}

/** `GET /console/operator/bank-lines?state=waiting|new|…&environment=&account=&cursor=&limit=`. Those that came last first. */
export interface BankLinesData {
  items: readonly BankLineData[]
  next_cursor: string | null
}

/** A transaction beside a line. Also `GET /console/operator/bank-lines/:id/compare?order=`, for one that a person typed. */
export interface LineCandidateData {
  transaction_id: string
  reference: string
  point: { point_id: string; name: string; merchant: string }
  pay_type: PayType
  service_code: string
  status: Status
  reason: Reason
  amount: string
  /** Of a pay-in: what arrived so far. */
  received: string
  currency: CurrencyCode
  created_at: string
  /** What the line is to it; null where a person chose it. */
  class: 'payin' | 'payout' | 'payout_return' | null
  /** The rule that proposed it, `M1` to `M6` and others; null where a person chose it. */
  rule: string | null
  /** 0 to 100. */
  score: number | null
  /** Codes for and against it (`MatchReasonCode`), in the order of their weight. */
  reasons: readonly string[]
  /** Of `reasons`, those for which a person must decide. */
  doubts: readonly string[]
  compared: readonly ComparedValue[]
  /** Whether one operator may accept it alone: a score of 85 or more. */
  alone: boolean
}

/** `GET /console/operator/bank-lines/:id`. */
export interface BankLineDetailData extends BankLineData {
  /** Every reference in the line, by its name at the bank. */
  references: Readonly<Record<string, string>>
  /** The best first. */
  candidate_list: readonly LineCandidateData[]
  /** The transaction that has the line. */
  order: LineCandidateData | null
  /** Why it was applied by itself; `by_hand` where a person said so. */
  evidence: { rule: string; score: number; reasons: readonly string[] } | null
  /** Lines of the other direction with the same amount that it may be paired with; or the one that it is paired with. */
  counter_lines: readonly BankLineData[]
  /** Of a report's or notice's line: the statement's line that is the same movement, or that it is a part of. */
  adopted_by: BankLineData | null
  /** Of a statement's line: the lines of reports and notices that announced it; at most 50. */
  announcements: readonly BankLineData[]
}

/**
 * `POST /console/operator/bank-lines/:id/link` `{ transaction_id | order, is_new_money?, evidence, operation_id? }`,
 * `/class` `{ class, point_id?, shares?, evidence, operation_id? }`, `/return` `{ counter_line_id?, evidence, operation_id? }`, and
 * `POST /console/operator/bank-line-rules`. `done`: executed at once. `open`: another operator decides.
 */
export interface JudgementData {
  proposal_id: string
  state: 'open' | 'done'
}

/** `GET /console/operator/bank-line-rules?account=`: those in force first. */
export interface LineRuleData {
  rule_id: string
  bank_account_id: string
  sign: 'C' | 'D'
  text_contains: string | null
  bank_code: string | null
  amount_max: string
  currency: CurrencyCode
  class: RuleClass
  /** Lines that it explained. */
  lines: number
  created_at: string
  ended_at: string | null
}
