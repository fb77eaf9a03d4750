import type { Wire } from '../../../test/support/world.ts'
import type { Cluster } from './cluster.ts'

/** One order as the entries of the bank's book add up; amounts in minor units. The witness of the whole test. */
export interface BankOrder {
  key: string
  direction: 'in' | 'out'
  currency: string
  amountMinor: bigint
  scenario: string
  /** How often money moved, and how much in all. */
  executed: number
  executedMinor: bigint
  returnedMinor: bigint
  /** Of a refund: the key of its pay-in. */
  refundOf: string | undefined
  /** Of a pay-in: what refunds took of it, and did not come back. */
  refundedMinor: bigint
  /** The bank's reason, once it refused the order. */
  rejected: string | undefined
  cancelled: boolean
}

const entriesPerPage = 1_000

/** Reads the whole book and adds it up here, without the bank's own sums. */
export async function readBankRecords(cluster: Cluster): Promise<ReadonlyMap<string, BankOrder>> {
  const orders = new Map<string, BankOrder>()
  for (let after = 0; ; ) {
    const page = await cluster.callBank('GET', `/control/book?after=${after}&limit=${entriesPerPage}`)
    for (const entry of page.entries as Wire[]) add(orders, entry)
    if (page.entries.length < entriesPerPage) return withRefunds(orders)
    after = page.next_after
  }
}

/** What the bank's own summary says: how often it executed each order. */
export async function readBankSummary(cluster: Cluster): Promise<ReadonlyMap<string, number>> {
  const executed = new Map<string, number>()
  for (let after = 0; ; ) {
    const page = await cluster.callBank('GET', `/control/summary?after=${after}&limit=${entriesPerPage}`)
    const rows = Object.entries(page.summary as Record<string, { executed: number }>)
    for (const [key, counts] of rows) executed.set(key, counts.executed)
    if (rows.length < entriesPerPage) return executed
    after = page.next_after
  }
}

function withRefunds(orders: ReadonlyMap<string, BankOrder>): ReadonlyMap<string, BankOrder> {
  for (const { refundOf = '', executedMinor, returnedMinor } of orders.values()) {
    const payin = orders.get(refundOf)
    if (payin) payin.refundedMinor += executedMinor - returnedMinor
  }
  return orders
}

function add(orders: Map<string, BankOrder>, entry: Wire): void {
  if (entry.type === 'order_received') {
    if (orders.has(entry.key)) throw new Error(`the book received the order ${entry.key} twice`)
    orders.set(entry.key, {
      key: entry.key,
      direction: entry.facts.direction,
      currency: entry.facts.currency,
      amountMinor: BigInt(entry.facts.amount_minor),
      scenario: entry.scenario,
      executed: 0,
      executedMinor: 0n,
      returnedMinor: 0n,
      refundOf: entry.facts.refund_of,
      refundedMinor: 0n,
      rejected: undefined,
      cancelled: false,
    })
    return
  }
  const order = orders.get(entry.key)
  if (!order) return
  switch (entry.type) {
    case 'order_executed':
      order.executed++
      order.executedMinor += BigInt(entry.amount_minor)
      return
    case 'order_reversed':
      order.returnedMinor += BigInt(entry.amount_minor)
      return
    case 'order_rejected':
      order.rejected = entry.reason
      return
    case 'order_cancelled':
      order.cancelled = true
      return
  }
}
