import type { CallbacksDeps } from '../callbacks/deps.ts'
import type { Connector } from '../connectors/connector.ts'
import type { LedgerDeps } from '../ledger/deps.ts'
import type { Db } from '../platform/database/database.ts'
import type { CallSlots } from './call-slots.ts'
import type { InquiryBudget } from './inquiries/inquiry-budget.ts'
import type { RouteFinder } from './route-finder.ts'
import type { Creation, NewTransaction } from './rules/new-transaction.ts'
import type { TransactionRow } from './rules/transaction.ts'
import type { ApplyItem, ApplyResult } from './status-update.ts'
import type { NewIncomingMoney } from './store/incoming-money.ts'

/** A transaction before and after a status update; the same where the update changed nothing. */
export interface OutcomeChange {
  before: TransactionRow
  after: TransactionRow
}

/**
 * What extras write in the commit of a group of status updates, after all other locks. Nothing but SQL and pure code,
 * and no statement where nothing concerns it.
 */
export type AlongOutcomes = (tx: Db, changes: readonly OutcomeChange[]) => Promise<void>

/**
 * What an extra makes of money that came for none of our orders, in the commit that stores it. Returns the ids of what it took.
 * Nothing but SQL and pure code.
 */
export type AlongIncoming = (tx: Db, incoming: readonly NewIncomingMoney[], now: Date) => Promise<readonly string[]>

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
  alongOutcomes: AlongOutcomes
  alongIncoming: AlongIncoming
  /** Takes the next order number from this process's block. */
  nextSequence(): Promise<bigint>
}
