import type { AccountKind, TransferKind } from '../../../../core/ledger/rules/ledger.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { Environment } from '../../../../core/values/environment.ts'
import type { Status } from '../../../../core/values/status.ts'
import type { QueueKind } from '../../rules/queue-kinds.ts'
import type { SuspenseSum } from '../../rules/suspense-sums.ts'
import type { OperatorTransactionData, Page } from './operator.ts'

// Types that the dashboard reads from /console/operator about queues and the ledger.
// Amounts are decimal text in the units of their currency; instants are ISO 8601 in UTC.

export type { AccountKind, QueueKind, TransferKind }

/** `GET /console/operator/attention`. */
export interface ReviewQueueData extends Page<OperatorTransactionData> {
  total: number
  /** Only with the first page. */
  shared: readonly {
    transaction_id: string
    status: Status
    service_code: string
    payer_reference: string
    others: readonly string[]
  }[]
}

/** An item of `GET /console/operator/queue`: somebody works on it. */
export interface QueueAssignmentData {
  kind: QueueKind
  /** A transaction, a proposal, a point or an account, by the kind. */
  item_id: string
  person: { user_id: string; name: string }
  note: string | null
  taken_at: string
}

/** `GET /console/operator/suspense`. */
export interface SuspenseData extends Page<OperatorTransactionData> {
  sums: readonly SuspenseSum[]
}

/** An account of the ledger. */
export interface LedgerAccountData {
  account_id: string
  environment: Environment
  currency: CurrencyCode
  kind: AccountKind
  owner: { kind: 'point' | 'connector'; id: string; name: string; merchant: string | null }
  /** The sum of its entries; null if there are too many since the last stored sums. */
  balance: string | null
  /** The stored balance, for accounts whose balance is checked before a transfer. It must equal the sum. */
  stored: string | null
  overdraft: string | null
}

/** `GET /console/operator/ledger/purses`: every purse must add up to zero. */
export interface PurseData {
  environment: Environment
  currency: CurrencyCode
  kinds: readonly { kind: AccountKind; accounts: number; balance: string | null }[]
  sum: string | null
}
