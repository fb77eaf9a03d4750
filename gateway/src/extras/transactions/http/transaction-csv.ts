import type { CoreDeps } from '../../../core/deps.ts'
import { toBookedMoney } from '../../../core/ledger/rules/booked-money.ts'
import { countryOfService } from '../../../core/payment-methods/index.ts'
import { readAmountsOf } from '../../../core/processing/rules/amounts.ts'
import { toRefundSums, wentBackOfRow } from '../../../core/processing/rules/refund-sums.ts'
import type { Caller } from '../../../core/values/caller.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { byteOrderMark, type Cell, csvLine } from '../../../core/web/csv.ts'
import { exportRowsMax, exportTransactions } from '../export-transactions.ts'
import type { ListQuery } from '../search-transactions.ts'
import type { ListedRow } from '../store/reads/transaction-search.ts'

/**
 * The columns of an export, in order. New columns come last, because merchants' spreadsheets address columns by
 * position.
 */
const columns: Readonly<Record<string, (row: ListedRow) => Cell>> = {
  transaction_id: (row) => row.id,
  pay_type: (row) => row.pay_type,
  created_at: (row) => ({ exact: row.created_at.toISOString() }),
  updated_at: (row) => ({ exact: row.updated_at.toISOString() }),
  expired_at: (row) => row.expired_at && { exact: row.expired_at.toISOString() },
  status: (row) => row.status,
  reason: (row) => row.reason,
  service_code: (row) => row.service_code,
  country: (row) => countryOfService(row.service_code),
  reference: (row) => row.reference,
  currency: (row) => row.currency,
  amount: (row) => ({ exact: formatAmount(row.amount_minor, row.currency) }),
  credited_amount: (row) => exactOrNull(readAmountsOf(row).bookedMinor, row.currency),
  received_amount: (row) => ({ exact: formatAmount(row.received_minor, row.currency) }),
  fee: (row) => ({ exact: formatAmount(row.fee_minor, row.currency) }),
  party_name: (row) => row.party_name,
  party_document: (row) => row.party_document,
  sender_name: (row) => row.sender_name,
  sender_document: (row) => row.sender_document,
  payer_reference: (row) => row.payer_reference,
  end_to_end_id: (row) => row.end_to_end_id,
  provider_reference: (row) => row.provider_reference,
  card_last4: (row) => row.card_last4,
  suspense_amount: (row) => ({ exact: formatAmount(row.suspense_minor, row.currency) }),
  missing_amount: (row) => exactOrNull(readAmountsOf(row).missingMinor, row.currency),
  metadata: (row) => row.metadata && JSON.stringify(row.metadata),
  booked_fee: (row) => exactOrNull(toBookedMoney(row.booked_money)?.feeMinor ?? null, row.currency),
  net: (row) => exactOrNull(toBookedMoney(row.booked_money)?.netMinor ?? null, row.currency),
  refunded_payment: (row) => row.refunded_payment,
  refunded_amount: (row) => exactOrNull(wentBackOfRow(row, toRefundSums(row.refund_sums)).refundedMinor, row.currency),
  refundable_amount: (row) =>
    exactOrNull(wentBackOfRow(row, toRefundSums(row.refund_sums)).refundableMinor, row.currency),
  payment_link_id: (row) => row.payment_link_id,
}

/** The file in batches: a header, the rows, and a last line if it was cut. */
export async function* csvLines(
  deps: Pick<CoreDeps, 'database' | 'routes'>,
  caller: Caller,
  query: ListQuery & { rowsMax?: number },
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(Object.keys(columns))
  const cells = Object.values(columns)
  for await (const batch of exportTransactions(deps, caller, query)) {
    if (batch === 'cut') {
      const rows = query.rowsMax ?? exportRowsMax
      yield csvLine([`Not complete: a file holds at most ${rows} rows. Narrow the filters for the others.`])
    } else yield batch.map((row) => csvLine(cells.map((cell) => cell(row)))).join('')
  }
}

function exactOrNull(minor: bigint | null, currency: CurrencyCode): Cell {
  return minor === null ? null : { exact: formatAmount(minor, currency) }
}
