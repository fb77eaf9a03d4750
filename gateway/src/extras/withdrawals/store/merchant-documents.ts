import type { Db } from '../../../core/platform/database/database.ts'
import type { MerchantDocument } from '../rules/holder.ts'

/** False: the merchant has it. */
export async function insertDocument(
  tx: Db,
  document: MerchantDocument & { id: string; merchantId: string; setBy: string; second: string | null },
): Promise<boolean> {
  const { id, merchantId, country, type, number, setBy, second } = document
  const inserted = await tx.query({
    name: 'insert-merchant-document',
    text: `insert into merchant_documents (id, merchant_id, country, type, number, set_by, second)
      values ($1, $2, $3, $4, $5, $6, $7) on conflict (merchant_id, country, type, number) do nothing`,
    values: [id, merchantId, country, type, number, setBy, second],
  })
  return inserted.rowCount === 1
}

export async function readDocuments(db: Db, merchantId: string): Promise<readonly MerchantDocument[]> {
  const found = await db.query<MerchantDocument>({
    name: 'read-merchant-documents',
    text: 'select country, type, number from merchant_documents where merchant_id = $1 order by created_at, id',
    values: [merchantId],
  })
  return found.rows
}
