import { byteOrderMark } from '../../../core/web/csv.ts'
import type { ReaderForm } from '../../spreadsheets/http/reader-form.ts'
import { withdrawalReference } from '../../withdrawals/rules/withdrawal-reference.ts'
import type { Movement } from '../list-movements.ts'
import { type Statement, statementFileLinesMax } from '../read-statement.ts'
import { amountsOf } from '../rules/movement-sums.ts'
import { totalOf } from '../rules/movement-types.ts'
import { reportKindOf } from '../rules/report.ts'

type Bound = 'opening' | 'closing'

/** The file for people: movements that change the balance as a whole, between its opening and its closing. */
export async function* readerStatement(
  statement: Statement,
  batches: AsyncIterable<readonly Movement[] | 'cut'>,
  form: ReaderForm,
): AsyncGenerator<string> {
  const { kinds, columns, cut } = form.words
  const { kind, reference, method, currency, amount, fee, net, balance, id } = columns
  const bound = (which: Bound, at: number) => {
    const total = form.amount(totalOf(statement[which]), statement.currency)
    const before = [form.instant(new Date(at)), kinds[which], null, null, statement.currency]
    return form.line([...before, null, null, null, total, null])
  }
  const head = [columns.at(form.timeZone), kind, reference, method, currency, amount, fee, net, balance, id]
  yield byteOrderMark + form.line(head) + bound('opening', statement.since.getTime())
  for await (const batch of batches) {
    if (batch === 'cut') {
      yield form.line([cut(String(statementFileLinesMax))])
      return
    }
    const text = batch.map((row) => movementLine(row, form)).join('')
    if (text !== '') yield text
  }
  // The last second of the last day: the next one is of another month.
  yield bound('closing', statement.until.getTime() - 1)
}

function movementLine(row: Movement, form: ReaderForm): string {
  const { currency, reference } = row
  const isWithdrawal = row.is_withdrawal === true
  const kind = reportKindOf(row.type, isWithdrawal ? 'withdrawal' : row.pay_type === 'refund' ? 'refund' : null)
  if (kind === null) return ''
  const { amount, fee, net } = amountsOf(row)
  return form.line([
    form.instant(row.created_at),
    form.words.kinds[kind],
    isWithdrawal && reference !== null ? withdrawalReference(reference) : reference,
    row.service_code && form.method(row.service_code),
    currency,
    ...[amount, fee, net].map((minor) => form.amount(minor, currency)),
    row.balanceAfter && form.amount(totalOf(row.balanceAfter), currency),
    row.transaction_id,
  ])
}

/** The report alone: one line for each kind, between the opening and the closing balance. */
export async function* reportFile(statement: Statement, form: ReaderForm): AsyncGenerator<string> {
  const { kinds, columns } = form.words
  const { from, to, currency } = statement
  const line = (kind: Bound | keyof typeof kinds, count: bigint | null, minor: bigint) =>
    form.line([
      { exact: from },
      { exact: to },
      currency,
      kinds[kind],
      count === null ? null : { exact: String(count) },
      form.amount(minor, currency),
    ])
  const head = [columns.from(form.timeZone), columns.to, columns.currency]
  yield byteOrderMark + form.line([...head, columns.kind, columns.count, columns.amount])
  yield line('opening', null, totalOf(statement.opening))
  for (const { kind, count, amountMinor } of statement.totals) yield line(kind, count, amountMinor)
  yield line('closing', null, totalOf(statement.closing))
}
