import { type Html, html, trustedHtml } from '../../core/payer-pages/html.ts'
import { randomToken } from '../../core/platform/ids.ts'
import type { Language } from '../../core/texts/messages/languages.ts'
import { docsStyle } from './style.ts'

export interface DocsPage {
  page: string
  policy: string
}

/** The page at the root, with links to the others. */
export function landingPage(options: { docs: boolean; version: string }): DocsPage {
  const documentation = html`<li><a href="docs/">Documentation</a>: guides, payment methods, and the API to read and to try</li>
<li><a href="docs/errors">Every error code</a></li>
<li><a href="openapi.json">OpenAPI 3.1 document</a> and <a href="llms.txt">llms.txt</a></li>`
  return docsPage(
    'Pasarela',
    html`<h1>Pasarela</h1>
<p>A payment gateway for Latin America: pay-ins by card, bank transfer and local methods, payouts, and signed callbacks.
This is version ${options.version}.</p>
<ul>
<li><a href="dashboard/">Dashboard</a>, for merchants and operators</li>
${options.docs ? documentation : html`<li><a href="docs/errors">Every error code</a></li>`}
</ul>`,
  )
}

/** What `/docs/` shows until the documentation site is built. */
export function siteMissingPage(): DocsPage {
  return docsPage(
    'Documentation',
    html`<h1>The documentation is being built</h1>
<p>Reload this page in a minute. Where it does not come, run <code>node scripts/setup.mjs</code> in the gateway’s folder.</p>
<ul>
<li><a href="/docs/errors">Every error code</a></li>
<li><a href="/openapi.json">OpenAPI 3.1 document</a> and <a href="/llms.txt">llms.txt</a></li>
</ul>`,
  )
}

export function docsPage(title: string, body: Html, language: Language = 'en'): DocsPage {
  const nonce = randomToken(16)
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${trustedHtml(docsStyle)}</style>
</head>
<body><main>${body}</main></body>
</html>
`
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`
  return { page: page.text, policy }
}
