import { applyEntry, type BookState } from '../book/apply-entry.ts'
import type { Entry, EntryDraft } from '../book/entry.ts'
import type { Journal } from '../book/journal.ts'
import type { LateOrders } from '../boot/config.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Order, Timer } from '../orders/order.ts'
import type { OrderBody } from '../orders/order-body.ts'
import type { Delays } from '../orders/scenarios.ts'
import type { FaultQueue } from './faults.ts'
import type { TimerQueue } from './timer-queue.ts'

/** Everything the bank's operations work with; built once in `open-bank.ts`. */
export interface Bank {
  readonly book: BookState
  readonly journal: Journal
  readonly clock: Clock
  readonly timers: TimerQueue<DueTimer>
  /** Orders that are delayed on the way. They live in memory alone, as on a network. */
  readonly arrivals: TimerQueue<Arrival>
  readonly faults: FaultQueue
  readonly delays: Delays
  readonly contentKey: Buffer
  readonly dataDir: string
  readonly hangMs: number
  readonly lateOrders: LateOrders
  readonly log: Log
  /** Known when the server listens. */
  publicUrl: string
  /** Hands a new notification, by its ref, to the outbox. */
  notify: (ref: string) => void
}

/** An order without a card that arrives later than it was sent. */
export interface Arrival {
  key: string
  body: OrderBody
}

export interface DueTimer {
  order: Order
  timer: Timer
}

/**
 * Orders one book may hold. All stay in memory (about 2 KB each, so 1 GB), because the bank must not forget what it
 * has executed; a full book refuses new orders and needs a new data folder.
 */
export const ORDERS_MAX = 500_000

/** Tombstones of one book. They are never forgotten, so a full book refuses to make more of them. */
export const TOMBSTONES_MAX = 500_000

/** Orders that may be on their way at once; one more is lost on the way. */
export const ARRIVALS_MAX = 10_000

/**
 * Writes one entry: into the book at once, into the journal with the next write. No caller may be answered before
 * `journal.settled()`. Returns the entry.
 */
export function record(bank: Bank, draft: EntryDraft): Entry {
  const entry = bank.journal.append(draft)
  applyEntry(bank.book, entry)
  if ('notices' in entry) for (const notice of entry.notices ?? []) bank.notify(notice.ref)
  return entry
}
