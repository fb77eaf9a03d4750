import type { AccountKind, NewTransfer, TransferKind } from '../../ledger/rules/ledger.ts'
import type { Db } from '../../platform/database/database.ts'
import type { LineRow } from './line-states.ts'

interface MeaningRow {
  point_id: string | null
  kind: TransferKind
  amount_minor: bigint
  debit_kind: AccountKind
  debit_owner: string
  credit_kind: AccountKind
  credit_owner: string
}

/** What the last judgement of an explained line booked, beside the end of its entry as one of nobody. */
export async function readMeaning(db: Db, line: LineRow): Promise<readonly NewTransfer[]> {
  const found = await db.query<MeaningRow>({
    name: 'read-meaning-of-bank-line',
    text: `select x.point_id, x.kind, x.amount_minor, d.kind as debit_kind, c.kind as credit_kind,
        coalesce(d.point_id, d.connector_account_id)::text as debit_owner,
        coalesce(c.point_id, c.connector_account_id)::text as credit_owner
      from ledger_transfers x join ledger_accounts d on d.id = x.debit_account join ledger_accounts c on c.id = x.credit_account
      where x.bank_line_id = $1 and x.line_judgement = $2
        and x.kind not in ('unknown_in', 'unknown_out', 'unknown_used', 'unknown_out_used') order by x.id`,
    values: [line.id, line.judgement],
  })
  const { environment, currency } = line
  const key = (kind: AccountKind, ownerId: string | null) => ({ environment, currency, kind, ownerId: ownerId ?? '' })
  return found.rows.map((row) => ({
    ...{ transactionId: null, pointId: row.point_id, kind: row.kind, amountMinor: row.amount_minor, note: null },
    debit: key(row.debit_kind, row.debit_owner),
    credit: key(row.credit_kind, row.credit_owner),
    bankLineId: line.id,
  }))
}
