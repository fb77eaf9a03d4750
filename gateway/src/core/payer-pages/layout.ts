import { brandColours, isBrandColour } from '../merchants/rules/brand-colours.ts'
import { randomToken } from '../platform/ids.ts'
import { textsIn } from '../texts/language.ts'
import { type Language, languages } from '../texts/messages/languages.ts'
import { type Html, html, trustedHtml } from './html.ts'
import { pageScript } from './script.ts'
import { brandStyle, pageStyle } from './style.ts'

/** The shop as its payers know it. */
export interface Shop {
  name: string
  /** `path` is below this server's address. */
  logo: { path: string; width: number; height: number } | undefined
  /** `#rrggbb` */
  colour: string | undefined
}

export interface PageParts {
  language: Language
  title: string
  /** Who is paid, at the top of the page. */
  shop?: Shop | undefined
  body: Html
  footer?: Html | undefined
  /** Shows the ribbon of a test payment. */
  ribbon?: { label: string; note: string } | undefined
  /** Browsers without script reload the page after this many seconds. The script polls the state instead. */
  refreshSeconds?: number | undefined
  /** The state that the page shows. The script reloads the page if `/status` reports another state. */
  state?: string | undefined
  /** The page has a form, which may only be sent to this server. */
  hasForm?: boolean
  /** Wide windows show the body in two columns. */
  hasTwoColumns?: boolean
}

/** A complete page, and the content security policy that allows only its own style and script. */
export function renderPage(parts: PageParts): { page: string; policy: string } {
  const nonce = randomToken(16)
  const colour = parts.shop?.colour
  const brand = colour !== undefined && isBrandColour(colour) ? brandColours(colour) : undefined
  const classes = [parts.hasTwoColumns && 'duo', brand && 'branded'].filter(Boolean).join(' ')
  const page = html`<!doctype html>
<html lang="${parts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${parts.title}</title>
<link rel="icon" href="data:,">
${parts.refreshSeconds !== undefined && html`<noscript><meta http-equiv="refresh" content="${parts.refreshSeconds}"></noscript>`}
<style nonce="${nonce}">${trustedHtml(pageStyle)}${brand && trustedHtml(brandStyle(brand))}</style>
</head>
<body${parts.state !== undefined && html` data-state="${parts.state}"`}${classes !== '' && html` class="${classes}"`}>
${parts.ribbon && html`<p class="ribbon"><strong>${parts.ribbon.label}</strong> <span>${parts.ribbon.note}</span></p>`}
${header(parts)}
<main>
<div class="parts">
${parts.body}
</div>
</main>
${parts.footer}
<script nonce="${nonce}">${trustedHtml(pageScript)}</script>
</body>
</html>
`
  return { page: page.text, policy: policyWith(nonce, parts) }
}

function header({ shop, language }: PageParts): Html {
  const name = shop && html`<p class="shop">${shopMark(shop)}<span>${shop.name}</span></p>`
  const links = languages.map(
    (one) =>
      html`<a href="?lang=${one}" lang="${one}" hreflang="${one}"${one === language && html` aria-current="true"`}>${one.toUpperCase()}<span class="unseen"> ${textsIn(one).languageName}</span></a>`,
  )
  return html`<header class="band"><div class="top">${name}<nav class="languages" aria-label="${textsIn(language).pay.language}">${links}</nav></div></header>`
}

/** The logo, else the first letter. The name stands beside it, so that neither is read aloud. */
function shopMark({ name, logo }: Shop): Html {
  if (!logo) return html`<span class="mark" aria-hidden="true">${Array.from(name)[0]?.toUpperCase()}</span>`
  return html`<img class="logo" src="${logo.path}" width="${logo.width}" height="${logo.height}" alt="">`
}

function policyWith(nonce: string, { hasForm, shop }: PageParts): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    // A logo is served by this server, and no picture comes from elsewhere.
    `img-src ${shop?.logo ? "'self' " : ''}data:`,
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
  ].join('; ')
}
