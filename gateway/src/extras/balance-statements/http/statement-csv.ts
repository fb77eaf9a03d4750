import { formatAmount } from '../../../core/values/money.ts'
import { byteOrderMark, type Cell, csvLine } from '../../../core/web/csv.ts'
import type { Movement } from '../list-movements.ts'
import { type Statement, statementFileLinesMax } from '../read-statement.ts'
import { amountsOf } from '../rules/movement-sums.ts'
import { type Parts, totalOf } from '../rules/movement-types.ts'

/** The columns of a statement, in order. New columns come last, because spreadsheets address columns by position. */
const columns = [
  'created_at',
  'type',
  'id',
  'transaction_id',
  'reference',
  'pay_type',
  'service_code',
  'currency',
  'amount',
  'fee',
  'net',
  'available_change',
  'pending_change',
  'reserved_change',
  'available_after',
  'pending_after',
  'reserved_after',
  'total_after',
] as const

type Line = Partial<Record<(typeof columns)[number], Cell>>

/** The file: a header, the opening balance, the lines, and the closing balance or a line that says it was cut. */
export async function* statementCsv(
  statement: Statement,
  batches: AsyncIterable<readonly Movement[] | 'cut'>,
): AsyncGenerator<string> {
  const exact = (minor: bigint): Cell => ({ exact: formatAmount(minor, statement.currency) })
  const after = (parts: Parts): Line => ({
    available_after: exact(parts.available),
    pending_after: exact(parts.pending),
    reserved_after: exact(parts.reserved),
    total_after: exact(totalOf(parts)),
  })
  const bound = (type: string, at: Date, parts: Parts): string =>
    lineOf({ created_at: { exact: at.toISOString() }, type, currency: statement.currency, ...after(parts) })
  yield byteOrderMark + csvLine(columns) + bound('opening_balance', statement.since, statement.opening)
  for await (const batch of batches) {
    if (batch === 'cut') {
      yield csvLine([`Not complete: a file holds at most ${statementFileLinesMax} lines. Choose fewer days.`])
      return
    }
    yield batch
      .map((row) => lineOf({ ...movementLine(row, exact), ...(row.balanceAfter && after(row.balanceAfter)) }))
      .join('')
  }
  yield bound('closing_balance', statement.until, statement.closing)
}

function movementLine(row: Movement, exact: (minor: bigint) => Cell): Line {
  const { amount, fee, net } = amountsOf(row)
  return {
    created_at: { exact: row.created_at.toISOString() },
    type: row.type,
    id: row.id.toString(),
    transaction_id: row.transaction_id,
    reference: row.reference,
    pay_type: row.pay_type,
    service_code: row.service_code,
    currency: row.currency,
    amount: exact(amount),
    fee: exact(fee),
    net: exact(net),
    available_change: exact(row.available_minor),
    pending_change: exact(row.pending_minor),
    reserved_change: exact(row.reserved_minor),
  }
}

function lineOf(line: Line): string {
  return csvLine(columns.map((column) => line[column] ?? null))
}
