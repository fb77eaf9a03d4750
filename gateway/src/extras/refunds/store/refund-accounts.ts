import type { Db } from '../../../core/platform/database/database.ts'

/** Where the money of a pay-in came from, as fields say that only the bank writes. */
export interface SenderAccount {
  /** Null: no such field names it, or an operator confirmed the money without a line. */
  account: string | null
  name: string | null
  document: string | null
  /** The first of its lines. */
  line_id: string | null
}

const byBank = (field: string, column: string) => `case when '${field}' = any (l.bank_fields) then l.${column} end`

/** The accounts from which a pay-in was paid, with one row for all money of which the bank does not name the account. */
export async function readSenderAccounts(db: Db, payinId: string): Promise<readonly SenderAccount[]> {
  const found = await db.query<SenderAccount>({
    name: 'read-sender-accounts',
    text: `select ${byBank('account', 'party_account')} as account, max(${byBank('name', 'party_name')}) as name,
        max(${byBank('document', 'party_document')}) as document, min(l.id::text) as line_id
      from ledger_transfers x left join bank_line_states s on s.transfer_id = x.id
        left join bank_lines l on l.id = coalesce(x.bank_line_id, s.bank_line_id)
      where x.transaction_id = $1 and x.kind in ('payin', 'suspense') group by 1`,
    values: [payinId],
  })
  return found.rows
}

/** The account that operators gave for the refunds of a pay-in, as fields of a payout. */
export async function readGivenAccount(db: Db, payinId: string): Promise<Record<string, string> | undefined> {
  const found = await db.query<{ details: Record<string, string> }>({
    name: 'read-given-refund-account',
    text: 'select details from refund_accounts where transaction_id = $1',
    values: [payinId],
  })
  return found.rows[0]?.details
}

/** Whether people make the refunds of a pay-in at the bank. */
export async function readIsRefundedByPeople(db: Db, payinId: string): Promise<boolean> {
  const found = await db.query<{ connector: string }>({
    name: 'read-connector-of-payin',
    text: `select a.connector from transactions t join connector_accounts a on a.id = t.connector_account_id where t.id = $1`,
    values: [payinId],
  })
  return found.rows[0]?.connector === 'own-account'
}

export async function saveGivenAccount(
  tx: Db,
  given: { payinId: string; details: Record<string, string>; setBy: string; second: string | null },
  now: Date,
): Promise<void> {
  await tx.query({
    name: 'save-given-refund-account',
    text: `insert into refund_accounts (transaction_id, details, set_by, second, created_at) values ($1, $2, $3, $4, $5)
      on conflict (transaction_id) do update set details = excluded.details, set_by = excluded.set_by,
        second = excluded.second, created_at = excluded.created_at`,
    values: [given.payinId, JSON.stringify(given.details), given.setBy, given.second, now],
  })
}
