import type { Connector } from '../../../src/core/connectors/connector.ts'
import type { Deps } from '../../../src/extras/deps.ts'

/** Draws that depend on the seed and on the name they were asked by, and on nothing else. */
export interface Chance {
  /** A whole number from 0 to `below` - 1. */
  int(below: number): number
  /** True with this probability. */
  bool(probability: number): boolean
  pick<T>(items: readonly T[]): T
}

/** A request of a merchant or a provider, as it reaches a gateway. */
export interface SimulatedRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With the query: `/api/v1/payments/…`. */
  path: string
  headers: Readonly<Record<string, string>>
  /** JSON text, or what its content type says; undefined: no body. */
  body?: string
}

/** `broken`: no gateway took it, or the one that did stopped before it answered. What it did is unknown. */
export type SimulatedReply = { kind: 'reply'; status: number; body: string } | { kind: 'broken' }

/**
 * What the outside world (providers, merchants, operators) may use. Whoever stands outside lives in virtual time, never
 * asks the machine for time or chance, and does nothing by itself but through these.
 */
export interface Stage {
  /** Virtual milliseconds since 1970. */
  nowMs(): number
  /** Draws for everything that is no decision: amounts, parameters. The same name gives the same draws. */
  chance(name: string): Chance
  /**
   * What happens at one named place: `usual`, or one of `others` with its probability. Whatever is not usual is recorded, and a
   * shrunk run takes it back one by one; so `usual` must be the good and simple case. While a run is quiet (no faults any
   * more) the answer is always `usual`. Names must be unique in a run and must not depend on ids or times.
   */
  decide<Usual extends string, Other extends string>(
    name: string,
    usual: Usual,
    others: Readonly<Partial<Record<Other, number>>>,
  ): Usual | Other
  /** The name of the request, round or act whose code is running now, such as `payout-3` or `G1.inquire-12`. */
  task(): string
  /** The gateway whose code is running now, such as `G1`; undefined: the outside world. */
  gateway(): string | undefined
  /** Happens at the earliest after so many virtual milliseconds; the scheduler says when exactly. */
  later(event: { name: string; afterMs: number; run(): void }): void
  /** Sends a request to a gateway that the scheduler chooses. Never rejects. */
  request(name: string, request: SimulatedRequest): Promise<SimulatedReply>
  /** Runs an operation inside a gateway, as its console would. `broken`: as of a request. Rejects with what the work throws. */
  operate<T>(name: string, work: (deps: Deps) => Promise<T>): Promise<{ kind: 'done'; value: T } | { kind: 'broken' }>
}

/** One thing that somebody outside does. A run's acts are drawn before it begins; a shrunk run leaves some out. */
export interface Act {
  /** Unique in the run, such as `payout-3`, and independent of the other acts: leaving one out must not rename another. */
  name: string
  /** At the earliest so many virtual milliseconds after the beginning of the run. */
  atMs: number
  /** Resolves when it is over. Never rejects for what a gateway does; a throw is a fault of the simulator. */
  run(stage: Stage): Promise<void>
}

/** One movement in a provider's own book. Amounts in minor units. */
export interface BookedMovement {
  key: string
  atMs: number
  kind: 'executed' | 'came_back'
  amountMinor: bigint
}

/** An order as a provider knows it. */
export interface BookedOrder {
  key: string
  accountId: string
  direction: 'in' | 'out'
  currency: string
  orderedMinor: bigint
  /** How often it was submitted or registered, in all. */
  submissions: number
  /** A stop that was promised: after it nothing may be executed any more. */
  tombstone: boolean
  movements: readonly BookedMovement[]
  /** Bodies of notifications about it that a gateway said it had taken. */
  acknowledged?: readonly string[]
}

/** A question to a provider about an order. */
export interface AskedOrder {
  key: string
  atMs: number
  /** The round or request that asks: `G1.inquire-3`. */
  task: string
  /** How often the order had been sent by then. */
  sent: number
}

/** What a merchant's server received. */
export interface ReceivedCallback {
  atMs: number
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** HTTP status, or `lost`: it arrived, but the answer did not come back. */
  answered: number | 'lost'
  /** Until then its sender had no answer: it must take it for being on its way. Undefined: not known. */
  heldUntilMs?: number
}

/** A deposit as the statement of the operator's own bank shows it. */
export interface BankLine {
  atMs: number
  amountMinor: bigint
  text: string
  /** The bank's own id; null: it gives none, so that equal deposits of one day cannot be told apart. */
  bankReference: string | null
  /** The order whose reference stands in the text. */
  transactionId: string | null
}

/** What a merchant or an operator asked for, and what they were told. In the order of the answers. */
export interface Exchange {
  /** The act's name. */
  act: string
  /** Who asked: the name of a point of the template (`points.ts`), or `operator`. */
  who: string
  sentAtMs: number
  answeredAtMs: number
  request: SimulatedRequest | { operation: string; detail: Readonly<Record<string, string>> }
  reply: SimulatedReply | { kind: 'done' | 'refused'; detail: string }
}

/** Everything outside the gateways that a finished run is judged by. */
export interface Observations {
  orders: readonly BookedOrder[]
  asked: readonly AskedOrder[]
  /** Orders as gateways sent them, whether or not they arrived. */
  sent: readonly Pick<AskedOrder, 'key' | 'atMs'>[]
  received: readonly ReceivedCallback[]
  exchanges: readonly Exchange[]
  /** The whole statement of the operator's own bank, the oldest deposit first. A file holds the first of them. */
  bankLines: readonly BankLine[]
  /** Virtual milliseconds of the last fault. */
  lastFaultAtMs: number
}

/** What breaks a rule. One sentence that names the transaction and both values. */
export interface Violation {
  /** Short, stable and without values, such as `callback-order`: shrinking keeps a run that breaks the same rule. */
  rule: string
  what: string
}

/** By the name that connector accounts store; `own_account` is the real one. */
export type SimulatedConnectors = ReadonlyMap<string, Connector>
