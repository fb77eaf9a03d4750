import { methodFor } from '../../payment-methods/index.ts'
import { amountNumber } from '../../values/money.ts'
import type { Timeline } from '../read-timeline.ts'

/** Kept of a card instead of its number. */
const cardTraces = new Set(['card_bin', 'card_last4'])

/**
 * The request behind a transaction as a command: sent as it stands it answers with the same transaction, because the
 * reference is the same. What was never kept (a card's number and code) is named in angle brackets.
 */
export function curlOf(row: Timeline['row'], publicUrl: string): string {
  const required = Object.entries(methodFor(row.service_code)?.[row.pay_type]?.required ?? {})
  const forgotten = required.filter(([name, field]) => field.secret === true && row.details[name] === undefined)
  const body = {
    service_code: row.service_code,
    amount: amountNumber(row.amount_minor, row.currency),
    reference: row.reference,
    ...Object.fromEntries(Object.entries(row.details).filter(([name]) => !cardTraces.has(name))),
    ...Object.fromEntries(forgotten.map(([name]) => [name, `<${name}>`])),
  }
  return [
    `curl -X POST '${publicUrl}/api/v1/payments/${row.pay_type}_hth' \\`,
    `  -H "Authorization: Bearer $PASARELA_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${shellQuoted(JSON.stringify(body))}`,
  ].join('\n')
}

/** Within single quotes a shell reads nothing; a single quote itself ends them, stands alone and begins them again. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
