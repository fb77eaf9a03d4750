import { writtenAmount } from '../../../core/payer-pages/formats.ts'
import { type Html, html } from '../../../core/payer-pages/html.ts'
import { amountLine } from '../../../core/payer-pages/instructions.ts'
import { renderPage } from '../../../core/payer-pages/layout.ts'
import type { RenderedPage } from '../../../core/payer-pages/pages.ts'
import { descriptionIn } from '../../../core/payment-methods/fields.ts'
import type { Field } from '../../../core/payment-methods/payment-method.ts'
import { logoPath } from '../../../core/payments/read-pay-page.ts'
import { languageOfCountry, textsIn } from '../../../core/texts/language.ts'
import type { Language } from '../../../core/texts/messages/languages.ts'
import { Message, textOf } from '../../../core/texts/messages/say.ts'
import { inLanguages } from '../../../core/texts/translated.ts'
import type { FieldProblem } from '../../../core/values/problem.ts'
import type { OfferedMethod } from '../offered-methods.ts'
import { en } from '../texts/en.ts'
import es from '../texts/es.json' with { type: 'json' }
import pt from '../texts/pt.json' with { type: 'json' }
import { askedFields, type Closed, type LinkPage, type SentForm } from '../use-payment-link.ts'
import { linkPath } from './link-data.ts'

const texts = inLanguages(en, { es, pt })

/** Languages of the viewer; `chosen` on the page stays in its addresses. */
export interface LinkViewer {
  chosen: Language | undefined
  asked: Language | undefined
}

/** Digits, separators and a symbol. */
const amountLengthMax = 40

export function closedPage(page: LinkPage, viewer: LinkViewer, why: Closed): RenderedPage {
  const language = languageOf(page, viewer)
  const { title, body } = texts[language].closed[why]
  const { name } = page.shop
  const text = html`<section class="card result"><h1 class="state">${title}</h1><p>${body(name)}</p></section>`
  return renderPage({ ...frameOf(page, language, title), body: text })
}

/** The ways to pay, as addresses of their forms. */
export function choicePage(page: LinkPage, viewer: LinkViewer): RenderedPage {
  const language = languageOf(page, viewer)
  const choices = page.methods.map(
    ({ code, name }) => html`<a class="button wide quiet" href="${formPath(page, code, viewer)}">${name}</a>`,
  )
  const body = html`${whatIsPaid(page, language)}<section class="card"><h2>${texts[language].choose}</h2>${choices}</section>`
  return renderPage({ ...frameOf(page, language, page.link.title), body })
}

/**
 * The form of one way to pay; only its button where nothing is asked. With problems it is the form that the payer sent, each
 * beside its field.
 */
export function formPage(
  page: LinkPage,
  viewer: LinkViewer,
  { method, nonce, values, problems = [] }: SentForm & { problems?: readonly FieldProblem[] },
): RenderedPage {
  const language = languageOf(page, viewer, method)
  const own = texts[language]
  const { link } = page
  const isFixed = link.amount_min_minor === link.amount_max_minor
  const input = (name: string, label: string, field: Pick<Field, 'maxLength' | 'allowed'>) =>
    inputOf({ name, label, field, value: values[name] ?? '', problems, language })
  const amount = isFixed ? [] : [input('amount', `${own.amount} (${link.currency})`, { maxLength: amountLengthMax })]
  const fields = askedFields(method).map(([name, field]) =>
    input(name, descriptionIn(language, field.description), field),
  )
  const form = html`${problems.length > 0 && html`<p class="notice" role="alert">${own.check}</p>`}
<form method="post" action="${formPath(page, method.code, viewer)}">
<input type="hidden" name="nonce" value="${nonce}">
${amount}${fields}
<button type="submit" class="main wide">${own.go}</button>
</form>`
  const isAsking = amount.length + fields.length > 0
  const card = isAsking ? html`<section class="card"><h2>${own.data}</h2>${form}</section>` : form
  const body = html`${whatIsPaid(page, language, method)}${card}`
  return renderPage({ ...frameOf(page, language, link.title), body, hasForm: true })
}

function formPath({ link }: LinkPage, code: string, { chosen }: LinkViewer): string {
  return `${linkPath}/${link.token}/${code}${chosen === undefined ? '' : `?lang=${chosen}`}`
}

function languageOf(page: LinkPage, { chosen, asked }: LinkViewer, method?: OfferedMethod): Language {
  return chosen ?? asked ?? languageOfCountry(countryOf(page, method))
}

function countryOf({ methods }: LinkPage, method = methods[0]): string {
  return method?.country ?? 'WW'
}

function frameOf({ shop, point }: LinkPage, language: Language, title: string) {
  const { pay } = textsIn(language)
  const { logo_hash: hash, logo_width: width, logo_height: height } = shop
  const logo = hash === null || width === null || height === null ? undefined : { path: logoPath(hash), width, height }
  return {
    language,
    title: `${title} · ${shop.name}`,
    shop: { name: shop.name, logo, colour: shop.brand_colour ?? undefined },
    ribbon: point.environment === 'test' ? { label: pay.testRibbon, note: pay.testNote } : undefined,
  }
}

function whatIsPaid(page: LinkPage, language: Language, method?: OfferedMethod): Html {
  const { title, currency, amount_min_minor: min, amount_max_minor: max } = page.link
  const where = { country: countryOf(page, method), language }
  const [least, most] = [writtenAmount(min, currency, where), writtenAmount(max, currency, where)]
  const amount =
    min === max ? amountLine(least, currency) : html`<p>${texts[language].between(least, `${most} ${currency}`)}</p>`
  return html`<section class="card sum"><h1 class="state">${title}</h1>${amount}</section>`
}

interface Input {
  name: string
  label: string
  field: Pick<Field, 'maxLength' | 'allowed'>
  value: string
  problems: readonly FieldProblem[]
  language: Language
}

function inputOf(input: Input): Html {
  const { name, label, field, value, problems, language } = input
  const found = problems.find(({ param }) => param === name)
  const marks = found && html` aria-invalid="true" aria-describedby="${name}-fault"`
  const options = field.allowed?.map(
    (one) =>
      html`<option value="${one}"${one === value && html` selected`}>${textsIn(language).pay.accountTypes[one] ?? one}</option>`,
  )
  const control = options
    ? html`<select id="${name}" name="${name}" required${marks}><option value="">${texts[language].select}</option>${options}</select>`
    : html`<input id="${name}" name="${name}" required maxlength="${field.maxLength}" autocomplete="off" value="${value}"${marks}>`
  return html`<label for="${name}">${label}</label>${control}
${found && html`<p class="fault" id="${name}-fault">${faultText(found, input)}</p>`}`
}

/** In the payer's words: no name of the API's fields. */
function faultText({ code, param, message }: FieldProblem, { label, language }: Input): string {
  if (code === 'required') return texts[language].needed
  if (typeof message === 'string') return message
  const { what } = message.values
  if (message.key === 'field.found' && what instanceof Message) return descriptionIn(language, what)
  const values = Object.entries(message.values).map(([name, value]) => [name, value === param ? label : value])
  return textOf(new Message(message.key, Object.fromEntries(values)), language)
}
