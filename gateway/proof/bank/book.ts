import type { Order, ProviderRecord, RecordPage } from '../../src/core/connectors/connector.ts'
import type { PaymentKind } from '../../src/core/values/instructions.ts'
import type { NextStep, RejectReason } from '../../src/core/values/outcome.ts'
import type { BookedMovement, BookedOrder } from '../stages/virtual/parts.ts'

/** Records of one page. */
const pageRecords = 1_000

/**
 * `refused`: it arrived too late, and the provider behaves as if it had never come. `open`: accepted; whether money moved
 * stands in its movements.
 */
type State = 'refused' | 'open' | 'rejected' | 'cancelled'

/** A booked order with what only checks and tests of the simulator want to know of it. Times in virtual milliseconds. */
export interface ProviderOrder extends BookedOrder {
  /** As decisions call it: the act that it came from, such as `payout-3`. */
  name: string
  connector: string
  transactionId: string
  kind: PaymentKind
  state: State
  arrivedAtMs: number
  /** Of a pay-in: what was asked to go back of it. Of a refund: the pay-in. */
  refunds: OpenOrder[]
  refundOf: OpenOrder | undefined
  executeBeforeMs: number | undefined
}

/** An order that can still change. */
export interface OpenOrder extends ProviderOrder {
  /** 1 for the first order of the provider. */
  readonly number: number
  readonly expiresAtMs: number | undefined
  readonly payerDocument: string | undefined
  readonly movements: BookedMovement[]
  readonly acknowledged: string[]
  reason: RejectReason | undefined
  next: NextStep | undefined
  /** Its payer pays after the end of the order, whoever called it off. */
  paysLate: boolean
  /** Who paid last, where it is another one than the payer of the order. */
  sender: string | undefined
  /** Only who asks hears of it. */
  silent: boolean
  /** How many pieces of news were told about it. */
  news: number
}

/** What an order is known by when it arrives. */
export interface Arrival {
  order: Order
  key: string
  accountId: string
  name: string
  connector: string
  atMs: number
  refundOf?: OpenOrder | undefined
}

interface Position {
  position: number
  order: OpenOrder
}

/** A provider's own book: nothing in it is ever taken back, and every movement of money has its place. */
export class ProviderRecords {
  readonly #orders = new Map<string, OpenOrder>()
  readonly #positions: Position[] = []
  readonly #last = new Map<string, number>()

  all(): readonly OpenOrder[] {
    return [...this.#orders.values()]
  }

  find(key: string): OpenOrder | undefined {
    return this.#orders.get(key)
  }

  receive({ order, key, accountId, name, connector, atMs, refundOf }: Arrival): OpenOrder {
    const received: OpenOrder = {
      ...{ number: this.#orders.size + 1, name, connector, key, accountId, refundOf, arrivedAtMs: atMs },
      ...{ transactionId: order.transactionId, kind: order.kind, currency: order.currency },
      direction: order.payType === 'payin' ? 'in' : 'out',
      orderedMinor: order.amountMinor,
      expiresAtMs: order.expiresAt?.getTime(),
      executeBeforeMs: order.executeBefore?.getTime(),
      payerDocument: order.details['payer_doc_id'],
      ...{ submissions: 1, news: 0, state: 'open', tombstone: false, paysLate: false, silent: false },
      ...{ refunds: [], movements: [], acknowledged: [], reason: undefined, next: undefined, sender: undefined },
    }
    this.#orders.set(key, received)
    refundOf?.refunds.push(received)
    this.#note(received)
    return received
  }

  move(order: OpenOrder, kind: BookedMovement['kind'], moved: { amountMinor: bigint; atMs: number }): void {
    order.movements.push({ key: order.key, kind, ...moved })
    this.#note(order)
  }

  /** Ordered by the last movement: an order whose money moves again comes again at a later position. */
  records(accountId: string, after: number): RecordPage {
    const found: ProviderRecord[] = []
    let nextAfter = after
    for (const { position, order } of this.#positions) {
      if (position <= after) continue
      if (found.length >= pageRecords) break
      nextAfter = position
      const isLast = this.#last.get(order.key) === position
      if (isLast && order.accountId === accountId && order.state !== 'refused') found.push(recordOf(order))
    }
    return { records: found, nextAfter }
  }

  end(): number {
    return this.#positions.length
  }

  #note(order: OpenOrder): void {
    const position = this.#positions.length + 1
    this.#positions.push({ position, order })
    this.#last.set(order.key, position)
  }
}

/** All that moved in one direction, in minor units. */
export function movedMinor({ movements }: Pick<BookedOrder, 'movements'>, kind: BookedMovement['kind']): bigint {
  return movements.filter((each) => each.kind === kind).reduce((sum, each) => sum + each.amountMinor, 0n)
}

/** What its refunds took of a pay-in, without those that came back. */
export function refundedMinor({ refunds }: Pick<OpenOrder, 'refunds'>): bigint {
  return refunds.reduce((sum, refund) => sum + movedMinor(refund, 'executed') - movedMinor(refund, 'came_back'), 0n)
}

function recordOf(order: OpenOrder): ProviderRecord {
  const last = order.movements.at(-1)
  return {
    key: order.key,
    direction: order.direction,
    currency: order.currency,
    orderedMinor: order.orderedMinor,
    executions: order.movements.filter(({ kind }) => kind === 'executed').length,
    executedMinor: movedMinor(order, 'executed'),
    reversedMinor: movedMinor(order, 'came_back'),
    movedAt: last === undefined ? undefined : new Date(last.atMs),
  }
}
