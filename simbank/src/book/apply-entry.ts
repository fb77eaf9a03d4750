import type { Account } from '../accounts/account.ts'
import { toIso } from '../clock.ts'
import {
  creditedMinor,
  type Notice,
  type NoticeDraft,
  type Order,
  type Progress,
  reversedMinor,
} from '../orders/order.ts'
import { PROVIDER_CODES } from '../orders/reasons.ts'
import type { Entry } from './entry.ts'

/** The book in memory: what all entries of the journal add up to. */
export interface BookState {
  orders: Map<string, Order>
  /** In order of receipt: number 1 stands at index 0. */
  byNumber: Order[]
  byToken: Map<string, Order>
  /** The refunds of each pay-in that has any, by its key. */
  refunds: Map<string, Order[]>
  /** Each receipt and each movement of money, by the number of its entry: the order of `/control/records`. */
  movements: { seq: number; order: Order }[]
  /** Notifications not received yet, by their ref. */
  notices: Map<string, Notice>
  /** Keys whose first call was refused on purpose and that have not come back yet. */
  refusedOnce: Set<string>
  /** Keys that were cancelled before an order arrived under them. */
  tombstones: Set<string>
  clockOffsetMs: number
  /** Accounts with statements, by their id. */
  accounts: Map<string, Account>
}

/** Keys remembered after a deliberate refusal: the oldest is dropped and would only be refused once more. */
const REFUSED_ONCE_MAX = 100_000

export function emptyBook(): BookState {
  return {
    orders: new Map(),
    byNumber: [],
    byToken: new Map(),
    refunds: new Map(),
    movements: [],
    notices: new Map(),
    refusedOnce: new Set(),
    tombstones: new Set(),
    clockOffsetMs: 0,
    accounts: new Map(),
  }
}

/** Adds one entry to the book; the same function serves live calls and the replay at start. Throws on an unknown key. */
export function applyEntry(book: BookState, entry: Entry): void {
  switch (entry.type) {
    case 'bank_started':
    case 'request_forgotten':
    case 'request_delayed':
    case 'late_order_refused':
      return
    case 'key_cancelled':
      book.tombstones.add(entry.key)
      return
    case 'clock_set':
      book.clockOffsetMs = entry.offset_ms
      return
    case 'order_received':
      receive(book, entry)
      return
    case 'account_opened':
      book.accounts.set(entry.id, { id: entry.id, facts: entry.facts, entries: new Map() })
      return
    case 'account_booked':
      accountOf(book, entry).entries.set(entry.entry.key, entry.entry)
      return
    case 'request_refused':
      rememberRefusal(book, entry.key)
      return
    case 'notification_delivered':
    case 'notification_abandoned':
      book.notices.delete(entry.ref)
      return
    default:
      change(book, entry)
  }
}

type Received = Extract<Entry, { type: 'order_received' }>
type Change = Extract<
  Entry,
  {
    type:
      | 'order_executed'
      | 'order_rejected'
      | 'order_reversed'
      | 'order_cancelled'
      | 'payment_refused'
      | 'notification_due'
  }
>

function receive(book: BookState, entry: Received): void {
  const order: Order = {
    number: entry.number,
    key: entry.key,
    token: entry.token,
    content_hash: entry.content_hash,
    facts: entry.facts,
    scenario: entry.scenario,
    ...(entry.challenge && { challenge: entry.challenge }),
    received_at: entry.received_at,
    progress: { state: entry.state },
    refunds: [],
    timers: entry.timers,
    executed: 0,
    reversed: 0,
    last_movement: entry.seq,
  }
  book.orders.set(order.key, order)
  book.byNumber.push(order)
  book.byToken.set(order.token, order)
  const { refund_of: payin } = order.facts
  if (payin !== undefined) book.refunds.set(payin, [...(book.refunds.get(payin) ?? []), order])
  book.movements.push({ seq: entry.seq, order })
  book.refusedOnce.delete(order.key)
}

function accountOf({ accounts }: BookState, { seq, account: id }: Extract<Entry, { type: 'account_booked' }>): Account {
  const account = accounts.get(id)
  if (account) return account
  throw new Error(`entry ${seq} (account_booked) speaks of an account that no entry opened`)
}

function rememberRefusal(book: BookState, key: string): void {
  book.refusedOnce.add(key)
  const [oldest] = book.refusedOnce
  if (book.refusedOnce.size > REFUSED_ONCE_MAX && oldest !== undefined) book.refusedOnce.delete(oldest)
}

function change(book: BookState, entry: Change): void {
  const order = book.orders.get(entry.key)
  if (!order) throw new Error(`entry ${entry.seq} (${entry.type}) speaks of an order that no entry received`)
  order.progress = progressAfter(order.progress, entry)
  if (entry.type === 'order_executed') {
    order.executed += 1
    const payin = book.orders.get(order.facts.refund_of ?? '')
    if (payin) payin.refunds = [...payin.refunds, order]
  }
  if (entry.type === 'order_reversed') order.reversed += 1
  if (entry.type === 'order_executed' || entry.type === 'order_reversed') {
    order.last_movement = entry.seq
    order.moved_at = toIso(Date.parse(entry.at) + book.clockOffsetMs)
    book.movements.push({ seq: entry.seq, order })
  }
  if (entry.type === 'order_rejected') order.timers = []
  // A cancelled registration stops the bank, not a payer who pays too late all the same.
  if (entry.type === 'order_cancelled') order.timers = order.timers.filter(({ act }) => act.do === 'pay' && act.late)
  if (entry.type === 'order_cancelled') return
  if (entry.fired !== undefined) order.timers = order.timers.filter((timer) => timer.number !== entry.fired)
  for (const draft of entry.notices ?? []) book.notices.set(draft.ref, noticeOf(order, draft))
}

function progressAfter(before: Progress, entry: Change): Progress {
  switch (entry.type) {
    case 'order_executed': {
      const { payment_id, amount_minor, paid_at, end_to_end_id } = entry
      return {
        ...before,
        state: 'completed',
        credited_minor: String(creditedMinor(before) + BigInt(amount_minor)),
        end_to_end_id: before.end_to_end_id ?? end_to_end_id,
        executed_at: before.executed_at ?? paid_at,
        ...(entry.sender && { sender: entry.sender }),
        payments: [...(before.payments ?? []), { payment_id, amount_minor, paid_at, end_to_end_id }],
      }
    }
    case 'order_rejected':
      return { ...before, state: 'rejected', reason: entry.reason, provider_code: PROVIDER_CODES[entry.reason] }
    case 'order_reversed':
      return {
        ...before,
        state: entry.reason,
        reason: entry.reason,
        provider_code: PROVIDER_CODES[entry.reason],
        reversed_minor: String(reversedMinor(before) + BigInt(entry.amount_minor)),
      }
    case 'order_cancelled':
      return { ...before, state: 'cancelled' }
    case 'payment_refused':
    case 'notification_due':
      return before
  }
}

function noticeOf(order: Order, draft: NoticeDraft): Notice {
  return {
    ref: draft.ref,
    id: draft.id,
    type: draft.type,
    occurred_at: draft.occurred_at,
    delay_ms: draft.delay_ms ?? 0,
    forged: draft.forged ?? false,
    order,
    tells: draft.tells ?? order.progress,
  }
}
