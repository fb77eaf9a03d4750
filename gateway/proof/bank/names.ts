import type { Stage } from '../stages/virtual/parts.ts'

/** Digits of a UUID with its hyphens: what a key begins with. */
const transactionIdLength = 36

/** The transaction whose order has this key. */
export function transactionOf(key: string): string {
  return key.slice(0, transactionIdLength)
}

/** Loops of a gateway are named after it. What they happen to see first says nothing about an order's origin. */
const loopName = /^G\d+\./

/**
 * Names of orders for decisions: the act that an order comes from. An act that is left out of a run does not rename the
 * orders of the others.
 */
export class OrderNames {
  readonly #stage: Stage
  readonly #origins = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #taken = new Map<string, number>()
  readonly #counters = new Map<string, number>()

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** Remembers which act is running when a gateway first speaks of a transaction. */
  note(transactionId: string): void {
    const task = this.#stage.task()
    if (!this.#origins.has(transactionId) && !loopName.test(task)) this.#origins.set(transactionId, task)
  }

  /** The order's name; the same for one key at all times. */
  of(key: string): string {
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const origin = this.#origins.get(transactionOf(key)) ?? 'order'
    const count = (this.#taken.get(origin) ?? 0) + 1
    this.#taken.set(origin, count)
    const name = origin === 'order' || count > 1 ? `${origin}-${count}` : origin
    this.#names.set(key, name)
    return name
  }

  /** `payout-3/submit-2`: the second time that this happens to the order. */
  next(key: string, what: string): string {
    const label = `${this.of(key)}/${what}`
    const count = (this.#counters.get(label) ?? 0) + 1
    this.#counters.set(label, count)
    return `${label}-${count}`
  }
}
