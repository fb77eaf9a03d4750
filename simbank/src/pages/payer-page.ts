import type { Action, Refusal } from '../bank/act-on-order.ts'
import { creditedMinor, isExpired, isOpen, type Order } from '../orders/order.ts'
import { bankReference } from '../orders/order-view.ts'
import { type Html, html } from './html.ts'
import { details, type Page, shownInstant } from './layout.ts'
import { formatMinor, money, orderStateStrip } from './order-state.ts'

/** The payer app (pay-ins) or the payout desk (payouts) for one order. `refusal` says why the last button did nothing. */
export function payerPage(order: Order, nowMs: number, refusal?: Refusal): Page {
  const { facts } = order
  const isOut = facts.direction === 'out'
  const content = html`<p class="amount"><small>${facts.currency}</small>${formatMinor(facts.amount_minor, facts.decimals)}</p>
<h1>${isOut ? 'Payout to a beneficiary' : KIND_TITLES[facts.kind]}</h1>
<p>${isOut ? 'You are the bank: decide what becomes of it.' : 'You are the payer: decide how it is paid.'}</p>
${orderStateStrip(order, nowMs)}
${refusal === undefined ? undefined : html`<p class="lead" role="alert">${REFUSAL_TEXTS[refusal]}</p>`}
${isOut ? payoutRows(order) : payinRows(order)}
${buttons(isOut ? payoutButtons(order) : payinButtons(order, nowMs))}
<details><summary>What happens by itself?</summary><p>Ordinary amounts are paid a few seconds after the order arrives, and payouts complete at once. Amounts that end in 777 follow a test scenario (this one: ${order.scenario}). <a href="?">Reload the page</a> to see the latest state.</p></details>`
  return { title: isOut ? 'Payout desk' : 'Payer app', side: isOut ? 'Payout desk' : 'Payer app', content }
}

function payinRows(order: Order): Html {
  const { instructions, payer, expires_at } = order.facts
  return details([
    ['To', instructions?.holder],
    ['Bank', instructions?.bank],
    ['Account', instructions?.account],
    ['CLABE', instructions?.clabe],
    ['Reference', instructions?.reference],
    ['Payer', payer?.name],
    ['Document', payer?.document],
    ['Bank order', bankReference(order)],
    ['Pay until', expires_at === undefined ? undefined : shownInstant(expires_at)],
  ])
}

function payoutRows(order: Order): Html {
  const { beneficiary } = order.facts
  return details([
    ['Beneficiary', beneficiary?.name],
    ['Document', beneficiary?.document],
    ['Bank', beneficiary?.bank],
    ['Account', beneficiary?.account],
    ['Phone', beneficiary?.phone],
    ['Bank order', bankReference(order)],
  ])
}

interface Button {
  action: Action
  label: string
  /** A second line. */
  hint?: string
  look?: string
  disabled?: boolean
}

function payinButtons(order: Order, nowMs: number): Button[] {
  const { facts, progress } = order
  const late = isExpired(order, nowMs)
  const payLate: Button = {
    action: 'pay_late',
    label: 'Pay late',
    hint: late ? 'after the expiry' : 'only after the expiry',
    disabled: !late,
  }
  if (progress.state === 'cancelled') return late ? [{ ...payLate, look: 'wide' }] : []
  if (progress.state === 'completed') return completedButtons(order, late)
  if (!isOpen(order)) return []
  const ninety = formatMinor(String((BigInt(facts.amount_minor) * 90n) / 100n), facts.decimals)
  return [
    { action: 'pay', label: facts.kind === 'pull' ? 'Approve the debit' : 'Pay', look: 'main wide', disabled: late },
    { action: 'pay_less', label: 'Pay less', hint: `90 %: ${ninety}`, disabled: late },
    { action: 'pay_twice', label: 'Pay twice', hint: 'two payments', disabled: late },
    payLate,
    { action: 'decline', label: 'Decline', hint: 'do not pay', look: 'danger' },
  ]
}

function completedButtons(order: Order, late: boolean): Button[] {
  if (late) return []
  const missing = BigInt(order.facts.amount_minor) - creditedMinor(order.progress)
  if (missing > 0n) return [{ action: 'pay', label: 'Pay the rest', hint: money(order, String(missing)), look: 'wide' }]
  return [{ action: 'pay_twice', label: 'Pay once more', hint: 'a second payment by mistake', look: 'wide' }]
}

function payoutButtons(order: Order): Button[] {
  switch (order.progress.state) {
    case 'pending':
    case 'held':
      return [
        { action: 'pay', label: 'Pay out', look: 'main wide' },
        { action: 'decline', label: 'Reject', look: 'danger wide' },
      ]
    case 'completed':
      return [{ action: 'return', label: 'Return the payout', hint: 'the money comes back', look: 'danger wide' }]
    default:
      return []
  }
}

function buttons(list: Button[]): Html | undefined {
  if (list.length === 0) return undefined
  return html`<form method="post">${list.map(
    ({ action, label, hint, look, disabled }) =>
      html`<button name="action" value="${action}" class="${look}"${disabled ? html` disabled` : undefined}>${label}${
        hint === undefined ? undefined : html`<small>${hint}</small>`
      }</button>`,
  )}</form>`
}

const KIND_TITLES: Record<Order['facts']['kind'], string> = {
  deposit_account: 'Bank transfer',
  qr: 'QR payment',
  clabe: 'Transfer to a CLABE',
  pull: 'Debit request',
  wallet: 'Wallet payment',
  card: 'Card payment',
  transfer: 'Bank transfer',
  refund: 'Refund',
}

const REFUSAL_TEXTS: Record<Refusal, string> = {
  expired: 'The bank refused it: the payment has expired.',
  not_expired: 'The bank refused it: it is not late yet.',
  not_in_this_state: 'The bank refused it: the order is no longer in that state.',
  too_many_payments: 'The bank refused it: this order was paid too often.',
  amount_too_large: 'The bank refused it: the amount is too large.',
  payins_only: 'The bank refused it: that is for pay-ins only.',
}
