import type { ProcessingDeps } from '../../core/processing/deps.ts'
import { type Message, stored } from '../../core/texts/messages/say.ts'
import type { UnderReviewCounts } from './store/provider-record-checks.ts'
import type { ViolationRow } from './store/transaction-checks.ts'

/** The invariants in display order (docs/operations.md, Proving the books). */
export const invariants = {
  I1: 'every accepted transaction is there with its first entry and, for a payout, its reservation',
  I2: 'one transaction per point, pay type and reference',
  I3: 'every amount and currency as in the provider’s records; each payout executed at most once',
  I4: 'the books add up: zero per currency, every balance the sum of its rows, nothing rewritten',
  I5: 'COMPLETED pay-ins are credited exactly once; a payout’s funds end exactly once',
  I6: 'every history is a path of the table of states',
  I7: 'every change of status has its callback, and the last one tells the current state',
  I8: 'no callback tells what was not committed before',
  I9: 'every PENDING transaction has something that will move it',
  I10: 'money and ids are 64-bit integers everywhere',
  I11: 'nobody reads what is not theirs',
  I12: 'no card number in names, details, addresses and history, nor in texts of the audit log, which nothing rewrites',
  I13: 'every line of a bank statement moved its amount once in the ledger of its account',
  I14: 'every bank statement has its lines, sums and balances as they were read',
  I15: 'every event tells what was refunded and refundable when it was made',
  I16: 'the days of own bank accounts add up to what the ledger holds there',
  I17: 'every payment file holds its payouts once, adds up, and is the one that was agreed to',
  I18: 'every withdrawal went to an account of its merchant that two people agreed to, after its waiting time; each that was paid outside is booked once',
} as const

export type InvariantId = keyof typeof invariants

/** Result of one invariant. */
export interface InvariantResult {
  id: InvariantId
  /** Number of rows, accounts or columns checked. */
  checked: number
  violations: number
  /** The first violations. */
  examples: ViolationRow[]
  /** Why parts were not checked: messages as `stored` keeps them. */
  notChecked?: readonly string[]
  /**
   * Transactions under review. They are compared too, but their differences are shown and not counted as violations.
   */
  underReview?: UnderReview
}

/** Transactions under review, and how many of them differ from the provider's records. */
export interface UnderReview extends UnderReviewCounts {
  /** Number of differences. */
  differing: number
  examples: ViolationRow[]
}

const examplesMax = 20

/** Adds up the findings of pages. */
export class Tally {
  private readonly results = new Map<InvariantId, InvariantResult>()

  add(id: InvariantId, found: { checked: number; violations: readonly ViolationRow[] }): void {
    const result = this.of(id)
    result.checked += found.checked
    result.violations += found.violations.length
    result.examples.push(...found.violations.slice(0, examplesMax - result.examples.length))
  }

  notChecked(id: InvariantId, why: Message): void {
    const result = this.of(id)
    result.notChecked = [...new Set([...(result.notChecked ?? []), stored(why)])]
  }

  /** Sets the counts of transactions under review. */
  underReview(id: InvariantId, counts: UnderReviewCounts): void {
    this.of(id).underReview = { ...counts, differing: 0, examples: [] }
  }

  /** Adds differences of transactions under review. */
  differUnderReview(id: InvariantId, rows: readonly ViolationRow[]): void {
    const review = this.of(id).underReview
    if (!review) return
    review.differing += rows.length
    review.examples.push(...rows.slice(0, examplesMax - review.examples.length))
  }

  all(): InvariantResult[] {
    return (Object.keys(invariants) as InvariantId[]).map((id) => this.of(id))
  }

  private of(id: InvariantId): InvariantResult {
    const known = this.results.get(id) ?? { id, checked: 0, violations: 0, examples: [] }
    this.results.set(id, known)
    return known
  }
}

/** What the checks of the invariants need. */
export type VerifyDeps = Pick<
  ProcessingDeps,
  'database' | 'connectors' | 'routes' | 'inquiryBudget' | 'site' | 'clock' | 'secretBox'
>
