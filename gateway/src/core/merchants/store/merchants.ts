import type { Db } from '../../platform/database/database.ts'

export interface MerchantRow {
  id: string
  name: string
}

export interface FoundMerchant extends MerchantRow {
  /** As a whole. */
  suspended: boolean
}

export async function insertMerchant(db: Db, merchant: MerchantRow): Promise<void> {
  await db.query({
    name: 'insert-merchant',
    text: 'insert into merchants (id, name) values ($1, $2)',
    values: [merchant.id, merchant.name],
  })
}

export async function findMerchant(db: Db, id: string): Promise<FoundMerchant | undefined> {
  const found = await db.query<FoundMerchant>({
    name: 'find-merchant',
    text: 'select id, name, suspended_at is not null as suspended from merchants where id = $1',
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

/** False where that is so already. */
export async function saveSuspended(tx: Db, id: string, isSuspended: boolean): Promise<boolean> {
  const saved = await tx.query({
    name: 'suspend-merchant',
    text: `update merchants set suspended_at = case when $2 then gateway_now() end
      where id = $1 and (suspended_at is not null) <> $2`,
    values: [id, isSuspended],
  })
  return saved.rowCount === 1
}

/** Whether a merchant has a live point. */
export async function hasLivePoint(db: Db, id: string): Promise<boolean> {
  const found = await db.query({
    name: 'has-live-point-of-merchant',
    text: `select from points where merchant_id = $1 and environment = 'live' limit 1`,
    values: [id],
  })
  return found.rowCount === 1
}
