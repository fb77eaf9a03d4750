import { randomBytes, randomInt } from 'node:crypto'
import { toIso } from '../clock.ts'
import {
  creditedMinor,
  type NoticeDraft,
  type Order,
  type Payment,
  reversedMinor,
  type Sender,
} from '../orders/order.ts'
import type { Reason } from '../orders/reasons.ts'
import { type Bank, record } from './bank.ts'
import { notice, noticesFor } from './notices.ts'

interface Cause {
  /** The timer that caused it. */
  fired?: number
  /** True: no notification is sent (the answer reports it, or the scenario wants the caller to inquire). */
  quiet?: boolean
}

/** Moves money once: a pay-in is credited, a payout leaves. The only writer of `order_executed`. */
export function moveMoney(
  bank: Bank,
  order: Order,
  move: { amountMinor: bigint; sender?: Partial<Sender>; notices?: NoticeDraft[] } & Cause,
): void {
  const payment = newPayment(bank, move.amountMinor)
  const told = () => move.notices ?? [notice(bank, 'order.completed')]
  record(bank, {
    type: 'order_executed',
    key: order.key,
    direction: order.facts.direction,
    ...payment,
    ...(order.facts.direction === 'in' && { sender: senderOf(order, move.sender) }),
    ...caused(order, move, told),
  })
  tellPayin(bank, order)
}

/** The owner of a pay-in hears that its money went back, or came again. */
function tellPayin(bank: Bank, { facts }: Order): void {
  const payin = bank.book.orders.get(facts.refund_of ?? '')
  if (!payin) return
  const notices = noticesFor(payin, () => [notice(bank, 'order.reversed')])
  if (notices.length > 0) record(bank, { type: 'notification_due', key: payin.key, notices })
}

/** Ends an order without money. */
export function reject(bank: Bank, order: Order, rejection: { reason: Reason } & Cause): void {
  record(bank, {
    type: 'order_rejected',
    key: order.key,
    reason: rejection.reason,
    ...caused(order, rejection, () => [notice(bank, 'order.rejected')]),
  })
}

/** Money comes back: a pay-in is reversed, a payout returned, in whole or in part. */
export function reverse(bank: Bank, order: Order, back: { amountMinor: bigint } & Cause): void {
  record(bank, {
    type: 'order_reversed',
    key: order.key,
    amount_minor: String(back.amountMinor),
    reason: order.facts.direction === 'in' ? 'reversed' : 'returned',
    ...caused(order, back, () => [notice(bank, 'order.reversed')]),
  })
}

/** What has been credited and not come back yet, minor units. */
export function reversibleMinor(order: Order): bigint {
  return creditedMinor(order.progress) - reversedMinor(order.progress)
}

/** A payment of now with its own ids. */
function newPayment(bank: Bank, amountMinor: bigint): Payment {
  const paidAt = toIso(bank.clock.nowMs())
  return {
    payment_id: `pay_${randomBytes(12).toString('hex')}`,
    amount_minor: String(amountMinor),
    paid_at: paidAt,
    end_to_end_id: endToEndId(paidAt),
  }
}

function caused(order: Order, cause: Cause, make: () => NoticeDraft[]): { fired?: number; notices?: NoticeDraft[] } {
  const notices = cause.quiet ? [] : noticesFor(order, make)
  return { ...(cause.fired !== undefined && { fired: cause.fired }), ...(notices.length > 0 && { notices }) }
}

function senderOf(order: Order, given: Partial<Sender> | undefined): Sender {
  return {
    name: given?.name ?? order.facts.payer?.name ?? 'Simulated Payer',
    document: given?.document ?? order.facts.payer?.document ?? '00000000000',
  }
}

/** Digits of the simulated institution inside an end-to-end id (an ISPB of eight digits that no bank holds). */
const INSTITUTION = '99999999'
const ALPHANUMERICS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `E`, eight digits of the institution, yyyyMMddHHmm (UTC), eleven alphanumerics: the form of the Brazilian Pix. */
function endToEndId(paidAt: string): string {
  const minute = paidAt.slice(0, 16).replace(/\D/g, '')
  const tail = Array.from({ length: 11 }, () => ALPHANUMERICS[randomInt(ALPHANUMERICS.length)]).join('')
  return `E${INSTITUTION}${minute}${tail}`
}
