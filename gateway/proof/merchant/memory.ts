import type { CurrencyCode } from '../../src/core/values/currency.ts'
import type { PayType } from '../../src/core/values/status.ts'
import type { Exchange } from '../stages/virtual/parts.ts'
import type { PointFacts } from '../stages/virtual/world/points.ts'

/** A payment as the merchant who asked for it knows it. */
export interface KnownPayment {
  /** The name of the act that asks for it, with a suffix where the act asks for several. */
  name: string
  point: PointFacts
  payType: PayType
  serviceCode: string
  currency: CurrencyCode
  amountMinor: bigint
  reference: string
  /** The key of the point that asks for it. */
  apiKey: string
  /** JSON text as it was first sent. */
  body: string
  /** Undefined until a reply named it. */
  transactionId?: string
}

interface Successor {
  key: string
  /** When the one before ends. */
  oldEndsAtMs: number
}

/** What everybody outside learned during one run. */
export interface Memory {
  exchanges: readonly Exchange[]
  note(exchange: Exchange): void
  /** Before the first request for a payment. */
  begin(payment: KnownPayment): void
  /** A key of the template has a new successor, and the one before ends. */
  rotated(apiKey: string, into: Successor): void
  /** The first of a key's line that is still good at that instant. */
  keyOf(apiKey: string, atMs: number): string
  /** A reply named the transaction. */
  learn(name: string, transactionId: string): void
  /** Nothing more will be learned by the act that asked for the payment. */
  end(name: string): void
  find(name: string): KnownPayment | undefined
  /**
   * The payment as soon as its transaction is known; undefined where nobody asked for it so far, or where its act ended
   * without learning the transaction.
   */
  known(name: string): Promise<(KnownPayment & { transactionId: string }) | undefined>
}

export function createMemory(): Memory {
  const exchanges: Exchange[] = []
  const payments = new Map<string, KnownPayment>()
  const successors = new Map<string, readonly Successor[]>()
  const ended = new Set<string>()
  const waiting = new Map<string, (() => void)[]>()
  const wake = (name: string) => {
    for (const resolve of waiting.get(name) ?? []) resolve()
    waiting.delete(name)
  }
  return {
    exchanges,
    note: (exchange) => void exchanges.push(exchange),
    begin: (payment) => void payments.set(payment.name, payment),
    rotated: (apiKey, into) => void successors.set(apiKey, [...(successors.get(apiKey) ?? []), into]),
    keyOf: (apiKey, atMs) => {
      const line = successors.get(apiKey) ?? []
      return line.findLast(({ oldEndsAtMs }) => oldEndsAtMs <= atMs)?.key ?? apiKey
    },
    learn: (name, transactionId) => {
      const payment = payments.get(name)
      if (!payment) return
      payment.transactionId = transactionId
      wake(name)
    },
    end: (name) => {
      ended.add(name)
      wake(name)
    },
    find: (name) => payments.get(name),
    known: async (name) => {
      const payment = payments.get(name)
      if (!payment) return undefined
      if (payment.transactionId === undefined && !ended.has(name)) {
        await new Promise<void>((resolve) => waiting.set(name, [...(waiting.get(name) ?? []), resolve]))
      }
      const { transactionId } = payment
      return transactionId === undefined ? undefined : { ...payment, transactionId }
    },
  }
}
