import { creditedMinor, isExpired, type Order, reversedMinor } from '../orders/order.ts'
import type { Reason } from '../orders/reasons.ts'
import type { Html } from './html.ts'
import { shownInstant, stateStrip } from './layout.ts'

/** The strip that says how an order stands, in the payer's words. `nowMs` is bank time. */
export function orderStateStrip(order: Order, nowMs: number): Html {
  const { progress } = order
  switch (progress.state) {
    case 'held':
      return stateStrip({
        tone: 'wait',
        title: 'Held for a compliance check',
        text: 'It goes on by itself in a moment.',
      })
    case 'rejected':
      return stateStrip({ tone: 'bad', title: 'Not paid', text: REASON_TEXTS[progress.reason ?? 'declined'] })
    case 'cancelled':
      return stateStrip({ tone: 'bad', title: 'Cancelled', text: 'The order was called off before it was paid.' })
    case 'completed':
    case 'reversed':
    case 'returned':
      return paidStrip(order)
    case 'pending':
      return pendingStrip(order, nowMs)
  }
}

/** An amount of this order with its currency: `ARS 1,050.00`. */
export function money(order: Order, amountMinor: string): string {
  return `${order.facts.currency} ${formatMinor(amountMinor, order.facts.decimals)}`
}

function pendingStrip(order: Order, nowMs: number): Html {
  if (order.facts.direction === 'out') {
    return stateStrip({ tone: 'wait', title: 'Being processed', text: 'The payout is accepted and not decided yet.' })
  }
  if (isExpired(order, nowMs)) {
    return stateStrip({
      tone: 'bad',
      title: 'It is too late',
      text: `This payment expired on ${shownInstant(order.facts.expires_at ?? '')}.`,
    })
  }
  return stateStrip({ tone: 'wait', title: 'Waiting for the payment', text: 'Nothing has been paid yet.' })
}

function paidStrip(order: Order): Html {
  const { progress, facts } = order
  const credited = creditedMinor(progress)
  const wanted = BigInt(facts.amount_minor)
  const when = progress.executed_at === undefined ? '' : ` on ${shownInstant(progress.executed_at)}`
  const text = `${money(order, String(credited))} moved${when}.`
  if (reversedMinor(progress) > 0n) {
    const back = money(order, String(reversedMinor(progress)))
    return stateStrip({
      tone: 'bad',
      title: facts.direction === 'in' ? 'Paid, then reversed' : 'Paid out, then returned',
      text: `${text} ${back} came back.`,
    })
  }
  if (credited < wanted)
    return stateStrip({
      tone: 'wait',
      title: 'Paid in part',
      text: `${text} The amount was ${money(order, facts.amount_minor)}.`,
    })
  if (credited > wanted)
    return stateStrip({
      tone: 'good',
      title: 'Paid more than asked',
      text: `${text} The amount was ${money(order, facts.amount_minor)}.`,
    })
  return stateStrip({ tone: 'good', title: facts.direction === 'in' ? 'Paid' : 'Paid out', text })
}

const REASON_TEXTS: Record<Reason, string> = {
  insufficient_funds: 'Declined: not enough money in the account.',
  invalid_account: 'Declined: the account or document is not valid.',
  declined: 'The payment was declined.',
  expired_card: 'Declined: the card is no longer valid.',
  authentication_failed: 'The card holder could not be confirmed.',
  processing_error: 'The bank could not process the payment.',
  reversed: 'The payment was reversed.',
  returned: 'The payment was returned.',
}

/** `1,050.00` for integer text in minor units; exact for any length. */
export function formatMinor(amountMinor: string, decimals: number): string {
  const digits = amountMinor.padStart(decimals + 1, '0')
  const major = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === 0 ? major : `${major}.${digits.slice(-decimals)}`
}
