import type { Db } from '../../../../core/platform/database/database.ts'

/** Where the money of a pay-in came from, as the lines of the bank say it. */
export interface SenderAccount {
  /** Null: the bank does not name it, or an operator confirmed the money without a line. */
  account: string | null
  name: string | null
  document: string | null
}

/** The accounts from which a pay-in was paid, with one row for all money of which nobody knows the account. */
export async function readSenderAccounts(db: Db, payinId: string): Promise<readonly SenderAccount[]> {
  const found = await db.query<SenderAccount>({
    name: 'read-sender-accounts',
    text: `select l.party_account as account, max(l.party_name) as name, max(l.party_document) as document
      from ledger_transfers x left join bank_line_states s on s.transfer_id = x.id
        left join bank_lines l on l.id = coalesce(x.bank_line_id, s.bank_line_id)
      where x.transaction_id = $1 and x.kind in ('payin', 'suspense') group by 1`,
    values: [payinId],
  })
  return found.rows
}
