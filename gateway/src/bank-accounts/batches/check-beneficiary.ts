import { readPayout } from '../../payment-methods/read-request.ts'
import { formatAmount } from '../../values/money.ts'
import type { PayableRow } from '../store/payment-batches.ts'

/**
 * Checks the beneficiary of a payout again, as strictly as a request of a live point. Returns what is wrong, in English;
 * undefined: nothing.
 */
export function beneficiaryFault(row: PayableRow, now: Date): string | undefined {
  const body = {
    ...row.details,
    service_code: row.service_code,
    amount: formatAmount(row.amount_minor, row.currency),
    reference: row.reference,
  }
  const read = readPayout(body, { checks: 'strict', now })
  if (!read.ok) return read.problems.map(({ param, message }) => `${param}: ${message}`).join('; ')
  const { amountMinor, currency } = read.request
  const isSame = amountMinor === row.amount_minor && currency === row.currency
  return isSame ? undefined : 'its amount reads otherwise now'
}
