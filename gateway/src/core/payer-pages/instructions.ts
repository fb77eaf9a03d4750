import QRCode from 'qrcode'
import { methodFor } from '../payment-methods/index.ts'
import { asksPayerForReference } from '../payments/give-payer-reference.ts'
import type { PayerAction } from '../texts/texts.ts'
import type { PaymentKind } from '../values/instructions.ts'
import { digitGroups, isWebAddress, typedAmount, writtenAmount, writtenInstant } from './formats.ts'
import { Html, html, trustedHtml } from './html.ts'
import { payerReferencePart } from './payer-reference.ts'
import type { PayView } from './view.ts'

/** The instructions for a bank transfer or a local method. */
export async function instructionParts(view: PayView): Promise<Html> {
  const { page, texts } = view
  const { pixBrCode } = page.transaction.instructions
  const action = actionOf(methodFor(page.transaction.serviceCode)?.payin?.kind)
  const items = texts.pay.steps[action].map((step) => html`<li><span>${step}</span></li>`)
  const steps = html`<section class="card steps"><h2>${texts.pay.howToPay}</h2><ol>${items}</ol></section>`
  const reference = asksPayerForReference(page.transaction) && payerReferencePart(view)
  // What the payer copies comes before the steps: on a phone it would else be below the first screen.
  const sections =
    pixBrCode === undefined
      ? html`<div class="side">${accountPart(view)}${reference}</div>${steps}`
      : html`${await pixPart(view)}${page.pixCode !== null && steps}${reference}`
  return html`<section class="card sum">
${amountPart(view)}
${expiry(view)}
</section>
${sections}
<div class="after"><p class="live">${texts.pay.updatesItself}</p>${payerApp(view)}</div>`
}

/**
 * Whether the page has a value to copy or a code to scan. A debit request has neither, because the payer confirms it at
 * their bank.
 */
export function hasColumns({ page }: PayView): boolean {
  const { targetAccount, clabe, pixBrCode } = page.transaction.instructions
  return targetAccount !== undefined || clabe !== undefined || pixBrCode !== undefined
}

function actionOf(kind: PaymentKind | undefined): PayerAction {
  if (kind === 'qr') return 'pix'
  return kind === 'clabe' || kind === 'pull' || kind === 'wallet' ? kind : 'transfer'
}

async function pixPart(view: PayView): Promise<Html> {
  const { texts, page } = view
  const { pixCode: code } = page
  if (code === null) {
    const text = texts.pay.noPixCodeForRest(page.merchantName)
    return html`<section class="card pay"><h2>${texts.pay.pixCode}</h2><p class="notice">${text}</p>${detailRows(view)}</section>`
  }
  return html`<section class="card pay">
<h2>${texts.pay.pixCode}</h2>
<div class="pix">
<p class="code" data-value>${code}</p>
${copyButton(view, { value: code, words: texts.pay.copyPix, style: 'main wide' })}
<div class="qr" role="img" aria-label="${texts.pay.pixPicture}">${await qrPicture(code)}</div>
</div>
${detailRows(view)}
</section>`
}

function accountPart(view: PayView): Html | undefined {
  const rows = detailRows(view)
  return rows && html`<section class="card pay"><h2>${view.texts.pay.details}</h2>${rows}</section>`
}

function detailRows(view: PayView): Html | undefined {
  const { page, texts } = view
  const { targetAccount, clabe, pixBrCode } = page.transaction.instructions
  const isWallet = methodFor(page.transaction.serviceCode)?.payin?.kind === 'wallet'
  const account = clabe !== undefined && targetAccount?.number === clabe ? null : targetAccount?.number
  const type = targetAccount?.type
  const typeName = type && (texts.pay.accountTypes[type] ?? type)
  // A Pix code contains key and reference. Beside it the page shows only what the payer compares with the bank's
  // screen.
  const typed = pixBrCode === undefined
  const rows = [
    row(view, 'CLABE', { value: clabe, isNumber: true }),
    row(view, texts.pay.bank, { value: targetAccount?.bank, isCopied: false }),
    typed && account !== null && !isWallet && row(view, texts.pay.accountType, { value: typeName, isCopied: false }),
    typed && row(view, isWallet ? texts.pay.phone : texts.pay.account, { value: account, isNumber: true }),
    row(view, texts.pay.beneficiary, { value: targetAccount?.beneficiary, isCopied: typed }),
    row(view, texts.pay.document, { value: targetAccount?.docId, isCopied: typed }),
    typed && row(view, referenceName(view), { value: targetAccount?.reference }),
  ].filter((one) => one instanceof Html)
  return rows.length === 0 ? undefined : html`<dl>${rows}</dl>`
}

/** SPEI has a numeric reference and a text: a reference with letters is the text, which banks call Concepto. */
function referenceName({ page, texts, country }: PayView): string {
  const { targetAccount } = page.transaction.instructions
  const isText = country === 'MX' && /\D/.test(targetAccount?.reference ?? '')
  return isText ? 'Concepto' : texts.pay.transferReference
}

interface Detail {
  value: string | null | undefined
  /** The digits are shown in groups. */
  isNumber?: boolean
  /** Has a copy button. Default: true. */
  isCopied?: boolean
}

/** The copied value has no spaces: the groups are made by style only. */
function row(view: PayView, label: string, { value, isNumber = false, isCopied = true }: Detail): Html | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const groups = isNumber ? digitGroups(value) : []
  const shown = groups.length > 1 ? groups.map((group) => html`<span>${group}</span><wbr>`) : html`${value}`
  const button = isCopied && copyButton(view, { value, label })
  return html`<div class="row"><dt>${label}</dt><dd><span data-value${groups.length > 1 && html` class="digits"`}>${shown}</span>${button}</dd></div>`
}

interface CopyButton {
  value: string
  /** The whole text of the button. Default: "Copy", with `label` for screen readers. */
  words?: string
  label?: string
  style?: string
}

/** Hidden until the script shows it. The label changes to "copied", and screen readers announce it. */
function copyButton({ texts }: PayView, { value, words = texts.pay.copy, label, style }: CopyButton): Html {
  const unseen = label !== undefined && html`<span class="unseen"> ${label}</span>`
  return html`<button type="button" hidden${style !== undefined && html` class="${style}"`} data-copy="${value}" data-done="${texts.pay.copied}"><span data-word aria-live="polite">${words}</span>${unseen}</button>`
}

/** Shows the country's time. The script changes it to the payer's time zone and counts down by the server's clock. */
function expiry({ page, texts, country, language, now }: PayView): Html | undefined {
  const { expiredAt } = page.transaction
  if (expiredAt === null) return undefined
  const instant = expiredAt.toISOString()
  return html`<div class="until"><p><span>${texts.pay.payBefore}</span><strong><time datetime="${instant}" data-local>${writtenInstant(expiredAt, country, language)}</time></strong></p>
<p hidden><span>${texts.pay.timeLeft}</span><strong role="timer" data-until="${instant}" data-left="${expiredAt.getTime() - now.getTime()}"></strong></p></div>`
}

function amountPart(view: PayView): Html {
  const { page, texts, country, language, amount } = view
  const { reason, creditedMinor, amountMinor, currency } = page.transaction
  // A debit request is confirmed: the payer sends nothing.
  const isSent = actionOf(methodFor(page.transaction.serviceCode)?.payin?.kind) !== 'pull'
  const figure = (label: string, written: string) => html`<h1>${label}</h1>${amountLine(written, currency)}`
  if (reason !== 'underpaid' || creditedMinor === null || creditedMinor >= amountMinor) {
    return html`${figure(texts.pay.amountToPay, amount)}${amountButton(view, amountMinor)}${isSent && html`<p class="soft">${texts.pay.exactAmount}</p>`}`
  }
  const written = (minor: bigint) => writtenAmount(minor, currency, { country, language })
  const missing = written(amountMinor - creditedMinor)
  return html`${figure(texts.pay.stillToPay, missing)}${amountButton(view, amountMinor - creditedMinor)}
<p class="notice">${texts.pay.received(written(creditedMinor), amount)} ${texts.pay.missing(missing)}</p>`
}

/** Only where the payer types the amount: a Pix code and a debit request contain it. */
function amountButton(view: PayView, minor: bigint): Html | undefined {
  const { transaction } = view.page
  const action = actionOf(methodFor(transaction.serviceCode)?.payin?.kind)
  if (action === 'pix' || action === 'pull') return undefined
  const value = typedAmount(minor, transaction.currency, view)
  return copyButton(view, { value, words: view.texts.pay.copyAmount, style: 'copy-amount' })
}

function payerApp({ page, texts }: PayView): Html | undefined {
  const url = page.simulatedPayerUrl
  if (page.transaction.environment !== 'test' || url === null || !isWebAddress(url)) return undefined
  return html`<a class="button quiet wide" href="${url}" target="_blank" rel="noopener noreferrer">${texts.pay.openPayerApp}</a>`
}

/** Longer texts do not fit on a phone: in the largest size, and in the medium size. */
const largeLengthMax = 11
const mediumLengthMax = 15

/** The amount in the page's largest type. It never breaks; a longer text gets a smaller size. */
export function amountLine(written: string, currency: string): Html {
  const size = written.length <= largeLengthMax ? '' : written.length <= mediumLengthMax ? ' medium' : ' small'
  return html`<p class="amount${size}"><span data-value>${written}</span> <small>${currency}</small></p>`
}

/** White modules around the code, required by ISO/IEC 18004. With fewer, some cameras do not find the code. */
const quietZoneModules = 4

/** The code as inline SVG. It needs no request, no script and no image source. */
export async function qrPicture(text: string): Promise<Html> {
  const svg = await QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: quietZoneModules })
  return trustedHtml(svg)
}
