import type { CallbacksDeps } from '../callbacks/deps.ts'
import type { Connector } from '../connectors/connector.ts'
import type { LedgerDeps } from '../ledger/deps.ts'
import type { CallSlots } from './call-slots.ts'
import type { InquiryBudget } from './inquiries/inquiry-budget.ts'
import type { RouteFinder } from './route-finder.ts'
import type { Creation, NewTransaction } from './rules/new-transaction.ts'
import type { ApplyItem, ApplyResult } from './status-update.ts'

export interface ProcessingDeps extends CallbacksDeps, LedgerDeps {
  /** Connectors by the name that connector accounts store. */
  connectors: ReadonlyMap<string, Connector>
  routes: RouteFinder
  /** Rate limit of this process for the inquiry loops. */
  inquiryBudget: InquiryBudget
  /** Concurrency limit of the calls that requests wait for. */
  callSlots: CallSlots
  /** Creates a transaction, in a commit shared with others. */
  createTransaction(item: NewTransaction): Promise<Creation>
  /** Applies an update to a transaction, in a commit shared with others. The only writer of a status. */
  applyOutcome(item: ApplyItem): Promise<ApplyResult>
  /** Takes the next order number from this process's block. */
  nextSequence(): Promise<bigint>
}
