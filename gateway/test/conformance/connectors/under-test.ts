import type {
  Connector,
  ConnectorAccount,
  DepositAccount,
  IncomingMoney,
  Order,
  RawNotification,
} from '../../../src/core/connectors/connector.ts'
import type { Reversed } from '../../../src/core/values/outcome.ts'

/** What a provider says about an order, in the words of the port; the description turns it into the provider's own. */
export interface Said {
  state: 'pending' | 'completed' | 'rejected' | 'reversed' | 'words that nobody knows'
  /** Minor units; the order's own where omitted. */
  creditedMinor?: bigint
  reversedMinor?: bigint
  /** What went back one by one; omitted where the provider lists nothing. */
  reversals?: NonNullable<Reversed['reversals']>
  key?: string
  amountMinor?: bigint
  currency?: string
}

/** An answer of the provider's API. */
export interface Answer {
  status: number
  body: unknown
}

/** How a provider that wants access tokens gives and refuses them. */
export interface TokenScript {
  isRequest(path: string): boolean
  /** A token that differs by the number of the request. */
  granted(count: number): Answer
  /** The answer to an order whose token is not valid any more, and its headers. */
  refused: Answer & { headers: Record<string, string> }
}

/** An event as the provider tells it. `secret` and `at` only differ in forgeries. */
export interface ToldEvent {
  said: Said
  eventId: string
  at: Date
  secret?: string
}

/** What a provider recorded of an order: the payments of one moment, and what went back. Minor units. */
export interface ToldRecord {
  key: string
  order: Order
  payments: readonly bigint[]
  backMinor: bigint
  at: Date
}

/** How to speak for the provider of a connector. Absent where it has no network. */
export interface ProviderScript {
  /** Absent where orders need no access token. */
  token?: TokenScript
  /** The body of a 200 answer to submit or inquire. */
  answer(order: Order, key: string, said: Said): unknown
  /** The answer to an inquiry about a key that the provider never got. */
  notFound: Answer
  /** True where no answer names a currency: the rail has one. */
  hasOneCurrency?: true
  /** The body of a 200 answer about a refund of a pay-in. Default: `answer`. */
  refundAnswer?(key: string, amountMinor: bigint): unknown
  /**
   * The answers to calling an order off: done, and too late because money moved. `known`: what an inquiry then tells. Absent where
   * nothing can be called off.
   */
  calledOff?(order: Order, key: string): { cancelled: Answer; tooLate: Answer; known?: Answer }
  /** The answer to calling off a key that the provider does not know, where it keeps a tombstone for it. */
  tombstone?(key: string): Answer
  /** The deadline in the body of a request; undefined where it carries none. */
  deadlineOf?(body: string): Date | undefined
  /** The answers to an order that arrived after its deadline, or after its key was called off. */
  refusedLate?: readonly Answer[]
  /** The body of a 200 answer to a batch of registrations; orders left out get no result. */
  batchAnswer?(orders: readonly { order: Order; key: string }[]): unknown
  /** A notification as the provider signs it. */
  notification?(order: Order, key: string, given: ToldEvent): RawNotification
  /** Several events in one push. */
  push?(items: readonly { order: Order; key: string; given: ToldEvent }[]): RawNotification
  /** True where what went back is always listed. */
  alwaysListsReversals?: true
  /** The answer to asking about a payment that came for no order, by the key that a prompt has for it. */
  incoming?(money: IncomingMoney): Answer
  /** Such a payment in the provider's own form, where it cannot tell everything. */
  incomingMoney?: Omit<IncomingMoney, 'at'>
  /** The answer to a request for records, two of them on a page. Absent where the provider has none. */
  records?(path: string, told: readonly ToldRecord[]): Answer
  /** A push that only prompts an inquiry, as it arrives. */
  prompt?(key: string, eventId: string): RawNotification
}

/** A connector as the kit sees it: everything it needs to know beyond the port. */
export interface UnderTest {
  name: string
  make(providerUrl: string): Connector & { close?(): Promise<void> }
  account: ConnectorAccount
  /** An order that the connector takes, a fresh one at every call. */
  order(payType: 'payin' | 'payout'): Order
  depositAccount?: DepositAccount
  provider?: ProviderScript
  /** The longest key that the provider takes. */
  keyLengthMax: number
}
