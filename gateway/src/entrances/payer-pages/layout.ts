import { randomToken } from '../../platform/ids.ts'
import { textsIn } from '../../texts/language.ts'
import { type Language, languages } from '../../values/language.ts'
import { type Html, html, trustedHtml } from './html.ts'
import { pageScript } from './script.ts'
import { pageStyle } from './style.ts'

export interface PageParts {
  language: Language
  title: string
  /** The merchant's name, at the top of the page. */
  shop?: string | undefined
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
<style nonce="${nonce}">${trustedHtml(pageStyle)}</style>
</head>
<body${parts.state !== undefined && html` data-state="${parts.state}"`}${parts.hasTwoColumns && html` class="duo"`}>
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
  return { page: page.text, policy: policyWith(nonce, parts.hasForm ?? false) }
}

function header({ shop, language }: PageParts): Html {
  const name =
    shop !== undefined &&
    html`<p class="shop"><span class="mark" aria-hidden="true">${Array.from(shop)[0]?.toUpperCase()}</span><span>${shop}</span></p>`
  const links = languages.map(
    (one) =>
      html`<a href="?lang=${one}" lang="${one}" hreflang="${one}"${one === language && html` aria-current="true"`}>${one.toUpperCase()}<span class="unseen"> ${textsIn(one).languageName}</span></a>`,
  )
  return html`<header class="top">${name}<nav class="languages" aria-label="${textsIn(language).pay.language}">${links}</nav></header>`
}

function policyWith(nonce: string, hasForm: boolean): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    'img-src data:',
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
  ].join('; ')
}
