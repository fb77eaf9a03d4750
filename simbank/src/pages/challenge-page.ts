import { isExpired, type Order } from '../orders/order.ts'
import { bankReference } from '../orders/order-view.ts'
import { CHALLENGE_WORDS, type ChallengeWords, type Language } from './challenge-words.ts'
import { type Html, html } from './html.ts'
import { details, type Page, shownInstant, stateStrip } from './layout.ts'
import { formatMinor } from './order-state.ts'

/** The issuer's page: asks the card holder, or shows how it ended with a way back to the shop. */
export function challengePage(order: Order, nowMs: number, language: Language): Page {
  const open = mustDecide(order, nowMs)
  const words = CHALLENGE_WORDS[language]
  const { facts } = order
  const content = html`<h1>${open ? words.confirm : words.closed}</h1>
<p>${open ? words.confirmText(shopName(order) ?? words.aShop) : words.closedText}</p>
<p class="amount"><small>${facts.currency}</small>${amountIn(language, formatMinor(facts.amount_minor, facts.decimals))}</p>
${open ? undefined : resultStrip(order, { nowMs, words })}
${details([
  [words.card, `${facts.card?.brand ?? ''} •••• ${facts.card?.last4 ?? '????'}`.trim()],
  [words.shop, shopName(order)],
  [words.date, shownInstant(order.received_at, language === 'en' ? undefined : language)],
  [words.reference, bankReference(order)],
])}
${open ? decisionForm(words) : wayBack(order, words)}
${open ? help(order, words) : undefined}`
  return { title: open ? words.confirm : words.closed, side: '', content, language }
}

/** Spanish and Portuguese write the point and the comma the other way round. */
function amountIn(language: Language, english: string): string {
  return language === 'en' ? english : english.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))
}

function resultStrip(order: Order, { nowMs, words }: { nowMs: number; words: ChallengeWords }): Html {
  if (order.progress.state === 'pending' && isExpired(order, nowMs)) {
    return stateStrip({ tone: 'bad', title: words.late, text: '' })
  }
  const isApproved = RESULTS[order.progress.state] === 'approved'
  return stateStrip({
    tone: isApproved ? 'good' : 'bad',
    title: isApproved ? words.approved : words.refused,
    text: '',
  })
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

function decisionForm(words: ChallengeWords): Html {
  return html`<form method="post"><button name="decision" value="approve" class="main wide">${words.approve}</button><button name="decision" value="decline" class="danger wide">${words.decline}</button></form>`
}

function wayBack(order: Order, words: ChallengeWords): Html | undefined {
  const address = returnAddress(order)
  if (address === undefined) return undefined
  return html`<div class="actions"><a class="button main wide" href="${address}">${words.back}</a></div>`
}

function help(order: Order, words: ChallengeWords): Html {
  const approval = order.challenge === 'refuse' ? words.approveRefusedHelp : words.approveHelp
  return html`<details><summary>${words.help}</summary><ul><li>${approval}</li><li>${words.declineHelp}</li><li>${words.leaveHelp}</li></ul></details>`
}

/** The name that the gateway gave, else the host to which the payer returns. */
function shopName(order: Order): string | undefined {
  if (order.facts.shop_name !== undefined) return order.facts.shop_name
  return order.facts.return_url === undefined ? undefined : new URL(order.facts.return_url).hostname
}
