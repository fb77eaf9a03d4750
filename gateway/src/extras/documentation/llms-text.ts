import { methods } from '../../core/payment-methods/index.ts'
import type { PaymentMethod } from '../../core/payment-methods/payment-method.ts'
import type { SitePage } from './built-site.ts'

/**
 * A short guide in the format of llmstxt.org, for language models that write an integration, with every page of the
 * documentation site.
 */
export function llmsText(publicUrl: string, pages: readonly SitePage[] = []): string {
  const all: readonly PaymentMethod[] = methods
  const codes = all.map((method) => `- ${method.code}: ${method.name}, ${method.currency}${directions(method)}`)
  return `# Pasarela

> Payment gateway for Latin America. Merchants create pay-ins (money from a payer), card pay-ins and payouts (money to a
> beneficiary) over HTTPS with JSON, and get a signed callback whenever a status changes.

- OpenAPI 3.1: ${publicUrl}/openapi.json
- Every error code: ${publicUrl}/docs/errors

## Authentication

Send \`Authorization: Bearer pas_test_…\` (test) or \`pas_live_…\` (live). On test points HTTP Basic with
auth_point_id:auth_api_token works too. Only \`Content-Type: application/json\`, UTF-8, at most 64 KiB.

## Rules

- HTTP 200 with \`{"status":"success","data":{…}}\` means accepted. \`data.status\` says what became of the money: PENDING,
  COMPLETED, ERROR or EXPIRED. Everything else has \`error.code\` and lists every wrong field in \`errors\`.
- \`reference\` is your own unique id. The same reference with the same content returns the original transaction and the header
  \`Idempotent-Replayed: true\`; with other content it is 409 reference_conflict. After a timeout or 5xx: send it again unchanged.
- A payout that is PENDING is not failed: wait for the callback or read it.
- A payout that surely failed answers 200 with the outer \`"status":"error"\`, its \`data\` and \`error.code\`. Its reference is used.
- Callbacks: verify security_hash = hex HMAC-SHA256(auth_api_token, decimal text of api_key + auth_point_id), answer 200 within
  5 seconds, de-duplicate on webhook-id where you check webhook-signature, else on transaction_id and status, and confirm by GET
  before shipping.

## Endpoints

- POST /api/v1/payments/payin_hth: create a pay-in or card pay-in (scope payins)
- POST /api/v1/payments/payout_hth: create a payout (scope payouts)
- GET /api/v1/payments/{transaction_id} and GET /api/v1/payments?reference=&status=&limit=&cursor= (scope read)
- GET /api/v1/payments/{transaction_id}/callbacks, POST /api/v1/payments/{transaction_id}/callbacks/resend
- POST /api/v1/payments/{transaction_id}/cancel
- POST /api/v1/payments/{payment_id}/refunds: refund a completed pay-in, whole or in part (scope refunds); GET the same, GET
  /api/v1/refunds and GET /api/v1/refunds/{refund_id}: read them (scope refunds or read)
- POST /api/v1/withdrawals: take your own money out, to an account that two people confirmed in the dashboard (scope payouts);
  GET the same and GET /api/v1/withdrawals/{withdrawal_id}: read them (scope payouts or read)
- GET /api/v1/balances; GET /api/v1/balance-transactions: every entry; GET /api/v1/statements/{currency}?from=&to= or ?month=2030-01 (scope read)
- GET /api/v1/events: every change as a feed
- GET /api/v1/services: what each service_code needs; GET /api/v1/banks?country=AR; POST /api/v1/validate: a rehearsal
- GET and PUT /api/v1/webhook: callback address (scope webhook); GET /api/v1/test/inbox: callbacks of a test point without one

## Service codes

${codes.join('\n')}

${pageList(publicUrl, pages)}## Example

\`\`\`sh
curl -sS ${publicUrl}/api/v1/payments/payin_hth \\
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '${JSON.stringify(exampleOf(all))}'
\`\`\`
`
}

/** English pages first; the same pages in other languages are optional reading. */
function pageList(publicUrl: string, pages: readonly SitePage[]): string {
  const lineOf = ({ path, title, description }: SitePage) => `- [${title}](${publicUrl}/docs/${path}): ${description}\n`
  const inEnglish = pages.filter(({ language }) => language === 'en').map(lineOf)
  const inOthers = pages.filter(({ language }) => language !== 'en').map(lineOf)
  if (pages.length === 0) return ''
  const others = inOthers.length === 0 ? '' : `## Pages in Spanish and Portuguese\n\n${inOthers.join('')}\n`
  return `## Pages\n\n${inEnglish.join('')}\n${others}`
}

function directions(method: PaymentMethod): string {
  if (method.payin && method.payout) return ' (pay-in and payout)'
  return method.payin ? ' (pay-in)' : ' (payout)'
}

function exampleOf(all: readonly PaymentMethod[]): unknown {
  return all.find((method) => method.code === 'BT_AR')?.payin?.example ?? all[0]?.payin?.example
}
