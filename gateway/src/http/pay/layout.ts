import type { Language } from '../../domain/language.ts'
import { randomToken } from '../../lib/ids.ts'
import { type Html, html, trustedHtml } from './html.ts'
import { pageScript } from './script.ts'
import { pageStyle } from './style.ts'

export interface PageParts {
  language: Language
  title: string
  body: Html
  /** Shows the ribbon of a test payment. */
  ribbon?: { label: string; note: string } | undefined
  /** Browsers without script load the page again after this many seconds; the script asks for the state meanwhile. */
  refreshSeconds?: number | undefined
  /** What the page shows now; the script loads it again when `/status` says something else. */
  state?: string | undefined
  /** The page has a form, which goes to ourselves and nowhere else. */
  hasForm?: boolean
}

/** A whole page and the policy that lets it run its own style and script and nothing else. */
export function renderPage(parts: PageParts): { page: string; policy: string } {
  const nonce = randomToken(16)
  const page = html`<!doctype html>
<html lang="${parts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${parts.title}</title>
<link rel="icon" href="data:,">
${parts.refreshSeconds !== undefined && html`<noscript><meta http-equiv="refresh" content="${parts.refreshSeconds}"></noscript>`}
<style nonce="${nonce}">${trustedHtml(pageStyle)}</style>
</head>
<body${parts.state !== undefined && html` data-state="${parts.state}"`}>
${parts.ribbon && html`<p class="ribbon"><strong>${parts.ribbon.label}</strong> <span>${parts.ribbon.note}</span></p>`}
<main>
${parts.body}
</main>
<script nonce="${nonce}">${trustedHtml(pageScript)}</script>
</body>
</html>
`
  return { page: page.text, policy: policyWith(nonce, parts.hasForm ?? false) }
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
