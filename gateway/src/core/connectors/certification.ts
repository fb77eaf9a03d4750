import type { Message } from '../texts/messages/say.ts'
import type { NotFound, Outcome } from '../values/outcome.ts'
import type { CallContext, Connector, Order } from './connector.ts'

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
