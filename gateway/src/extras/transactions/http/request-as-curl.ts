import { methodFor } from '../../../core/payment-methods/index.ts'
import { amountNumber } from '../../../core/values/money.ts'
import type { Timeline } from '../read-timeline.ts'

/** Stored instead of the card number. */
const cardTraces = new Set(['card_bin', 'card_last4'])

/**
 * The request of a transaction as a shell command. It has the same reference, so it returns the same transaction.
 * Values that were never stored (a card's number and code) are named in angle brackets.
 */
export function curlOf(row: Timeline['row'], publicUrl: string): string {
  if (row.pay_type === 'refund') return curlOfRefund(row, publicUrl)
  const required = Object.entries(methodFor(row.service_code)?.[row.pay_type]?.required ?? {})
  const forgotten = required.filter(([name, field]) => field.secret === true && row.details[name] === undefined)
  const body = {
    service_code: row.service_code,
    amount: amountNumber(row.amount_minor, row.currency),
    reference: row.reference,
    ...Object.fromEntries(Object.entries(row.details).filter(([name]) => !cardTraces.has(name))),
    ...Object.fromEntries(forgotten.map(([name]) => [name, `<${name}>`])),
    ...(row.metadata && { metadata: row.metadata }),
  }
  return post(`${publicUrl}/api/v1/payments/${row.pay_type}_hth`, body)
}

function curlOfRefund(row: Timeline['row'], publicUrl: string): string {
  const { payment_id, refund_reason: reason } = row.details
  const { reference, metadata } = row
  const amount = amountNumber(row.amount_minor, row.currency)
  const body = { reference, amount, ...(reason !== undefined && { reason }), ...(metadata && { metadata }) }
  return post(`${publicUrl}/api/v1/payments/${payment_id}/refunds`, body)
}

function post(url: string, body: object): string {
  return [
    `curl -X POST '${url}' \\`,
    `  -H "Authorization: Bearer $PASARELA_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${shellQuoted(JSON.stringify(body))}`,
  ].join('\n')
}

/**
 * A shell interprets nothing within single quotes. A single quote itself ends the quotes, is escaped, and starts them
 * again.
 */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
