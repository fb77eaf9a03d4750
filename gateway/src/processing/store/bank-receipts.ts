import type { Db } from '../../platform/database/database.ts'

/** A line of a bank's statement that an operator saw. */
export interface BankReceipt {
  connectorAccountId: string
  /** The bank's own id of the line; case, separators and leading zeros do not count. */
  bankReference: string
  transactionId: string
}

/** Lets a line of the statement stand for one transaction. Returns the transaction that it stands for, now or before. */
export async function takeBankReceipt(tx: Db, receipt: BankReceipt): Promise<string> {
  const { connectorAccountId, bankReference, transactionId } = receipt
  await tx.query({
    name: 'take-bank-receipt',
    text: `insert into bank_receipts (connector_account_id, bank_reference, transaction_id) values ($1, $2, $3)
      on conflict (connector_account_id, reference_key(bank_reference)) do nothing`,
    values: [connectorAccountId, bankReference, transactionId],
  })
  // A statement of its own: it sees what the conflict was about, even where that was committed a moment ago.
  const found = await tx.query<{ transaction_id: string }>({
    name: 'find-bank-receipt',
    text: `select transaction_id from bank_receipts
      where connector_account_id = $1 and reference_key(bank_reference) = reference_key($2)`,
    values: [connectorAccountId, bankReference],
  })
  return found.rows[0]?.transaction_id ?? transactionId
}
