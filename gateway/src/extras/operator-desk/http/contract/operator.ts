import type { AccountKind, TransferKind } from '../../../../core/ledger/rules/ledger.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { Environment } from '../../../../core/values/environment.ts'
import type { PayType, Reason, Status, TransactionType } from '../../../../core/values/status.ts'
import type { Payee } from '../../../bank-accounts/rules/payee.ts'
import type { VelocityKind } from '../../../card-velocity/rules/card-velocity.ts'

// Types that the dashboard reads from /console/operator. The dashboard imports no other code of the gateway.
// Amounts are decimal text in the units of their currency; instants are ISO 8601 in UTC.

export type { CurrencyCode, Environment, Payee, PayType, Reason, Status, TransactionType, TransferKind, VelocityKind }

/** Actions on a transaction. */
export type TransactionActionName =
  | 'confirm'
  | 'fail'
  | 'suspense_accept'
  | 'suspense_return'
  | 'close_attention'
  | 'refund_account'
/** Actions on a point. */
export type PointActionName =
  | 'fund'
  | 'correction'
  | 'overdraft'
  | 'payout_limits'
  | 'terms'
  | 'policies'
  | 'card_limits'
  | 'point_settings'
/** Actions for people who cannot sign in. */
export type PersonActionName = 'password_recovery' | 'second_factor_reset'
/** Actions on own bank accounts. `bank_channel` and `bank_channel_token` must be proposed at the machine. */
export type BankActionName =
  | 'bank_account'
  | 'bank_profile'
  | 'bank_opening'
  | 'bank_channel'
  | 'bank_channel_token'
  | 'statement_file'
/** Decisions about a line of a bank statement. */
export type BankLineActionName = 'match_line' | 'class_line' | 'return_line' | 'line_rule'
/** Actions on payment files. */
export type BatchActionName = 'batch_template' | 'payment_batch' | 'batch_cancel' | 'batch_release'
/** Which provider takes which orders. */
export type ProviderActionName = 'provider_account' | 'route' | 'route_end'
/** Decisions about where merchants take their money. */
export type WithdrawalActionName =
  | 'merchant_document'
  | 'merchant_document_end'
  | 'withdrawal_account'
  | 'withdrawal_outside'
/** Decisions about merchants as a whole. */
export type MerchantActionName = 'merchant_suspend'
export type ActionName =
  | TransactionActionName
  | PointActionName
  | BankActionName
  | BankLineActionName
  | BatchActionName
  | WithdrawalActionName
  | 'deposit_account'
  | 'audit_blank'
  | PersonActionName
  | MerchantActionName
  | ProviderActionName

export interface Page<Item> {
  items: readonly Item[]
  next_cursor: string | null
}

/** `GET /console/operator/services`. */
export interface ServiceChoice {
  code: string
  name: string
  currency: CurrencyCode
  pay_types: readonly PayType[]
  country: string
  /** Fields of `deposit_account` that it takes, in their order; none: payers cannot deposit to an own account with it. */
  deposit_fields: readonly { name: string; required: boolean }[]
}

/** `GET /console/operator/merchants`. */
export interface MerchantData {
  merchant_id: string
  name: string
  created_at: string
  /** Null: it works. */
  suspended_at: string | null
  people: number
  points: readonly { point_id: string; name: string; environment: Environment; status: 'active' | 'suspended' }[]
}

/** A step on the way to live payments, as the data say; nobody ticks it. `point_id`: the first point that lacks it. */
export interface OnboardingStep {
  step:
    | 'person'
    | 'second_factor'
    | 'test_payment'
    | 'callback_address'
    | 'callback_delivered'
    | 'live_point'
    | 'live_route'
    | 'fees'
    | 'limits'
    | 'brand'
  state: 'done' | 'waiting' | 'open'
  point_id: string | null
}

/** `GET /console/operator/merchants/:id`. */
export interface MerchantPageData extends MerchantData {
  onboarding: readonly OnboardingStep[]
  /** By which the merchant is known: an account of such a holder is its own. */
  documents: readonly { country: string; type: string; number: string }[]
}

/** An item of `GET /console/operator/withdrawal-accounts/waiting`: it waits for a second person. */
export interface ProposedAccountData {
  withdrawal_account_id: string
  merchant: { merchant_id: string; name: string }
  environment: Environment
  service_code: string
  /** The fields of a payout. */
  details: Readonly<Record<string, string>>
  /** No person of the merchant may confirm it. */
  needs_operator: boolean
  /** The name of a person. */
  proposed_by: string
  proposed_at: string
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
  audit: readonly {
    actor: string
    action: string
    said: string
    detail: Readonly<Record<string, unknown>>
    at: string
  }[]
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
  /** The outer status in the reply to a payout that certainly failed. */
  failed_payout_reply: 'error' | 'success'
  /** IANA name: where the days of statements and overview begin. */
  time_zone: string
}

export type PolicyName = 'late' | 'overpaid' | 'payer_mismatch' | 'reversal' | 'returned_fee' | 'refund_fee'

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

/** The effect of an action if it were executed now. */
export interface PreviewData {
  /** Why the action is not possible now; null: it is possible. */
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
  /** `label`: of a value that a connector asks for. */
  settings: readonly { name: string; label: string | null; before: string | null; after: string | null }[]
  warnings: readonly string[]
  /** Of a payout or refund that a person makes at the bank. */
  payee: Payee | null
  /** Only before it is proposed: it takes effect at once; false: a second person decides. */
  alone?: boolean
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
  /** Executed at once: a setting of a test point. */
  alone: boolean
  proposed_by: { user_id: string; name: string; email: string }
  proposed_at: string
  state: 'open' | 'done' | 'refused' | 'withdrawn'
  decided_by: { name: string; email: string } | null
  decided_at: string | null
  decision_note: string | null
  /** Why the last execution failed. */
  last_failure: string | null
  /** Whether the viewer may decide it. */
  may_decide: boolean
  /** Whether the viewer may withdraw it. */
  may_withdraw: boolean
  /** Only for a single open proposal. */
  foreseen?: PreviewData
  /** Only in the answer to the decision: a link to hand over. */
  shown?: { email: string; url: string }
}

/** A transaction of any point. */
export interface OperatorTransactionData {
  transaction_id: string
  reference: string
  environment: Environment
  pay_type: TransactionType
  service_code: string
  amount: string
  currency: CurrencyCode
  /** Credited to the merchant or paid out, and not taken back; null if nothing. */
  credited_amount: string | null
  /** Received, but not credited to the merchant yet. */
  suspense_amount: string
  /** For a pay-in that was paid in part; null if nothing is missing. */
  missing_amount: string | null
  /** The amount in suspense. */
  suspense: string
  status: Status
  reason: Reason
  needs_operator: string | null
  /** Payer or beneficiary, as given by the merchant; null: not given, or removed since. */
  party_name: string | null
  point: { point_id: string; name: string }
  merchant: { merchant_id: string; name: string }
  connector_account_id: string
  created_at: string
  updated_at: string
  /** Actions that may be proposed now. */
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
  /** Other pay-ins of the account with the same payer reference. */
  shared_reference: readonly string[]
  /** Of a payout or refund that a person makes at the bank. */
  payee: Payee | null
  /** Of a refund: its pay-in. */
  refunded_payment: { transaction_id: string; reference: string } | null
}

/** A payout or refund that waits for a person at the bank. */
export interface ToPayData extends Payee {
  transaction_id: string
  pay_type: TransactionType
  service_code: string
  reference: string
  amount: string
  currency: CurrencyCode
  /** The own account from which it is paid. */
  pay_from: string
  merchant: string
  point: { point_id: string; name: string }
  since: string
  created_at: string
  /** Who approved it for the merchant; null: it needed nobody. */
  approved_by: string | null
  /** An open proposal about it. */
  proposal: { proposal_id: string; action: ActionName; proposed_by: string } | null
  /** The batch that pays it, so that nobody else does. */
  batch: { batch_id: string; number: number } | null
}

/** `GET /console/operator/to-pay`. */
export interface ToPayPage extends Page<ToPayData> {
  total: number
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
