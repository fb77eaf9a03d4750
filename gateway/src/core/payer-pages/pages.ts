import { methodFor } from '../payment-methods/index.ts'
import { asksPayerForReference } from '../payments/give-payer-reference.ts'
import { textsIn } from '../texts/language.ts'
import type { Language } from '../texts/messages/languages.ts'
import type { PayerFailure, PayState } from '../texts/texts.ts'
import { isWebAddress, writtenAmount, writtenInstant } from './formats.ts'
import { type Html, html, trustedHtml } from './html.ts'
import { amountLine, hasColumns, instructionParts } from './instructions.ts'
import { renderPage } from './layout.ts'
import { statusPollSeconds } from './script.ts'
import { type PayView, pageState } from './view.ts'

export interface RenderedPage {
  page: string
  policy: string
}

/** Payment instructions: amount and remaining time first, then the values to copy or scan, and the steps. */
export async function instructionsPage(view: PayView): Promise<RenderedPage> {
  const hasForm = asksPayerForReference(view.page.transaction)
  const refreshSeconds = hasForm ? formRefreshSeconds : statusPollSeconds
  const body = await instructionParts(view)
  const title = `${view.amount} · ${view.texts.pay.title(view.page.merchantName)}`
  const state = pageState(view.page)
  return renderPage({ ...frameOf(view, title), body, refreshSeconds, state, hasForm, hasTwoColumns: hasColumns(view) })
}

/** Refresh of a page with a form without script. A reload loses what the payer is typing, so the interval is long. */
const formRefreshSeconds = 60

/** A payment that needs no action of the payer: in progress, or paid and under review. */
export function inProgressPage(view: PayView): RenderedPage {
  const { creditedMinor, amountMinor } = view.page.transaction
  const isPaid = creditedMinor !== null && creditedMinor >= amountMinor
  const state = isPaid ? view.texts.pay.beingChecked : view.texts.pay.inProgress
  const mark = isPaid ? sign('calm', signs.clock) : html`<div class="spinner" role="presentation"></div>`
  const body = html`<section class="card result" aria-live="polite">${mark}${stateParts(state, view)}</section>`
  const refreshSeconds = statusPollSeconds
  return renderPage({ ...frameOf(view, titleOf(state, view)), body, refreshSeconds, state: pageState(view.page) })
}

/** The result of a payment. An expired payment may still be paid late, so its page keeps polling. */
export function resultPage(view: PayView): RenderedPage {
  const { page, texts } = view
  const { status, reason } = page.transaction
  const { state, mark } = resultOf(view)
  // The address of this very payment comes first: it tells the shop how it ended.
  const back = [page.returnTo, page.shopUrl].find((url) => url !== null && isWebAddress(url))
  const isPaid = state === texts.pay.paid
  const body = html`<section class="card result" aria-live="polite">${mark}${stateParts(state, view, whyOf(view, state))}
${isPaid && receipt(view)}
${back !== undefined && html`<a class="button wide" href="${back}" rel="noreferrer">${texts.pay.backTo(page.merchantName)}</a>`}
</section>`
  const watching = status === 'EXPIRED' && reason !== 'cancelled' ? { state: pageState(page) } : {}
  return renderPage({ ...frameOf(view, titleOf(state, view)), body, ...watching })
}

/** What a payer keeps, with the order and the payment's id of the footer. The time is that of the last change: left out once something was given back. */
function receipt({ page, texts, country, language }: PayView): Html {
  const { transaction, endToEndId, refundedMinor } = page
  const at = transaction.updatedAt
  const row = (label: string, value: Html | string | undefined | null) =>
    value && html`<div class="row"><dt>${label}</dt><dd>${value}</dd></div>`
  const time = html`<time datetime="${at.toISOString()}" data-local>${writtenInstant(at, country, language)}</time>`
  return html`<dl class="receipt">
${row(texts.pay.date, refundedMinor === 0n ? time : undefined)}
${row(texts.pay.method, methodFor(transaction.serviceCode)?.name.split(',')[0])}
${row(texts.pay.bankId, endToEndId)}
</dl>
<p class="receipt-buttons"><button type="button" hidden data-print>${texts.pay.print}</button> <button type="button" hidden data-share>${texts.pay.share}</button></p>`
}

/** A page without a payment: unknown address, internal error or too many requests. */
export function noticePage(language: Language, kind: 'unknownPage' | 'trouble'): RenderedPage {
  const state = textsIn(language).pay[kind]
  const mark = sign('calm', kind === 'unknownPage' ? signs.question : signs.alert)
  const body = html`<section class="card result">${mark}<h1 class="state">${state.title}</h1><p>${state.body('')}</p></section>`
  return renderPage({ language, title: state.title, body })
}

function frameOf(view: PayView, title: string) {
  const { page, language, texts } = view
  const isTest = page.transaction.environment === 'test'
  return {
    language,
    title,
    shop: { name: page.merchantName, logo: page.logo ?? undefined, colour: page.brandColour ?? undefined },
    ribbon: isTest ? { label: texts.pay.testRibbon, note: texts.pay.testNote } : undefined,
    footer: footer(view),
  }
}

function titleOf(state: PayState, view: PayView): string {
  return `${state.title} · ${view.page.merchantName}`
}

function stateParts(state: PayState, view: PayView, why?: string): Html {
  const { merchantName, transaction } = view.page
  return html`<h1 class="state">${state.title}</h1>${why !== undefined && html`<p class="why">${why}</p>`}<p>${state.body(merchantName)}</p>
${amountLine(view.amount, transaction.currency)}`
}

function resultOf({ page, texts }: PayView): { state: PayState; mark: Html } {
  const { status, reason } = page.transaction
  if (page.takenBack && status !== 'PENDING') return { state: texts.pay.takenBack, mark: sign('calm', signs.back) }
  if (page.waits && status === 'ERROR') return { state: texts.pay.beingChecked, mark: sign('calm', signs.clock) }
  if (status === 'COMPLETED') return { state: texts.pay.paid, mark: sign('good', signs.tick) }
  if (status !== 'EXPIRED') return { state: texts.pay.failed, mark: sign('bad', signs.cross) }
  if (reason === 'cancelled') return { state: texts.pay.cancelled, mark: sign('calm', signs.cross) }
  return { state: texts.pay.expired, mark: sign('calm', signs.clock) }
}

/** Why the payment failed, in the payer's words and never as a code; or how much of a paid one went back. */
function whyOf({ page, texts, country, language }: PayView, state: PayState): string | undefined {
  const { refundedMinor, transaction } = page
  if (state === texts.pay.paid && refundedMinor > 0n) {
    const amount = writtenAmount(refundedMinor, transaction.currency, { country, language })
    return texts.pay.partlyRefunded(`${amount} ${transaction.currency}`)
  }
  if (state !== texts.pay.failed) return undefined
  const { reason } = page.transaction
  const isTold = (one: string): one is PayerFailure => Object.hasOwn(texts.pay.failedWhy, one)
  return texts.pay.failedWhy[isTold(reason) ? reason : 'declined']
}

/** SVG paths in a 24 by 24 view box. */
const signs = {
  tick: 'M4.5 12.5l5 5 10-11',
  back: 'M9.5 6L4.5 11l5 5M4.5 11h10a5 5 0 0 1 0 10h-2',
  cross: 'M6 6l12 12M18 6L6 18',
  clock: 'M12 6v6.5l4 2.5M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z',
  question: 'M8.5 9a3.5 3.5 0 1 1 5.2 3c-1 .6-1.7 1.2-1.7 2.5M12 18.4v.1',
  alert: 'M12 5v9M12 18.4v.1',
} as const

function sign(tone: 'good' | 'bad' | 'calm', lines: string): Html {
  return trustedHtml(
    `<div class="sign ${tone}"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${lines}"/></svg></div>`,
  )
}

function footer({ page, texts }: PayView): Html {
  const { transaction, cardLast4, contact } = page
  return html`<footer class="foot">
${contact !== null && html`<p>${texts.pay.contact(page.merchantName)}: ${contactLink(contact)}</p>`}
<p>${texts.pay.merchantReference}: ${transaction.reference}</p>
${cardLast4 !== null && html`<p>${texts.pay.card}: •••• ${cardLast4}</p>`}
<p>${texts.pay.paymentId}: ${transaction.id}</p>
</footer>`
}

/** An address of mail or a number of a telephone leads there; anything else is text. */
function contactLink(contact: string): Html {
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(contact)) return html`<a href="mailto:${contact}">${contact}</a>`
  if (/^\+?[\d ().-]{6,}$/.test(contact)) return html`<a href="tel:${contact.replace(/[^+\d]/g, '')}">${contact}</a>`
  return html`${contact}`
}
