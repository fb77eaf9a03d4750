import { byteOrderMark, type Cell } from '../../../core/web/csv.ts'
import type { ReaderForm } from '../../spreadsheets/reader-form.ts'
import { withdrawalReference } from '../../withdrawals/rules/withdrawal-reference.ts'
import type { Movement } from '../list-movements.ts'
import { type Statement, statementFileLinesMax } from '../read-statement.ts'
import { amountsOf } from '../rules/movement-sums.ts'
import { totalOf } from '../rules/movement-types.ts'
import { reportKindOf } from '../rules/report.ts'

/** The file for people: movements that change the balance as a whole, between its opening and its closing. */
export async function* readerStatement(
  statement: Statement,
  batches: AsyncIterable<readonly Movement[] | 'cut'>,
  form: ReaderForm,
): AsyncGenerator<string> {
  const { kinds, columns: c, cut } = form.words
  const bound = (which: 'opening' | 'closing', at: number) => {
    const total = form.amount(totalOf(statement[which]), statement.currency)
    const before = [form.instant(new Date(at)), kinds[which], null, null, statement.currency]
    return form.line([...before, null, null, null, total, null])
  }
  const names = [c.kind, c.reference, c.method, c.currency, c.amount, c.fee, c.net, c.balance, c.id]
  yield byteOrderMark + form.line([c.at(form.timeZone), ...names]) + bound('opening', statement.since.getTime())
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
  if (kind === undefined) return ''
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
  const { kinds, columns: c } = form.words
  const { from, to, currency, opening, closing, totals } = statement
  const days: Cell[] = [{ exact: from }, { exact: to }, currency]
  const line = (kind: keyof typeof kinds, count: Cell, minor: bigint) =>
    form.line([...days, kinds[kind], count, form.amount(minor, currency)])
  yield byteOrderMark + form.line([c.from(form.timeZone), c.to, c.currency, c.kind, c.count, c.amount])
  yield line('opening', null, totalOf(opening))
  for (const { kind, count, amountMinor } of totals) yield line(kind, { exact: String(count) }, amountMinor)
  yield line('closing', null, totalOf(closing))
}
