import type { Db } from '../../platform/database/database.ts'

/** How much lines of statements and of providers brought to pay-ins, by their ids. */
export async function readArrivalsOfLines(
  tx: Db,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  if (transactionIds.length === 0) return new Map()
  const found = await tx.query<{ transaction_id: string; minor: bigint }>({
    name: 'read-arrivals-of-lines',
    text: `select transaction_id, sum(amount_minor)::bigint as minor from ledger_transfers
      where transaction_id = any ($1::uuid[]) and bank_line_id is not null and kind in ('payin', 'suspense') group by 1`,
    values: [transactionIds],
  })
  return new Map(found.rows.map(({ transaction_id: id, minor }) => [id, minor]))
}
