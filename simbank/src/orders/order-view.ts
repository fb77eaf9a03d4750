import { createHash } from 'node:crypto'
import { type Order, type Progress, returnsOf } from './order.ts'

/** An order as every answer and notification shows it (JSON, wire names). */
export type OrderView = Record<string, unknown>

/** Digits of an account number that the bank makes up: the length of the longest local form (the Argentine CBU). */
const ACCOUNT_DIGITS = 22

/** Renders an order; `progress` is an earlier one where a notification reports that one. */
export function orderView(order: Order, publicUrl: string, progress: Progress = order.progress): OrderView {
  const { facts } = order
  return {
    key: order.key,
    bank_reference: bankReference(order),
    direction: facts.direction,
    kind: facts.kind,
    country: facts.country,
    currency: facts.currency,
    amount_minor: facts.amount_minor,
    decimals: facts.decimals,
    ...progress,
    ...withRefunds(order, progress),
    ...nextStep(order, publicUrl),
    payer_url: payerUrl(order, publicUrl),
    ...(facts.card && { card: facts.card }),
    ...(facts.expires_at !== undefined && { expires_at: facts.expires_at }),
    received_at: order.received_at,
  }
}

/** A pay-in whose money was refunded looks like one that was taken back, as at many real providers. */
function withRefunds(order: Order, progress: Progress): OrderView {
  if (order.refunds.length === 0) return {}
  const reversals = returnsOf({ ...order, progress })
  const done = reversals.filter(({ status }) => status === 'done')
  const minor = done.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n)
  return { reversals, ...(minor > 0n && { state: 'reversed', reversed_minor: String(minor) }) }
}

/** The bank's own number of an order: `SB` and twelve digits. */
export function bankReference(order: Order): string {
  return `SB${String(order.number).padStart(12, '0')}`
}

/** The page of the payer: the card's challenge page, the payer app, or the payout desk. */
export function payerUrl(order: Order, publicUrl: string): string {
  return `${publicUrl}/${order.facts.kind === 'card' ? 'challenge' : 'payer'}/${order.token}`
}

function nextStep(order: Order, publicUrl: string): OrderView {
  const { facts } = order
  if (facts.direction === 'out' || facts.kind === 'pull') return {}
  if (facts.kind === 'card') return { next: { type: 'redirect', url: payerUrl(order, publicUrl) } }
  return { next: { type: 'deposit', account: depositAccount(order) } }
}

/** The account to pay into: as the caller registered it, else one that the bank makes for this order. */
function depositAccount(order: Order): OrderView {
  const given = order.facts.instructions ?? {}
  return {
    bank: given.bank ?? 'Simulated Bank',
    number: given.account ?? given.clabe ?? madeUpAccount(order.key),
    type: given.clabe ? 'CLABE' : 'CURRENT',
    holder: given.holder ?? 'Simulated Collections',
    document: '00000000000',
    reference: given.reference ?? bankReference(order),
  }
}

function madeUpAccount(key: string): string {
  const digest = createHash('sha256').update(key).digest('hex')
  return BigInt(`0x${digest}`).toString().slice(0, ACCOUNT_DIGITS)
}
