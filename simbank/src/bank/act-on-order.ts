import { creditedMinor, isExpired, isOpen, type Order, type Sender } from '../orders/order.ts'
import { type Bank, record } from './bank.ts'
import { moveMoney, reject, reverse, reversibleMinor } from './money-moves.ts'

/** What a person (payer, issuer, bank clerk, test) can do to an order. */
export const ACTIONS = [
  'pay',
  'approve',
  'pay_less',
  'pay_more',
  'pay_twice',
  'pay_late',
  'decline',
  'return',
  'reverse',
] as const

export type Action = (typeof ACTIONS)[number]

export interface ActInput {
  action: Action
  /** Minor units; without it the action's own amount. */
  amountMinor?: bigint
  /** Who pays, where it is to differ from the order's payer. */
  sender?: Partial<Sender>
}

/** Undefined: done. Else why the order's state does not allow it. */
export type Refusal =
  | 'expired'
  | 'not_expired'
  | 'not_in_this_state'
  | 'too_many_payments'
  | 'amount_too_large'
  | 'payins_only'

/** Payments one order may get: a payer who pays more often than this is a broken test. */
const PAYMENTS_MAX = 20

/**
 * Acts on an order at once:
 * `pay`, `approve` the whole amount, or what is missing after an underpayment · `pay_less` 90 % · `pay_more` 110 % ·
 * `pay_twice` two payments, or one more for a paid order · `pay_late` after expiry, or when it was called off · `decline` ·
 * `return`, `reverse` all that was credited, or the given part of it. An `amountMinor` replaces the amount;
 * with one, `pay` also pays a completed pay-in again.
 */
export function actOnOrder(bank: Bank, order: Order, input: ActInput): Refusal | undefined {
  switch (input.action) {
    case 'pay':
    case 'approve':
      return pay(bank, order, input)
    case 'pay_less':
      return payShare(bank, order, { percent: 90n, input })
    case 'pay_more':
      return payShare(bank, order, { percent: 110n, input })
    case 'pay_twice':
      return payTwice(bank, order, input)
    case 'pay_late':
      return payLate(bank, order, input)
    case 'decline':
      return decline(bank, order)
    case 'return':
    case 'reverse':
      return giveBack(bank, order, input)
  }
}

/** Calls an unpaid order off; repeated calls change nothing. False: it is paid or rejected. */
export function cancelOrder(bank: Bank, order: Order): boolean {
  if (isOpen(order)) record(bank, { type: 'order_cancelled', key: order.key })
  return order.progress.state === 'cancelled'
}

function pay(bank: Bank, order: Order, input: ActInput): Refusal | undefined {
  if (isOpen(order) && order.challenge === 'refuse') {
    if (isExpired(order, bank.clock.nowMs())) return 'expired'
    reject(bank, order, { reason: 'authentication_failed' })
    return undefined
  }
  const missing = BigInt(order.facts.amount_minor) - creditedMinor(order.progress)
  const amountMinor = input.amountMinor ?? missing
  if (amountMinor <= 0n) return 'not_in_this_state'
  return credit(bank, order, { ...input, amountMinor })
}

function payShare(bank: Bank, order: Order, share: { percent: bigint; input: ActInput }): Refusal | undefined {
  if (order.facts.direction === 'out') return 'payins_only'
  if (!isOpen(order)) return 'not_in_this_state'
  const part = (BigInt(order.facts.amount_minor) * share.percent) / 100n
  return credit(bank, order, { ...share.input, amountMinor: share.input.amountMinor ?? (part > 0n ? part : 1n) })
}

function payTwice(bank: Bank, order: Order, input: ActInput): Refusal | undefined {
  if (order.facts.direction === 'out') return 'payins_only'
  const amountMinor = input.amountMinor ?? BigInt(order.facts.amount_minor)
  const first = isOpen(order) ? credit(bank, order, { ...input, amountMinor }) : undefined
  return first ?? credit(bank, order, { ...input, amountMinor })
}

function payLate(bank: Bank, order: Order, input: ActInput): Refusal | undefined {
  if (order.facts.direction === 'out') return 'payins_only'
  const calledOff = order.progress.state === 'cancelled'
  if (!calledOff && !isExpired(order, bank.clock.nowMs())) return 'not_expired'
  if (!calledOff && !isOpen(order)) return 'not_in_this_state'
  return execute(bank, order, { ...input, amountMinor: input.amountMinor ?? BigInt(order.facts.amount_minor) })
}

function credit(bank: Bank, order: Order, input: ActInput & { amountMinor: bigint }): Refusal | undefined {
  const isIn = order.facts.direction === 'in'
  const again = isIn && order.progress.state === 'completed'
  if (!isOpen(order) && !again) return 'not_in_this_state'
  if (isIn && isExpired(order, bank.clock.nowMs())) return 'expired'
  return execute(bank, order, input)
}

function execute(bank: Bank, order: Order, input: ActInput & { amountMinor: bigint }): Refusal | undefined {
  if (order.executed >= PAYMENTS_MAX) return 'too_many_payments'
  if (order.facts.direction === 'out' && input.amountMinor !== BigInt(order.facts.amount_minor)) return 'payins_only'
  moveMoney(bank, order, { amountMinor: input.amountMinor, ...(input.sender && { sender: input.sender }) })
  return undefined
}

function decline(bank: Bank, order: Order): Refusal | undefined {
  if (!isOpen(order)) return 'not_in_this_state'
  reject(bank, order, { reason: order.challenge ? 'authentication_failed' : 'declined' })
  return undefined
}

function giveBack(bank: Bank, order: Order, input: ActInput): Refusal | undefined {
  const left = reversibleMinor(order)
  if (left <= 0n) return 'not_in_this_state'
  const amountMinor = input.amountMinor ?? left
  if (amountMinor > left) return 'amount_too_large'
  reverse(bank, order, { amountMinor })
  return undefined
}
