import type { Db } from '../../../core/platform/database/database.ts'
import { bookedMinorSql } from '../../../core/processing/rules/amounts.ts'

/** Whoever uses the link waits here; what is read after it sees the commits of those before. */
export async function lockLink(tx: Db, id: string): Promise<void> {
  await tx.query({
    name: 'lock-payment-link',
    text: 'select from payment_links where id = $1 for update',
    values: [id],
  })
}

/** The token of the payer's page of the pay-in that a form made. */
export async function findUse(db: Db, linkId: string, nonce: string): Promise<string | undefined> {
  const found = await db.query<{ pay_token: string }>({
    name: 'find-payment-link-use',
    text: `select t.pay_token from payment_link_uses u join transactions t on t.id = u.transaction_id
      where u.payment_link_id = $1 and u.nonce = $2`,
    values: [linkId, nonce],
  })
  return found.rows[0]?.pay_token
}

/** Uses that are not paid. `of_day`: those of a household at a point in the last 24 hours, whatever became of them. */
export interface UnpaidUses {
  of_link: number
  of_point: number
  of_household: number
  of_day: number
}

/** Unpaid uses that hold a place, and those of one household (a keyed hash). */
export async function countUnpaid(
  db: Db,
  { linkId, pointId, household }: { linkId: string; pointId: string; household: Buffer },
): Promise<UnpaidUses> {
  const found = await db.query<UnpaidUses>({
    name: 'count-unpaid-uses',
    text: `select count(*) filter (where u.payment_link_id = $1)::int as of_link, count(*)::int as of_point,
        count(*) filter (where u.payment_link_id = $1 and u.household = $3)::int as of_household,
        (select count(*)::int from payment_link_uses d join transactions t on t.id = d.transaction_id
          where d.household = $3 and d.created_at > gateway_now() - interval '1 day' and t.status <> 'COMPLETED') as of_day
      from payment_link_uses u join transactions t on t.id = u.transaction_id
      where u.point_id = $2 and u.held_until > gateway_now() and t.status = 'PENDING'`,
    values: [linkId, pointId, household],
  })
  return found.rows[0] ?? { of_link: 0, of_point: 0, of_household: 0, of_day: 0 }
}

export async function insertUse(
  tx: Db,
  use: {
    transactionId: string
    linkId: string
    pointId: string
    nonce: string
    household: Buffer
    holdMinutes: number
  },
): Promise<void> {
  await tx.query({
    name: 'insert-payment-link-use',
    text: `insert into payment_link_uses (transaction_id, payment_link_id, point_id, nonce, household, held_until, created_at)
      values ($1, $2, $3, $4, $5, gateway_now() + $6 * interval '1 minute', gateway_now())`,
    values: [use.transactionId, use.linkId, use.pointId, use.nonce, use.household, use.holdMinutes],
  })
}

/** The shop as its payers know it. */
export interface ShopRow {
  name: string
  brand_colour: string | null
  logo_hash: string | null
  logo_width: number | null
  logo_height: number | null
}

export async function readShop(db: Db, pointId: string): Promise<ShopRow | undefined> {
  const found = await db.query<ShopRow>({
    name: 'read-shop-of-link',
    text: `select coalesce(b.display_name, m.name) as name, b.brand_colour, b.logo_hash, b.logo_width, b.logo_height
      from points p join merchants m on m.id = p.merchant_id left join point_brands b on b.point_id = p.id where p.id = $1`,
    values: [pointId],
  })
  return found.rows[0]
}

/** The pay-ins of a link that are counted, newest first. */
const countedMax = 10_000

/** What the newest pay-ins of a link brought, before fees and refunds. `more`: there may be older ones. */
export async function readTakings(db: Db, linkId: string) {
  const found = await db.query<{ payments: number; booked_minor: bigint; more: boolean }>({
    name: 'read-takings-of-link',
    text: `select count(*) filter (where status = 'COMPLETED')::int as payments, count(*) = $2 as more,
        coalesce(sum(${bookedMinorSql}) filter (where status = 'COMPLETED'), 0)::bigint as booked_minor
      from (select * from transactions where payment_link_id = $1 order by created_at desc, id desc limit $2) newest`,
    values: [linkId, countedMax],
  })
  return found.rows[0] ?? { payments: 0, booked_minor: 0n, more: false }
}
