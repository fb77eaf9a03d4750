import type { Db } from '../../platform/database/database.ts'

export interface MerchantRow {
  id: string
  name: string
}

export async function insertMerchant(db: Db, merchant: MerchantRow): Promise<void> {
  await db.query({
    name: 'insert-merchant',
    text: 'insert into merchants (id, name) values ($1, $2)',
    values: [merchant.id, merchant.name],
  })
}

export async function findMerchant(db: Db, id: string): Promise<MerchantRow | undefined> {
  const found = await db.query<MerchantRow>({
    name: 'find-merchant',
    text: 'select id, name from merchants where id = $1',
    values: [id],
  })
  return found.rows[0]
}

/** At most two rows: names are not unique, and the caller only needs to know whether the name is ambiguous. */
export async function findMerchantsByName(db: Db, name: string): Promise<readonly MerchantRow[]> {
  const found = await db.query<MerchantRow>({
    name: 'find-merchants-by-name',
    text: 'select id, name from merchants where name = $1 order by created_at, id limit 2',
    values: [name],
  })
  return found.rows
}
