import { randomUUID } from 'node:crypto'
import { toIso } from '../clock.ts'
import type { NoticeDraft, NotificationType, Order } from '../orders/order.ts'
import type { Bank } from './bank.ts'

/** Waits between the three notifications of scenario 09, so that they arrive in this (wrong) order. */
const SHUFFLE_GAP_MS = 150

/** Notifications of an order that has somewhere to send them, else none. */
export function noticesFor(order: Order, make: () => NoticeDraft[]): NoticeDraft[] {
  return order.facts.notify_url === undefined ? [] : make()
}

/** A notification of now that reports the progress its entry results in. */
export function notice(bank: Bank, type: NotificationType): NoticeDraft {
  const id = `ntf_${randomUUID()}`
  return { ref: id, id, type, occurred_at: toIso(bank.clock.nowMs()) }
}

/** A lie: the order is said to be completed, and the signature is made with a wrong secret. */
export function forgedNotice(bank: Bank, order: Order): NoticeDraft {
  const draft = notice(bank, 'order.completed')
  const { facts } = order
  const tells = {
    state: 'completed',
    credited_minor: facts.amount_minor,
    executed_at: draft.occurred_at,
    end_to_end_id: 'E00000000000000000000FORGED00000',
  } as const
  return { ...draft, forged: true, tells }
}

/** Scenario 09: the notification, then the older one that it was pending, then the same notification once more. */
export function shuffledNotices(bank: Bank, order: Order): NoticeDraft[] {
  const completed = notice(bank, 'order.completed')
  const pending = { ...notice(bank, 'order.pending'), occurred_at: order.received_at, tells: order.progress }
  return [
    completed,
    { ...pending, delay_ms: SHUFFLE_GAP_MS },
    { ...completed, ref: `${completed.id}#2`, delay_ms: 2 * SHUFFLE_GAP_MS },
  ]
}
