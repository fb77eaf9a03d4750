import { isExpired, isOpen, type Order, type Timer } from '../orders/order.ts'
import type { Act } from '../orders/scenarios.ts'
import { type Bank, record } from './bank.ts'
import { moveMoney, reject, reverse, reversibleMinor } from './money-moves.ts'
import { forgedNotice, noticesFor, shuffledNotices } from './notices.ts'

/** Lets a due timer of an order do its act; every path leaves an entry that uses the timer up. */
export function fireTimer(bank: Bank, order: Order, timer: Timer): void {
  if (!order.timers.some(({ number }) => number === timer.number)) return
  const cause = { fired: timer.number, quiet: timer.quiet === true }
  switch (timer.act.do) {
    case 'pay':
      pay(bank, order, { act: timer.act, atMs: timer.at_ms, ...cause })
      break
    case 'reject':
      // Whoever paid before has paid.
      if (isOpen(order)) reject(bank, order, { reason: timer.act.reason, ...cause })
      else refuse(bank, order, { fired: cause.fired, why: order.progress.state })
      break
    case 'reverse':
      giveBack(bank, order, cause)
      break
    case 'forge':
      record(bank, {
        type: 'notification_due',
        key: order.key,
        fired: timer.number,
        notices: noticesFor(order, () => [forgedNotice(bank, order)]),
      })
      break
  }
}

function giveBack(bank: Bank, order: Order, cause: { fired: number; quiet: boolean }): void {
  const amountMinor = reversibleMinor(order)
  if (amountMinor > 0n) reverse(bank, order, { amountMinor, ...cause })
  else refuse(bank, order, { fired: cause.fired, why: 'nothing to reverse' })
}

type PayAct = Extract<Act, { do: 'pay' }>

function pay(bank: Bank, order: Order, due: { act: PayAct; atMs: number; fired: number; quiet: boolean }): void {
  const why = whyNotPayable(order, due)
  if (why !== undefined) {
    refuse(bank, order, { fired: due.fired, why })
    return
  }
  const amountMinor = (BigInt(order.facts.amount_minor) * BigInt(due.act.percent ?? 100)) / 100n
  const notices = due.act.shuffled ? shuffledNotices(bank, order) : undefined
  moveMoney(bank, order, { amountMinor, fired: due.fired, quiet: due.quiet, ...(notices && { notices }) })
}

/** Expiry counts from when the payment was due, not from when a restarted bank gets round to it. */
function whyNotPayable(order: Order, due: { act: PayAct; atMs: number }): string | undefined {
  const { state } = order.progress
  const payable = isOpen(order) || (state === 'cancelled' && due.act.late) || (state === 'completed' && due.act.again)
  if (!payable) return state
  if (order.facts.direction === 'in' && isExpired(order, due.atMs) && !due.act.late) return 'expired'
  return undefined
}

function refuse(bank: Bank, order: Order, refusal: { fired: number; why: string }): void {
  record(bank, { type: 'payment_refused', key: order.key, ...refusal })
}
