import type { CoreDeps } from '../../../core/deps.ts'
import { toBookedMoney } from '../../../core/ledger/rules/booked-money.ts'
import { readAmountsOf } from '../../../core/processing/rules/amounts.ts'
import type { Caller } from '../../../core/values/caller.ts'
import { byteOrderMark, type Cell } from '../../../core/web/csv.ts'
import type { ReaderForm } from '../../spreadsheets/reader-form.ts'
import { withdrawalReference } from '../../withdrawals/rules/withdrawal-reference.ts'
import { exportRowsMax, exportTransactions } from '../export-transactions.ts'
import type { ListQuery } from '../search-transactions.ts'
import type { ListedRow } from '../store/reads/transaction-search.ts'

/** The export for people: what an accountant asks about a payment. */
export async function* readerLines(
  deps: Pick<CoreDeps, 'database' | 'routes'>,
  caller: Caller,
  query: ListQuery,
  form: ReaderForm,
): AsyncGenerator<string> {
  const { columns: c, cut } = form.words
  const names = [c.kind, c.status, c.reference, c.name, c.method, c.currency, c.amount, c.fee, c.net]
  yield byteOrderMark + form.line([c.at(form.timeZone), ...names])
  for await (const batch of exportTransactions(deps, caller, query)) {
    if (batch === 'cut') yield form.line([cut(String(exportRowsMax))])
    else yield batch.map((row) => form.line(cellsOf(row, form))).join('')
  }
}

/** The amount is what was booked, else what was ordered; fee and net are empty before anything was booked. */
function cellsOf(row: ListedRow, { words, ...form }: ReaderForm): readonly Cell[] {
  const { currency, reference } = row
  const booked = toBookedMoney(row.booked_money)
  return [
    form.instant(row.created_at),
    words.kinds[row.is_withdrawal ? 'withdrawal' : row.pay_type],
    words.statuses[row.status],
    row.is_withdrawal ? withdrawalReference(reference) : reference,
    row.party_name ?? row.sender_name,
    form.method(row.service_code),
    currency,
    form.amount(readAmountsOf(row).bookedMinor ?? row.amount_minor, currency),
    booked && form.amount(booked.feeMinor, currency),
    booked && form.amount(booked.netMinor, currency),
  ]
}
