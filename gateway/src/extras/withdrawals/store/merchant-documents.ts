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
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (merchant_id, country, type, number) do update
        set ended_at = null, set_by = excluded.set_by, second = excluded.second, created_at = excluded.created_at
        where merchant_documents.ended_at is not null`,
    values: [id, merchantId, country, type, number, setBy, second],
  })
  return inserted.rowCount === 1
}

/** False: the merchant has no such document. */
export async function endDocument(tx: Db, document: MerchantDocument & { merchantId: string }): Promise<boolean> {
  const { merchantId, country, type, number } = document
  const ended = await tx.query({
    name: 'end-merchant-document',
    text: `update merchant_documents set ended_at = gateway_now()
      where merchant_id = $1 and country = $2 and type = $3 and number = $4 and ended_at is null`,
    values: [merchantId, country, type, number],
  })
  return ended.rowCount === 1
}

export async function readDocuments(db: Db, merchantId: string): Promise<readonly MerchantDocument[]> {
  const found = await db.query<MerchantDocument>({
    name: 'read-merchant-documents',
    text: 'select country, type, number from merchant_documents where merchant_id = $1 and ended_at is null order by created_at, id',
    values: [merchantId],
  })
  return found.rows
}
