import type { Db } from '../../platform/database/database.ts'

/** A line of a bank statement that an operator saw. */
export interface BankReceipt {
  connectorAccountId: string
  /** The bank's id of the line; case, separators and leading zeros are ignored. */
  bankReference: string
  transactionId: string
}

/**
 * Under which connector account a receipt is kept. The own accounts of an environment share one list, that of the
 * oldest: one receipt never confirms an order of two of them, whichever of them the orders belong to.
 */
const keptUnder = `coalesce((select o.id from connector_accounts a
  join connector_accounts o on o.connector = a.connector and o.environment = a.environment
  where a.id = $1 and a.connector = 'own-account' order by o.created_at, o.id limit 1), $1)`

/** Assigns a statement line to one transaction. Returns the transaction that has it, now or before. */
export async function takeBankReceipt(tx: Db, receipt: BankReceipt): Promise<string> {
  const { connectorAccountId, bankReference, transactionId } = receipt
  await tx.query({
    name: 'take-bank-receipt',
    text: `insert into bank_receipts (connector_account_id, bank_reference, transaction_id) values (${keptUnder}, $2, $3)
      on conflict (connector_account_id, reference_key(bank_reference)) do nothing`,
    values: [connectorAccountId, bankReference, transactionId],
  })
  // A separate statement sees a conflicting row that was committed a moment ago.
  const found = await tx.query<{ transaction_id: string }>({
    name: 'find-bank-receipt',
    text: `select transaction_id from bank_receipts
      where connector_account_id = ${keptUnder} and reference_key(bank_reference) = reference_key($2)`,
    values: [connectorAccountId, bankReference],
  })
  return found.rows[0]?.transaction_id ?? transactionId
}
