import { isExpired, type Order } from '../orders/order.ts'
import { bankReference } from '../orders/order-view.ts'
import { formatMinor } from './amount.ts'
import { type Html, html } from './html.ts'
import { details, type Page, shownInstant } from './layout.ts'
import { orderStateStrip } from './order-state.ts'

/** The issuer's page: asks the card holder, or shows how it ended with a way back to the shop. */
export function challengePage(order: Order, nowMs: number): Page {
  const open = mustDecide(order, nowMs)
  const content = html`<h1>${open ? 'Confirm it is you' : 'Card payment'}</h1>
<p>${open ? 'A shop asks for a payment with your card. Approve it only if you started it.' : 'There is nothing left to confirm.'}</p>
<p class="amount"><small>${order.facts.currency}</small>${formatMinor(order.facts.amount_minor, order.facts.decimals)}</p>
${open ? undefined : orderStateStrip(order, nowMs)}
${details([
  ['Card', `•••• ${order.facts.card?.last4 ?? '????'}`],
  ['Shop', shopName(order)],
  ['Date', shownInstant(order.received_at)],
  ['Reference', bankReference(order)],
])}
${open ? decisionForm() : wayBack(order)}
${open ? help(order) : undefined}`
  return { title: open ? 'Confirm it is you' : 'Card payment', side: order.facts.card?.brand ?? '', content }
}

/** Whether the payer still has something to decide. */
export function mustDecide(order: Order, nowMs: number): boolean {
  return order.challenge !== undefined && order.progress.state === 'pending' && !isExpired(order, nowMs)
}

/** The shop's address with how it ended; a hint for the payer's eyes, never a proof. Undefined: the shop gave none. */
export function returnAddress(order: Order): string | undefined {
  if (order.facts.return_url === undefined) return undefined
  const url = new URL(order.facts.return_url)
  url.searchParams.set('key', order.key)
  url.searchParams.set('result', RESULTS[order.progress.state])
  return url.href
}

const RESULTS = {
  pending: 'approved',
  held: 'approved',
  completed: 'approved',
  rejected: 'declined',
  cancelled: 'cancelled',
  reversed: 'reversed',
  returned: 'reversed',
} as const

function decisionForm(): Html {
  return html`<form method="post"><button name="decision" value="approve" class="main wide">Approve</button><button name="decision" value="decline" class="danger wide">Decline</button></form>`
}

function wayBack(order: Order): Html | undefined {
  const address = returnAddress(order)
  if (address === undefined) return undefined
  return html`<div class="actions"><a class="button main wide" href="${address}">Return to the shop</a></div>`
}

function help(order: Order): Html {
  const approval =
    order.challenge === 'refuse'
      ? 'the issuer refuses the payment after all (this test card does)'
      : 'the payment completes'
  return html`<details><summary>Need help?</summary><ul><li>Approve: ${approval}.</li><li>Decline: the payment fails.</li><li>Leave this page: the payment stays open until it expires.</li></ul></details>`
}

function shopName(order: Order): string | undefined {
  return order.facts.return_url === undefined ? undefined : new URL(order.facts.return_url).hostname
}
