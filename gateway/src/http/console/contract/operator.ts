// What the dashboard reads of /console/operator. Types only: the dashboard imports nothing else of the gateway.
// Amounts are decimal text in the units of their currency; instants are ISO 8601 in UTC.
import type { VelocityKind } from '../../../domain/card-velocity.ts'
import type { CurrencyCode } from '../../../domain/currency.ts'
import type { AccountKind, TransferKind } from '../../../domain/ledger.ts'
import type { PayType, Reason, Status } from '../../../domain/status.ts'
import type { Environment } from '../../../domain/transaction.ts'
import type { ActionName, TransactionAction } from '../../../operations/proposals/proposed-action.ts'

export type { AccountKind, ActionName, CurrencyCode, Environment, PayType, Reason, Status, TransferKind, VelocityKind }
export type TransactionActionName = TransactionAction['action']

export interface Page<Item> {
  items: readonly Item[]
  next_cursor: string | null
}

/** `GET /console/operator/merchants`. */
export interface MerchantData {
  merchant_id: string
  name: string
  created_at: string
  people: number
  points: readonly { point_id: string; name: string; environment: Environment; status: 'active' | 'suspended' }[]
}

/** `POST /console/operator/merchants/:id/points`: the secrets are shown once. */
export interface CreatedPointData {
  point_id: string
  environment: Environment
  auth_api_token: string
  webhook_secret: string
  signing_secret: string | null
}

/** `GET /console/operator/points/:id`. */
export interface OperatorPointData {
  point_id: string
  name: string
  merchant: { merchant_id: string; name: string }
  environment: Environment
  created_at: string
  settings: PointSettingsData
  balances: readonly BalanceData[]
  limits: readonly LimitsData[]
  terms: readonly TermsData[]
  /** Null = the default of the environment. */
  policies: Readonly<Record<PolicyName, { value: string | null; default: string }>>
  card_limits: readonly CardLimitsData[]
  callbacks: { url: string | null; status: 'active' | 'paused' | 'suspended' | null; failing_since: string | null }
  by_hand: readonly TransferData[]
  audit: readonly { actor: string; action: string; detail: Readonly<Record<string, unknown>>; at: string }[]
}

export interface PointSettingsData {
  status: 'active' | 'suspended'
  /** Null: every service code. */
  services_enabled: readonly string[] | null
  /** Null: the default of the environment. */
  rate_limit_per_second: number | null
  identifier_checks: 'strict' | 'lenient'
  require_signed_payouts: boolean
  require_https_redirect: boolean
}

export type PolicyName = 'late' | 'overpaid' | 'payer_mismatch' | 'reversal' | 'returned_fee'

export interface BalanceData {
  currency: CurrencyCode
  available: string
  pending: string
  reserved: string
  overdraft: string
}

/** Null = no limit. */
export interface LimitsData {
  currency: CurrencyCode
  single: string | null
  daily: string | null
  approval_above: string | null
}

export interface TermsData {
  service_code: string
  pay_type: PayType
  percent: string
  /** Null for `*`. */
  fixed: string | null
  currency: CurrencyCode | null
  /** Null = the default of the environment. */
  release_days: number | null
}

/** Null = no limit; `set` false = these are the defaults of the environment. */
export interface CardLimitsData {
  kind: VelocityKind
  set: boolean
  attempts_hour: number | null
  declines_hour: number | null
  attempts_day: number | null
  declines_day: number | null
}

/** What would happen if an action were carried out now. */
export interface ForesightData {
  /** Why it cannot be done at this moment; null: it can. */
  blocked: string | null
  currency: CurrencyCode | null
  status: { before: Status; after: Status; reason_before: Reason; reason_after: Reason } | null
  /** Whether the merchant gets a callback. */
  tells_merchant: boolean
  movements: readonly { kind: TransferKind; from: string; to: string; amount: string }[]
  balances: readonly {
    account: 'available' | 'pending' | 'reserved' | 'suspense' | 'overdraft'
    before: string
    after: string
  }[]
  settings: readonly { name: string; before: string | null; after: string | null }[]
}

/** `GET /console/operator/proposals`. */
export interface ProposalData {
  proposal_id: string
  action: ActionName
  environment: Environment
  point: { point_id: string; name: string; merchant: string } | null
  transaction: { transaction_id: string; reference: string; amount: string; currency: CurrencyCode } | null
  input: Readonly<Record<string, unknown>>
  evidence: string
  /** Carried out at once: a setting of a test point. */
  alone: boolean
  proposed_by: { user_id: string; name: string; email: string }
  proposed_at: string
  state: 'open' | 'done' | 'refused' | 'withdrawn'
  decided_by: { name: string; email: string } | null
  decided_at: string | null
  decision_note: string | null
  /** Why it could not be carried out when somebody last tried. */
  last_failure: string | null
  /** Whether the person who asks may decide it. */
  may_decide: boolean
  /** Whether the person who asks may take it back. */
  may_withdraw: boolean
  /** Only of one open proposal. */
  foreseen?: ForesightData
}

/** Body of `POST /console/operator/proposals` and of `…/proposals/foresee` (which needs no evidence). */
export interface ProposalBody {
  action: ActionName
  transaction_id?: string
  point_id?: string
  /** The action's own fields (`operator-proposal-bodies.ts`). */
  input: Readonly<Record<string, unknown>>
  evidence: string
}

/** A transaction of any point. */
export interface OperatorTransactionData {
  transaction_id: string
  reference: string
  environment: Environment
  pay_type: PayType
  service_code: string
  amount: string
  currency: CurrencyCode
  credited_amount: string | null
  /** What waits in suspense. */
  suspense: string
  status: Status
  reason: Reason
  needs_operator: string | null
  point: { point_id: string; name: string }
  merchant: { merchant_id: string; name: string }
  connector_account_id: string
  created_at: string
  updated_at: string
  /** What may be proposed about it now. */
  possible_actions: readonly TransactionActionName[]
}

/** `GET /console/operator/transactions/:id`. */
export interface OperatorTransactionDetail extends OperatorTransactionData {
  expired_at: string | null
  payer_reference: string | null
  end_to_end_id: string | null
  provider_reference: string | null
  sender_name: string | null
  sender_document: string | null
  details: Readonly<Record<string, string>>
  received: string
  reversed: string
  sent_back: string
  fee: string
  history: readonly { status: Status; reason: Reason; at: string; source: string; detail: string | null }[]
  transfers: readonly TransferData[]
  proposals: readonly ProposalData[]
  /** Other pay-ins of the account whose payers gave the same reference. */
  shared_reference: readonly string[]
}

/** `GET /console/operator/attention`. */
export interface AttentionData extends Page<OperatorTransactionData> {
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

/** `GET /console/operator/suspense`. */
export interface SuspenseData extends Page<OperatorTransactionData> {
  sums: readonly {
    environment: Environment
    currency: CurrencyCode
    transactions: number
    amount: string
    /** What the suspense accounts of the ledger hold; null where too much came since it was last added up. */
    ledger: string | null
  }[]
}

/** One double entry. */
export interface TransferData {
  transfer_id: string
  kind: TransferKind
  environment: Environment
  currency: CurrencyCode
  amount: string
  transaction_id: string | null
  point: { point_id: string; name: string } | null
  from: { account_id: string; kind: AccountKind }
  to: { account_id: string; kind: AccountKind }
  note: string | null
  at: string
}

/** An account of the ledger. */
export interface LedgerAccountData {
  account_id: string
  environment: Environment
  currency: CurrencyCode
  kind: AccountKind
  owner: { kind: 'point' | 'connector'; id: string; name: string; merchant: string | null }
  /** The sum of its entries; null where too many came since it was last added up. */
  balance: string | null
  /** What is stored beside the entries, where a decision needs it; it must be the same. */
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

/** `GET /console/operator/connectors`. */
export interface ConnectorData {
  connector_account_id: string
  connector: string
  environment: Environment
  name: string
  services: readonly string[]
  last_success_at: string | null
  last_failure_at: string | null
  /** By outcome; `none` = nothing is known yet. */
  calls: readonly { outcome: string; last_hour: number; last_day: number }[]
  waiting: number
  open: number
  oldest_unknown: { transaction_id: string; at: string } | null
  notifications: { received: number; processed: number; unmatched: number; last_at: string | null }
}

export interface VerifyRunData {
  run_id: string
  started_at: string
  took_ms: number
  full: boolean
  transactions: number
  violations: number
  failed: string | null
  invariants: readonly {
    id: string
    checked: number
    violations: number
    not_checked: string | null
    examples: readonly { id: string; what: string }[]
  }[]
}

/** `GET /console/operator/overview`. */
export interface OperatorOverviewData {
  now: string
  /** Of the UTC day; `at_least` where there are more than one look adds up. */
  volumes: readonly {
    environment: Environment
    currency: CurrencyCode
    pay_type: PayType
    status: Status
    transactions: number
    amount: string
  }[]
  volumes_at_least: boolean
  attention: number
  open_proposals: number
  suspense: SuspenseData['sums']
  failing_endpoints: readonly {
    point: { point_id: string; name: string }
    merchant: string
    environment: Environment
    since: string
    status: 'active' | 'paused' | 'suspended'
  }[]
  /** The last full run and the last run of all; null where there was none. */
  verify: { full: VerifyRunData | null; last: VerifyRunData | null }
  oldest_pending: { transaction_id: string; at: string } | null
}
