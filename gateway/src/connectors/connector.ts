import type { CardOrder } from '../values/card.ts'
import type { CurrencyCode } from '../values/currency.ts'
import type { Environment } from '../values/environment.ts'
import type { Instructions, PaymentKind } from '../values/instructions.ts'
import type { NotFound, Outcome } from '../values/outcome.ts'
import type { PayType } from '../values/status.ts'

/** One order to move money, as every connector sees it. Amounts in minor units. */
export interface Order {
  transactionId: string
  pointId: string
  environment: Environment
  payType: PayType
  serviceCode: string
  kind: PaymentKind
  country: string
  currency: CurrencyCode
  amountMinor: bigint
  /** Unique number of the order in this deployment: references, CLABEs and txids derive from it. */
  sequence: bigint
  expiresAt: Date | null
  /**
   * The provider must refuse the order where it arrives at this time or later. Absolute, committed with the attempt, and
   * the same at every sending. Null where the provider honours no deadline.
   */
  executeBefore: Date | null
  /** Normalised request fields in the spec's names, without card data. */
  details: Readonly<Record<string, string>>
  instructions: Instructions
  /** Where the payer's browser comes back after a redirect (card). */
  returnUrl?: string
  card?: CardOrder
}

/** What a connector can do for one service code and direction. `'*'` as service code stands for every one. */
export interface Capability {
  serviceCode: string
  payType: PayType
  /** `local`: `prepare` makes the instructions without network; `in_request`: `submit` is called inside the request. */
  instructions: 'local' | 'in_request' | 'none'
  confirmedBy: readonly ('answer' | 'notification' | 'inquiry' | 'statement' | 'operator')[]
}

/**
 * A promise of the provider about orders that are delayed on their way. Each must stand in its documentation: a merchant
 * who was told `not_executed` pays again.
 */
export type LateExecutionGuarantee =
  /**
   * The provider refuses an order that arrives at its `executeBefore` or later. It lies `validForMs` after the order was
   * made; the provider's clock is at most `clockMarginMs` behind ours.
   */
  | { kind: 'deadline'; validForMs: number; clockMarginMs: number }
  /** After `cancel` of a key that the provider does not know, it refuses every order with that key, for ever. */
  | { kind: 'tombstone' }
  /** An order that an inquiry does not find after the visibility window will not be executed. */
  | { kind: 'not_found_is_final' }
  /** The connector sends nothing anywhere: people execute its orders. */
  | { kind: 'nothing_is_sent' }

export interface Manifest {
  name: string
  environments: readonly Environment[]
  capabilities: readonly Capability[]
  /** True where the same key always returns the same result, so that sending it again is safe. */
  sameKeySameResult: boolean
  /** What makes sure that an order that the provider does not know is never executed later. Empty: nothing does. */
  lateExecution: readonly LateExecutionGuarantee[]
  /** How long an order that arrived may stay invisible to an inquiry. */
  visibilityWindowMs: number
  inquiries: {
    /** How many inquiries a second one account may get from the whole deployment. */
    perSecond: number
    /** When to ask about a deposit that the provider reports by itself and called pending; the last delay repeats. */
    depositDelaysMs: readonly number[]
  }
  /** True where orders with local instructions must also be told to the provider (`announce`). */
  announces: boolean
}

/** What a configured connector account knows: its credentials (opened from the secret box) and the addresses to use. */
export interface ConnectorAccount {
  id: string
  connector: string
  environment: Environment
  /** JSON text as the operator stored it. */
  credentials: string
}

/** Everything a call may use: the deadline, the account, and where the provider shall send its news. */
export interface CallContext {
  account: ConnectorAccount
  timeoutMs: number
  notifyUrl: string
}

/** What `prepare` may draw on: the operator's deposit account chosen for this order. */
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
}

export interface ProviderEvent {
  /** The provider's own id of this piece of news: de-duplicates. */
  eventId: string
  /** Our key that the news is about. */
  key: string
  outcome: Outcome
}

export type CancelResult = 'cancelled' | 'too_late' | 'not_found' | 'unknown'

/** A raw notification as it came in. `headers` in lower case. */
export interface RawNotification {
  body: Buffer
  headers: Readonly<Record<string, string | undefined>>
}

/** What a payer, an issuer or a clerk does to an order at the simulated bank. */
export interface SimulatedAct {
  action: 'pay' | 'approve' | 'pay_less' | 'pay_more' | 'pay_twice' | 'pay_late' | 'decline' | 'return' | 'reverse'
  amountMinor?: bigint
  sender?: { name?: string; document?: string }
}

export type SimulatedResult = { kind: 'done' | 'unknown_order' | 'unavailable' } | { kind: 'refused'; why: string }

/** What a provider's own records say about one order: the reconciliation source of verify. Amounts in minor units. */
export interface ProviderRecord {
  key: string
  direction: 'in' | 'out'
  /** ISO 4217, as the provider writes it. */
  currency: string
  /** What we ordered, as the provider understood it. */
  orderedMinor: bigint
  /** How often money moved for it, without what came back. */
  executions: number
  /** What moved in total: paid in by the payer, or paid out to the beneficiary. */
  executedMinor: bigint
  /** What came back of it in total. */
  reversedMinor: bigint
  /** When money last moved in either direction, by the provider's clock. Undefined: it never did. */
  movedAt: Date | undefined
}

/** A page of a provider's records. `nextAfter` is the position behind it. */
export interface RecordPage {
  records: readonly ProviderRecord[]
  nextAfter: number
}

/**
 * The port to who moves the money. `submit`, `inquire`, `announce` and `cancel` never throw for what the outside does:
 * every fault of the network or the provider is an Outcome. `prepare` is pure.
 */
export interface Connector {
  readonly manifest: Manifest
  /** Our key for an attempt, in the provider's own format. Deterministic. */
  keyFor(transactionId: string, attempt: number): string
  prepare?(order: Order, context: PrepareContext): Instructions
  submit(order: Order, key: string, context: CallContext): Promise<Outcome>
  /** Tells the provider about orders whose instructions are local; one outcome per order, in their order. */
  announce?(orders: readonly { order: Order; key: string }[], context: CallContext): Promise<readonly Outcome[]>
  inquire(key: string, context: CallContext): Promise<Outcome | NotFound>
  /**
   * `cancelled`: no order with this key will be executed, whether the provider knew it or keeps a tombstone for the key.
   * `not_found`: the provider does not know the key and promises nothing.
   */
  cancel?(key: string, context: CallContext): Promise<CancelResult>
  /** Test points only: lets something happen to an order. `refused` in the provider's word for why not. */
  simulate?(key: string, act: SimulatedAct, context: CallContext): Promise<SimulatedResult>
  /** Test points only: moves the provider's clock. False when it could not be reached. */
  moveClock?(offsetMs: number, context: CallContext): Promise<boolean>
  /**
   * A page of the provider's own records behind position `after`, ordered by the last movement of money: an order whose
   * money moves again comes again at a later position. Undefined when they cannot be read now.
   */
  records?(after: number, context: CallContext): Promise<RecordPage | undefined>
  /** The last position of the records; undefined when it cannot be read now. */
  recordsEnd?(context: CallContext): Promise<number | undefined>
  /** Headers, in lower case, that `readNotification` needs: kept as they came, because it reads them once more later. */
  notificationHeaders?: readonly string[]
  /** Verifies signature and form. Undefined when it is forged or unreadable. */
  readNotification?(raw: RawNotification, account: ConnectorAccount, now: Date): ProviderEvent | undefined
}
