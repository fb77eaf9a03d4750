import type { Language } from '../../domain/language.ts'
import { asksPayerForReference } from '../../operations/give-payer-reference.ts'
import { textsIn } from '../../texts/language.ts'
import type { PayState } from '../../texts/texts.ts'
import { isWebAddress } from './formats.ts'
import { type Html, html, trustedHtml } from './html.ts'
import { instructionParts } from './instructions.ts'
import { type PageParts, renderPage } from './layout.ts'
import { statusPollSeconds } from './script.ts'
import { type PayView, pageState } from './view.ts'

export interface RenderedPage {
  page: string
  policy: string
}

/** How to pay: amount first, then the steps, the details, the time left. */
export async function instructionsPage(view: PayView): Promise<RenderedPage> {
  const hasForm = asksPayerForReference(view.page.transaction)
  const body = html`${await instructionParts(view)}${footer(view)}`
  const refreshSeconds = hasForm ? formRefreshSeconds : statusPollSeconds
  return renderPage({ ...frameOf(view), body, refreshSeconds, state: pageState(view.page), hasForm })
}

/** Without script a page with a form is loaded again this seldom: what is being typed would be lost. */
const formRefreshSeconds = 60

/** A payment that the payer can only wait for: under way, or paid and looked at by a person. */
export function inProgressPage(view: PayView): RenderedPage {
  const { creditedMinor, amountMinor } = view.page.transaction
  const isPaid = creditedMinor !== null && creditedMinor >= amountMinor
  const inProgress = isPaid ? view.texts.pay.beingChecked : view.texts.pay.inProgress
  const body = html`<section class="card" aria-live="polite"><div class="spinner" role="presentation"></div>
${stateHeading(inProgress, view)}</section>${footer(view)}`
  return renderPage({ ...frameOf(view), body, refreshSeconds: statusPollSeconds, state: pageState(view.page) })
}

/** How it ended. An expired payment may still be paid late, so its page keeps watching. */
export function resultPage(view: PayView): RenderedPage {
  const { page, texts } = view
  const { status, reason } = page.transaction
  const [state, tone] = resultOf(view)
  const back = page.returnTo !== null && isWebAddress(page.returnTo) ? page.returnTo : undefined
  const body = html`<section class="card" aria-live="polite">${sign(tone)}
${stateHeading(state, view)}
${status === 'COMPLETED' && html`<p class="amount">${view.amount} <small>${page.transaction.currency}</small></p>`}
${back !== undefined && html`<a class="button wide" href="${back}" rel="noreferrer">${texts.pay.backTo(page.merchantName)}</a>`}
</section>${footer(view)}`
  const watching = status === 'EXPIRED' && reason !== 'cancelled' ? { state: pageState(page) } : {}
  return renderPage({ ...frameOf(view), body, ...watching })
}

/** A page without a payment: unknown address, trouble of ours or too many requests. */
export function noticePage(language: Language, kind: 'unknownPage' | 'trouble'): RenderedPage {
  const state = textsIn(language).pay[kind]
  const body = html`<section class="card"><h1 class="state">${state.title}</h1><p>${state.body('')}</p></section>`
  return renderPage({ language, title: state.title, body })
}

function frameOf(view: PayView): Pick<PageParts, 'language' | 'title' | 'ribbon'> {
  const { page, language, texts } = view
  const isTest = page.transaction.environment === 'test'
  return {
    language,
    title: texts.pay.title(page.merchantName),
    ribbon: isTest ? { label: texts.pay.testRibbon, note: texts.pay.testNote } : undefined,
  }
}

function stateHeading(state: PayState, view: PayView): Html {
  return html`<h1 class="state">${state.title}</h1><p>${state.body(view.page.merchantName)}</p>`
}

function resultOf({ page, texts }: PayView): [PayState, 'good' | 'bad'] {
  const { status, reason } = page.transaction
  if (status === 'COMPLETED') return [texts.pay.paid, 'good']
  if (status === 'EXPIRED') return [reason === 'cancelled' ? texts.pay.cancelled : texts.pay.expired, 'bad']
  return [texts.pay.failed, 'bad']
}

function sign(tone: 'good' | 'bad'): Html {
  const path = tone === 'good' ? 'M14 25l7 7 14-15' : 'M16 16l16 16M32 16L16 32'
  return trustedHtml(
    `<svg class="sign ${tone}" viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="24" cy="24" r="21"/><path d="${path}"/></svg>`,
  )
}

function footer({ page, texts }: PayView): Html {
  const { transaction, cardLast4 } = page
  return html`<footer class="foot">
<p>${page.merchantName}</p>
<p>${texts.pay.merchantReference}: ${transaction.reference}</p>
${cardLast4 !== null && html`<p>${texts.pay.card}: •••• ${cardLast4}</p>`}
<p>${texts.pay.paymentId}: ${transaction.id}</p>
</footer>`
}
