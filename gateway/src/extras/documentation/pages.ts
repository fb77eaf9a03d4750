import { type Html, html, trustedHtml } from '../../core/payer-pages/html.ts'
import { randomToken } from '../../core/platform/ids.ts'
import { type PayoutFailure, payoutFailureAnchor, payoutFailures } from '../../core/values/payout-failure.ts'
import { allErrorCodes } from '../../core/web/reply-problem.ts'
import { docsStyle } from './style.ts'

export interface DocsPage {
  page: string
  policy: string
}

/** The catalogue of error codes, one row and one anchor per code. `doc_url` of every refusal links here. */
export function errorsPage(options: { docs: boolean }): DocsPage {
  const codes = allErrorCodes()
  const rows = codes.map(
    (
      entry,
    ) => html`<tr id="${entry.code}"><td><code>${entry.code}</code></td><td>${entry.http}</td><td>${entry.type}</td><td>${entry.message}</td></tr>
`,
  )
  const failures = Object.entries(payoutFailures).map(
    ([
      code,
      message,
    ]) => html`<tr id="${payoutFailureAnchor(code as PayoutFailure)}"><td><code>${code}</code></td><td>200</td><td>payout_failed</td><td>${message}</td></tr>
`,
  )
  return docsPage(
    'Errors',
    html`${options.docs ? html`<p><a href="/docs/">Documentation</a></p>` : ''}<h1>Errors</h1>
<p>Decide by <code>error.code</code>: codes do not change, messages may. Every wrong field stands in <code>errors</code> with
its path. When exactly one field is wrong, <code>error.code</code> is that field’s code; for several it is
<code>validation_failed</code>. A refused request does not use up its reference.</p>
<div class="wide"><table><thead><tr><th>Code</th><th>HTTP</th><th>Type</th><th>Meaning</th></tr></thead><tbody>
${rows}</tbody></table></div>
<h2 id="payout_failed">Payouts that failed</h2>
<p>A payout that surely failed is answered with HTTP 200, <code>"status":"error"</code>, its whole <code>data</code> and one of
these codes with the type <code>payout_failed</code>. Nothing was paid, and its reference is used: pay again with a new one. The
same code is <code>reason</code> of every read. A refund that failed has the same codes, with the type <code>refund_failed</code>.</p>
<div class="wide"><table><thead><tr><th>Code</th><th>HTTP</th><th>Type</th><th>Meaning</th></tr></thead><tbody>
${failures}</tbody></table></div>`,
  )
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

function docsPage(title: string, body: Html): DocsPage {
  const nonce = randomToken(16)
  const page = html`<!doctype html>
<html lang="en">
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
