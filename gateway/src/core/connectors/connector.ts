import type { Db } from '../platform/database/database.ts'
import type { Message } from '../texts/messages/say.ts'
import type { CardOrder } from '../values/card.ts'
import type { CurrencyCode } from '../values/currency.ts'
import type { Environment } from '../values/environment.ts'
import type { Instructions, PaymentKind } from '../values/instructions.ts'
import type { NotFound, Outcome, Reversed } from '../values/outcome.ts'
import type { FieldProblem } from '../values/problem.ts'
import type { PayType, TransactionType } from '../values/status.ts'

/** One order to move money, in the form of the port. Amounts in minor units. */
export interface Order {
  transactionId: string
  pointId: string
  environment: Environment
  payType: TransactionType
  serviceCode: string
  kind: PaymentKind
  country: string
  currency: CurrencyCode
  amountMinor: bigint
  /** Unique number of the order in this deployment; references, CLABEs and txids derive from it. */
  sequence: bigint
  expiresAt: Date | null
  /**
   * The provider must refuse the order from this time on. Absolute, committed with the attempt, and the same at every
   * sending. Null where the provider honours no deadline.
   */
  executeBefore: Date | null
  /** Normalised request fields in the spec's names, without card data. */
  details: Readonly<Record<string, string>>
  instructions: Instructions
  /** URL to which the payer's browser returns after a redirect (card). */
  returnUrl?: string
  /** The shop's name as payers know it, for the bank's own page (card). */
  shopName?: string
  card?: CardOrder
  /** Of a refund: the order of the pay-in whose money goes back. */
  refunds?: Order
}

/** Money on its way back. Amount in minor units of the pay-in's currency. */
export interface RefundOrder {
  key: string
  amountMinor: bigint
  /** As of an order. */
  executeBefore: Date | null
}

/** A service code and direction that a connector supports. `'*'` = every service code. */
export interface Capability {
  serviceCode: string
  payType: PayType
}

/**
 * A guarantee of the provider about delayed orders. Its documentation must state it: a merchant that received
 * `not_executed` pays again.
 */
export type LateExecutionGuarantee =
  /**
   * The provider refuses an order from its `executeBefore` on, which is `validForMs` after the order's creation. The
   * provider's clock is at most `clockMarginMs` behind the gateway's.
   */
  | { kind: 'deadline'; validForMs: number; clockMarginMs: number }
  /** After `cancel` of an unknown key the provider refuses every order with that key, for ever. */
  | { kind: 'tombstone' }
  /** An order that an inquiry does not find after the visibility window will not be executed. `only`: of these alone. */
  | { kind: 'not_found_is_final'; only?: PayType }
  /** The connector sends nothing: people execute its orders. */
  | { kind: 'nothing_is_sent' }

export interface Manifest {
  name: string
  environments: readonly Environment[]
  capabilities: readonly Capability[]
  /** True where the same key always returns the same result, so that repeating an order is safe. A lost refund is repeated. */
  sameKeySameResult: boolean
  /** Guarantees that an unknown order is never executed later. Empty: none. */
  lateExecution: readonly LateExecutionGuarantee[]
  /** The provider has no refund of a payment: the money goes to the account that it came from, which must be known. */
  refundsToAccount?: boolean
  /** The provider makes the instructions of a pay-in: its `submit` answers `pending` with them, within the request. */
  givesInstructions?: boolean
  /** Nothing is sent: a person makes payouts and refunds at the bank. */
  paidByOperator?: boolean
  /** How long an inquiry may miss an order that has arrived. */
  visibilityWindowMs: number
  inquiries: {
    /** Inquiries per second and account in the whole deployment. */
    perSecond: number
    /** Inquiry schedule of a deposit that the provider called pending; the last delay repeats. */
    depositDelaysMs: readonly number[]
  }
}

/** A configured connector account: its credentials (opened from the secret box) and addresses. */
export interface ConnectorAccount {
  id: string
  connector: string
  environment: Environment
  /** JSON text of the credentials, as stored. */
  credentials: string
}

/** Context of a call: time limit, account, and the provider's notification URL. */
export interface CallContext {
  account: ConnectorAccount
  timeoutMs: number
  notifyUrl: string
}

/** The operator's deposit account for an order, for `prepare`. */
export interface DepositAccount {
  id: string
  serviceCode: string
  bank: string | null
  number: string | null
  type: string | null
  beneficiary: string
  docId: string | null
  /** PIX key and city for BR Codes; CLABE for SPEI; phone for wallets. */
  extra: Readonly<Record<string, string>>
}

export interface PrepareContext {
  account: ConnectorAccount
  depositAccount: DepositAccount | undefined
  /** Undefined where the connector draws none. */
  reference: string | undefined
}

export interface DrawContext {
  account: ConnectorAccount
  db: Db
  /** A payer makes the order on the page of a payment link. */
  isOfLink?: boolean
}

/** `over_share`: the point holds `max` already. `full`: all of the account's are in use. */
export type DrawnReference =
  | { kind: 'drawn'; reference: string }
  | { kind: 'over_share'; max: number }
  | { kind: 'full' }

export interface ProviderEvent {
  /** The provider's event id, for de-duplication. */
  eventId: string
  /** Attempt key of the order. */
  key: string
  /**
   * Left out: nothing of the push is believed, and the provider is asked about the key. For pushes that are not signed, or
   * that say only that something happened.
   */
  outcome?: Outcome
}

/** What a genuine push says. Empty where nothing of it concerns us. */
export interface NotificationsRead {
  /** At most 100. */
  events: readonly ProviderEvent[]
  /** Items of the push that were left out, because they were forged or unreadable. */
  dropped?: number
  /** At most 100, and only of what is verified. What is not, is an event without an outcome, for `inquireIncoming`. */
  incoming?: readonly IncomingMoney[]
}

/** Money that a provider received for none of our orders. Amount in minor units. */
export interface IncomingMoney {
  /** The provider's own id of the payment, unique in the account. */
  providerId: string
  amountMinor: bigint
  currency: CurrencyCode
  /** What the payer wrote. */
  reference?: string
  sender?: { name?: string; document?: string }
  /** When it moved, by the provider's clock. */
  at: Date
}

/** The answer to a push, where the provider wants its own. */
export interface NotificationReply {
  status: number
  /** Content type. */
  type: string
  body: string
}

export type CancelResult = 'cancelled' | 'too_late' | 'not_found' | 'unknown'

/**
 * A raw notification. `headers` have lower-case names. Path, query and address are of the request alone: they are not stored,
 * and undefined when a stored notification is read again.
 */
export interface RawNotification {
  body: Buffer
  headers: Readonly<Record<string, string | undefined>>
  /** The rest of the path behind the account: empty, or with a leading slash. Providers append to an address. */
  path?: string
  /** Without the question mark. */
  query?: string
  remoteAddress?: string
}

/** A provider's record of one order, or of money that came for none. Amounts in minor units. */
export interface ProviderRecord {
  /** Our key; of money for no order whatever the provider has, such as the id of the payment. */
  key: string
  direction: 'in' | 'out'
  /** ISO 4217, as the provider writes it. */
  currency: string
  /** The ordered amount, as the provider recorded it. Undefined where the record does not say it. */
  orderedMinor: bigint | undefined
  /** How often money moved for the order, without returns. */
  executions: number
  /** Total moved: paid in by the payer, or paid out to the beneficiary. */
  executedMinor: bigint
  /** Total returned, besides `reversals`. */
  reversedMinor: bigint
  /** What went back one by one, as in an outcome: our own refunds among it, by their keys, are no reversal. */
  reversals?: Reversed['reversals']
  /** The payments, where the provider can also receive money for no order: `incoming_money` knows it by these ids. */
  payments?: readonly Pick<IncomingMoney, 'providerId' | 'amountMinor'>[]
  /** Time of the last movement in either direction, by the provider's clock. Undefined: none. */
  movedAt: Date | undefined
}

/** A page of a provider's records. `nextAfter` is the position after it. */
export interface RecordPage {
  records: readonly ProviderRecord[]
  nextAfter: number
  /** Calls that it took. Undefined: one. */
  calls?: number
}

/** When a run of verify began, by the gateway's clock. */
export interface RecordsContext extends CallContext {
  now: Date
}

/** The reconciliation source of a provider: what verify compares the books with. */
export interface ProviderRecords {
  /**
   * A page of the records after position `after`, ordered by the last movement of money. An order whose money moves
   * again appears again at a later position. Undefined when unreadable now.
   */
  read(after: number, context: RecordsContext): Promise<RecordPage | undefined>
  /** The last position of the records; undefined when unreadable now. */
  end(context: RecordsContext): Promise<number | undefined>
  /** Of a provider that lists payments by the time of their receipt. Undefined: positions are as `read` says. */
  byReceipt?: RecordsByReceipt
}

/**
 * Positions are milliseconds since 1970. A payment stands at its receipt alone, also where its money goes back later, and a page may
 * hold some of an order's payments. Each full run reads the reach again.
 */
export interface RecordsByReceipt {
  /** How far back payments are listed. */
  reachMs: number
  /** All of one order; `not_found`: the provider does not know its key. Undefined when unreadable now. */
  find(key: string, context: RecordsContext): Promise<ProviderRecord | 'not_found' | undefined>
}

/**
 * A value that an operator gives to set up an account at a provider. `secret` and `private_key` are never shown again.
 * `certificate` and `private_key` are PEM texts that belong together. `address` is an https URL.
 */
export interface SetUpField {
  /** Snake case: the credentials hold the value by it. */
  name: string
  kind: 'text' | 'secret' | 'certificate' | 'private_key' | 'address' | 'choice'
  label: Message
  help?: Message
  isOptional?: true
  lengthMax: number
  /** Of a `choice`: its values. */
  choices?: readonly string[]
}

/** Values by the names of fields. One that was not given is missing. */
export type SetUpValues = Readonly<Record<string, string>>

/** `works`: what the provider answered, for people. `fails`: why, in the provider's words or ours. */
export type Trial = { kind: 'works'; said: string } | { kind: 'fails'; why: string }

/** `skipped`: it needs a person who did not come, or cannot be run here. */
export type StepState = 'passed' | 'failed' | 'skipped'

export interface StepResult {
  state: StepState
  /** What the provider answered, or why the step was skipped: one sentence for operators. */
  came: string
}

/** An order of a certification run. It exists at the provider alone. */
export interface CertificationOrder {
  order: Order
  key: string
  /** Of a refund of the whole, should the order be paid. */
  refundKey: string
  /** What its last `submit` was answered. */
  outcome?: Outcome
  /** What was paid, in minor units. */
  paidMinor?: bigint
}

/** What a step runs with. */
export interface CertificationRun {
  connector: Connector
  context: CallContext
  /** Orders of the run, by the names that its steps give them. */
  orders: Map<string, CertificationOrder>
  now(): Date
  /** Keeps the keys of an order before it is sent, so that nothing that is told about it counts. It is ended with the run. */
  begin(name: string, order: Order): Promise<CertificationOrder>
  /** Keeps the provider's id of a payment of the run. */
  keep(key: string): Promise<void>
  /** Looks again and again, until something is found or the time is over. */
  waitFor<Found>(look: () => Promise<Found | undefined>, limitMs: number): Promise<Found | undefined>
  /** Sends what was paid for an order back by its refund key, and waits for the end of that. */
  refundWhole(made: CertificationOrder): Promise<Outcome | NotFound>
  /** How long a person may take to pay, in milliseconds; 0: nobody is there. */
  personMs: number
  askPerson(text: string): void
  /** Whether a notification named the key. */
  isTold(key: string): Promise<boolean>
  /** How far the provider's clock is ahead of ours, by its last answer; undefined: it did not say. */
  aheadMs(): number | undefined
}

/** What only the provider's own system can show. It uses the calls of the connector, and none of its own. */
export interface CertificationStep {
  /** Snake case: runs are stored with it. */
  name: string
  label: Message
  expected: string
  /** An account may be certified without it. */
  isOptional?: true
  /** Where it does not pass, the steps after it are skipped. */
  isNeededByOthers?: true
  run(run: CertificationRun): Promise<StepResult>
}

/** How operators connect an account at the provider: by page and by command. The credentials are the values as JSON. */
export interface ProviderSetUp {
  fields: readonly SetUpField[]
  /** What is wrong with values that each have their form, such as an address outside of the provider's hosts. */
  check?(values: SetUpValues, environment: Environment): readonly FieldProblem[]
  /** Calls the provider once with the credentials. It moves no money and changes nothing there. */
  try(account: ConnectorAccount, given: { timeoutMs: number; now: Date }): Promise<Trial>
  /** The steps by which an account is certified, in their order. */
  certification?: readonly CertificationStep[]
}

/**
 * The port to providers. Calls never throw for external faults: every fault of
 * the network or the provider is an Outcome. `prepare` is pure.
 */
export interface Connector {
  readonly manifest: Manifest
  /** Undefined where operators connect no accounts themselves. */
  readonly setUp?: ProviderSetUp
  /** The gateway's key of an attempt, in the provider's format. Deterministic. */
  keyFor(transactionId: string, attempt: number): string
  prepare?(order: Order, context: PrepareContext): Instructions
  /**
   * A free reference of the account, by which statements name the order: the payer of a pay-in writes it, or the person who
   * makes a payout or refund. Reads only: who writes the order may find it taken, and draws again. Undefined where a provider
   * or `prepare` makes references.
   */
  drawReference?(order: Order, context: DrawContext): Promise<DrawnReference>
  submit(order: Order, key: string, context: CallContext): Promise<Outcome>
  /**
   * Sends money of a paid pay-in back to its payer. `order` is the pay-in, `key` the refund's own: the same key never sends
   * it twice. Undefined where the rail has no refunds.
   */
  refund?(order: Order, refund: RefundOrder, context: CallContext): Promise<Outcome>
  /** As `inquire`, by the key of a refund of the transaction `payinId`. `reversed`: the money of the refund came back to us. */
  inquireRefund?(key: string, context: CallContext, payinId: string): Promise<Outcome | NotFound>
  /**
   * Registers orders with local instructions at the provider. Returns one outcome per order, in order. Undefined where
   * the provider need not know them.
   */
  register?(orders: readonly { order: Order; key: string }[], context: CallContext): Promise<readonly Outcome[]>
  inquire(key: string, context: CallContext): Promise<Outcome | NotFound>
  /**
   * The payment that an event without an outcome names by its key, where no order has that key. `not_found`: the key names
   * no payment; an order with it may not be committed yet.
   */
  inquireIncoming?(
    key: string,
    context: CallContext,
  ): Promise<{ kind: 'incoming'; money: IncomingMoney } | NotFound | { kind: 'unknown' }>
  /**
   * Checks and mends what an account needs at its provider, such as the address of its notifications: once a day, and after its credentials
   * changed. Returns what is wrong, as sentences for operators without secrets.
   */
  checkAccount?(context: CallContext): Promise<readonly string[]>
  /**
   * `cancelled`: no order with this key will be executed, whether or not the provider knew it. `not_found`: the
   * provider does not know the key and guarantees nothing.
   */
  cancel?(key: string, context: CallContext): Promise<CancelResult>
  /** Undefined where the provider has no records that the gateway can read. */
  readonly providerRecords?: ProviderRecords
  /**
   * Lower-case names of headers that `readNotifications` needs. They are stored unchanged, because it reads them again
   * later.
   */
  notificationHeaders?: readonly string[]
  /**
   * Verifies signature and format. Undefined where the push as a whole is forged or unreadable; a forged or unreadable item
   * drops only itself. Events with an outcome are read again later, from headers and body alone: what is verified by path,
   * query or address has none.
   */
  readNotifications?(raw: RawNotification, account: ConnectorAccount, now: Date): NotificationsRead | undefined
  /**
   * The answer to a push, from the push alone. Called after it was stored or refused. Undefined: 200 `{"received":true}`, or
   * the gateway's own refusal (401).
   */
  notificationReply?(raw: RawNotification, received: 'stored' | 'refused'): NotificationReply | undefined
}
