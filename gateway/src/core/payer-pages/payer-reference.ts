import { payerReferenceLengthMax } from '../payments/give-payer-reference.ts'
import { type Html, html } from './html.ts'
import type { PayView } from './view.ts'

/** Countries in which a payment is found by the reference number of the payer's bank. */
const countriesByReference: ReadonlySet<string> = new Set(['VE'])

/** A form, without script, for the reference that the payer's bank gave. */
export function payerReferencePart({ page, texts, country, chosen }: PayView): Html {
  const { payToken, payerReference } = page.transaction
  const needed = countriesByReference.has(country)
  const words = needed ? texts.pay.giveReference : texts.pay.giveReferenceIfAsked
  const thanks = payerReference !== null && html`<p class="notice">${texts.pay.referenceGiven(payerReference)}</p>`
  const form = html`<p>${words.body(page.merchantName)}</p>${thanks}
<form method="post" action="/pay/${payToken}/payer-reference${chosen && `?lang=${chosen}`}">
<label for="payer_reference">${texts.pay.referenceField}</label>
<input id="payer_reference" name="payer_reference" required maxlength="${payerReferenceLengthMax}" autocomplete="off" value="${payerReference ?? ''}">
<button type="submit" class="main wide">${texts.pay.sendReference}</button>
</form>`
  if (needed || payerReference !== null) {
    return html`<section class="card reference" id="reference"><h2>${words.title}</h2>${form}</section>`
  }
  return html`<details class="card reference" id="reference"><summary>${words.title}</summary>${form}</details>`
}
