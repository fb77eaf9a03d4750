// The bank’s book to the judge.
import type { Wire } from '../../../test/support/world.ts'
import type { RecordsDetails } from '../../judge/book.ts'
import type { BookedMovement, BookedOrder } from '../virtual/parts.ts'

/** An order as a bank's own book has it: what the judge holds the gateway against. Times are those of the gateway's clock. */
export interface BankOrder extends Omit<BookedOrder, 'accountId'>, RecordsDetails {
  movements: BookedMovement[]
  /** The bank's reason, once it refused the order. */
  rejected?: string
}

/** A call of the control API of a bank. */
export type CallBank = (method: string, path: string, body?: unknown) => Promise<Wire>

const entriesPerPage = 1_000

/** Adds up the whole book of the simulated bank here, without its own sums. */
export async function readBankOrders(callBank: CallBank): Promise<readonly BankOrder[]> {
  const orders = new Map<string, BankOrder>()
  const stopped = new Set<string>()
  let offsetMs = 0
  for (let after = 0; ; ) {
    const page = await callBank('GET', `/control/book?after=${after}&limit=${entriesPerPage}`)
    for (const entry of page.entries as Wire[]) {
      if (entry.type === 'clock_set') offsetMs = entry.offset_ms
      if (entry.type === 'key_cancelled') stopped.add(entry.key)
      addEntry(orders, entry, { atMs: Date.parse(entry.at) + offsetMs, stopped })
    }
    if (page.entries.length < entriesPerPage) return [...orders.values()]
    after = page.next_after
  }
}

function addEntry(
  orders: Map<string, BankOrder>,
  entry: Wire,
  { atMs, stopped }: { atMs: number; stopped: ReadonlySet<string> },
): void {
  const { type, key } = entry
  const order = orders.get(key)
  if (type === 'order_received') {
    if (order) throw new Error(`the book received the order ${key} twice`)
    const { direction, currency, amount_minor } = entry.facts
    const ordered = { key, direction, currency, orderedMinor: BigInt(amount_minor), arrivedAtMs: atMs }
    const paysLate = entry.scenario === '777.12'
    orders.set(key, { ...ordered, submissions: 1, tombstone: stopped.has(key), paysLate, movements: [] })
  }
  if (!order) return
  const move = (kind: BookedMovement['kind']) =>
    void order.movements.push({ key, atMs, kind, amountMinor: BigInt(entry.amount_minor) })
  if (type === 'order_executed') move('executed')
  if (type === 'order_reversed') move('came_back')
  if (type === 'order_rejected') order.rejected = entry.reason
  if (type === 'order_cancelled') order.tombstone = true
}
