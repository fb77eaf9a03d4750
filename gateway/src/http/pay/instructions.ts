import type { PaymentKind } from '../../domain/payment-kind.ts'
import { asksPayerForReference } from '../../operations/give-payer-reference.ts'
import { methodFor } from '../../payment-methods/index.ts'
import type { PayerAction } from '../../texts/texts.ts'
import { digitGroups, isWebAddress, localeOf, writtenAmount, writtenInstant } from './formats.ts'
import { Html, html } from './html.ts'
import { payerReferencePart } from './payer-reference.ts'
import { qrPicture } from './qr-picture.ts'
import type { PayView } from './view.ts'

/** Everything a payer needs to pay by bank transfer or a local method. */
export async function instructionParts(view: PayView): Promise<Html> {
  const { page, texts } = view
  const { pixBrCode } = page.transaction.instructions
  const action = actionOf(methodFor(page.transaction.serviceCode)?.payin?.kind)
  const steps = texts.pay.steps[action].map((step) => html`<li>${step}</li>`)
  return html`<section class="card">
<h1>${texts.pay.title(page.merchantName)}</h1>
<p class="soft">${texts.pay.amountToPay}</p>
<p class="amount">${view.amount} <small>${page.transaction.currency}</small></p>
${underpaid(view) ?? html`<p class="soft">${texts.pay.exactAmount}</p>`}
${expiry(view)}
</section>
${pixBrCode !== undefined && (await pixPart(view, pixBrCode))}
<section class="card"><h2>${texts.pay.howToPay}</h2><ol>${steps}</ol></section>
${detailsPart(view)}
${asksPayerForReference(page.transaction) && payerReferencePart(view)}
<p class="soft after">${texts.pay.updatesItself}</p>
${payerApp(view)}`
}

function actionOf(kind: PaymentKind | undefined): PayerAction {
  if (kind === 'qr') return 'pix'
  return kind === 'clabe' || kind === 'pull' || kind === 'wallet' ? kind : 'transfer'
}

async function pixPart(view: PayView, code: string): Promise<Html> {
  const { texts } = view
  return html`<section class="card">
<h2>${texts.pay.pixCode}</h2>
<p class="code">${code}</p>
${copyButton(view, { value: code, label: texts.pay.pixCode, isMain: true })}
<div class="qr" role="img" aria-label="${texts.pay.pixPicture}">${await qrPicture(code)}</div>
</section>`
}

function detailsPart(view: PayView): Html | undefined {
  const { page, texts } = view
  const { targetAccount, clabe, pixBrCode } = page.transaction.instructions
  const isWallet = methodFor(page.transaction.serviceCode)?.payin?.kind === 'wallet'
  const account = clabe !== undefined && targetAccount?.number === clabe ? null : targetAccount?.number
  // A Pix code holds key and reference: beside it only what the payer compares on the bank's screen is of use.
  const typed = pixBrCode === undefined
  const rows = [
    row(view, 'CLABE', clabe),
    row(view, texts.pay.bank, targetAccount?.bank, typed),
    typed && row(view, isWallet ? texts.pay.phone : texts.pay.account, account),
    typed && account !== null && row(view, texts.pay.accountType, targetAccount?.type, false),
    row(view, texts.pay.beneficiary, targetAccount?.beneficiary, typed),
    row(view, texts.pay.document, targetAccount?.docId, typed),
    typed && row(view, texts.pay.transferReference, targetAccount?.reference),
  ].filter((one) => one instanceof Html)
  if (rows.length === 0) return undefined
  return html`<section class="card"><h2>${texts.pay.details}</h2><dl>${rows}</dl></section>`
}

/** The value is copied as it is: the groups are for the eye only and hold no spaces. */
function row(view: PayView, label: string, value: string | null | undefined, copyable = true): Html | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const groups = digitGroups(value)
  const shown = groups.length > 1 ? groups.map((group) => html`<span>${group}</span>`) : html`${value}`
  const button = copyable && copyButton(view, { value, label, isMain: false })
  return html`<div class="row"><dt>${label}</dt><dd><span${groups.length > 1 && html` class="digits"`}>${shown}</span>${button}</dd></div>`
}

/** Hidden until the script shows it. The word changes to "copied" and is read out. */
function copyButton({ texts }: PayView, of: { value: string; label: string; isMain: boolean }): Html {
  const { copy, copied } = texts.pay
  return html`<button type="button" hidden${of.isMain && html` class="main wide"`} data-copy="${of.value}" data-done="${copied}"><span data-word aria-live="polite">${copy}</span><span class="unseen"> ${of.label}</span></button>`
}

function expiry({ page, texts, country, language }: PayView): Html | undefined {
  const { expiredAt } = page.transaction
  if (expiredAt === null) return undefined
  return html`<p class="notice">${texts.pay.payBefore}: <strong><time datetime="${expiredAt.toISOString()}">${writtenInstant(expiredAt, country, language)}</time></strong>
<span hidden><br>${texts.pay.timeLeft}: <strong data-until="${expiredAt.toISOString()}"></strong></span></p>`
}

function underpaid({ page, texts, country, language }: PayView): Html | undefined {
  const { reason, creditedMinor, amountMinor, currency } = page.transaction
  if (reason !== 'underpaid' || creditedMinor === null || creditedMinor >= amountMinor) return undefined
  const locale = localeOf(country, language)
  const received = texts.pay.received(writtenAmount(creditedMinor, currency, locale))
  const missing = texts.pay.missing(writtenAmount(amountMinor - creditedMinor, currency, locale))
  return html`<p class="notice">${received} ${missing}</p>`
}

function payerApp({ page, texts }: PayView): Html | undefined {
  const url = page.simulatedPayerUrl
  if (page.transaction.environment !== 'test' || url === null || !isWebAddress(url)) return undefined
  return html`<a class="button quiet wide" href="${url}" target="_blank" rel="noopener noreferrer">${texts.pay.openPayerApp}</a>`
}
