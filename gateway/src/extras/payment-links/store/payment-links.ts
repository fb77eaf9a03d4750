import type { Db } from '../../../core/platform/database/database.ts'
import type { PaymentLinkRow } from '../rules/payment-link.ts'

/** Paid, and holding a place. Forms left unpaid are not read: there may be any number of them. */
const uses = `((select count(*) from transactions t where t.payment_link_id = l.id and t.status = 'COMPLETED')
    + (select count(*) from payment_link_uses u join transactions t on t.id = u.transaction_id
      where u.point_id = l.point_id and u.held_until > gateway_now() and u.payment_link_id = l.id
        and t.status = 'PENDING'))::int`

/** Of a link without a limit 0: nothing hangs on them, and there may be a million. */
const limitedUses = `case when l.uses_max is null then 0 else ${uses} end`

/** The columns of PaymentLinkRow, for a select from `payment_links l`. */
const columnsWith = (
  counted: string,
) => `l.id, l.point_id, l.token, l.reference, l.title, l.currency, l.amount_min_minor,
  l.amount_max_minor, l.service_codes, l.uses_max, l.expired_at, l.metadata, l.created_by_key, l.paused_at, l.created_at,
  l.updated_at, coalesce(l.expired_at <= gateway_now(), false) as is_over, ${counted} as uses`
const columns = columnsWith(uses)

export type NewPaymentLink = Omit<PaymentLinkRow, 'paused_at' | 'created_at' | 'updated_at' | 'uses' | 'is_over'>

/** False where the point has a link with this reference. */
export async function insertLink(db: Db, link: NewPaymentLink): Promise<boolean> {
  const made = await db.query({
    name: 'insert-payment-link',
    text: `insert into payment_links (id, point_id, token, reference, title, currency, amount_min_minor, amount_max_minor,
        service_codes, uses_max, expired_at, metadata, created_by_key, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, gateway_now(), gateway_now())
      on conflict (point_id, reference) do nothing`,
    values: [
      ...[link.id, link.point_id, link.token, link.reference, link.title, link.currency],
      ...[link.amount_min_minor, link.amount_max_minor, link.service_codes, link.uses_max, link.expired_at],
      ...[link.metadata && JSON.stringify(link.metadata), link.created_by_key],
    ],
  })
  return made.rowCount === 1
}

export async function findLinkByReference(
  db: Db,
  pointId: string,
  reference: string,
): Promise<PaymentLinkRow | undefined> {
  const found = await db.query<PaymentLinkRow>({
    name: 'find-payment-link-by-reference',
    text: `select ${columns} from payment_links l where l.point_id = $1 and l.reference = $2`,
    values: [pointId, reference],
  })
  return found.rows[0]
}

export async function readLink(db: Db, pointId: string, id: string): Promise<PaymentLinkRow | undefined> {
  const found = await db.query<PaymentLinkRow>({
    name: 'read-payment-link',
    text: `select ${columns} from payment_links l where l.point_id = $1 and l.id = $2`,
    values: [pointId, id],
  })
  return found.rows[0]
}

/** For a payer: the only read without a point, because the token grants access. Counts uses only where they are limited. */
export async function findLinkByToken(db: Db, token: string): Promise<PaymentLinkRow | undefined> {
  const found = await db.query<PaymentLinkRow>({
    name: 'find-payment-link-by-token',
    text: `select ${columnsWith(limitedUses)} from payment_links l where l.token = $1`,
    values: [token],
  })
  return found.rows[0]
}

/** Newest first, strictly after a position. */
export async function readLinkPage(
  db: Db,
  pointId: string,
  page: { reference: string | undefined; after: { createdAt: Date; id: string } | undefined; limit: number },
): Promise<readonly PaymentLinkRow[]> {
  const found = await db.query<PaymentLinkRow>({
    name: 'read-payment-link-page',
    text: `select ${columns} from payment_links l where l.point_id = $1 and ($2::text is null or l.reference = $2)
        and ($3::timestamptz is null or (l.created_at, l.id) < ($3, $4::uuid))
      order by l.created_at desc, l.id desc limit $5`,
    values: [pointId, page.reference ?? null, page.after?.createdAt ?? null, page.after?.id ?? null, page.limit],
  })
  return found.rows
}

/** False where that is so already. */
export async function savePaused(tx: Db, id: string, isPaused: boolean): Promise<boolean> {
  const saved = await tx.query({
    name: 'pause-payment-link',
    text: `update payment_links set paused_at = case when $2 then gateway_now() end, updated_at = gateway_now()
      where id = $1 and (paused_at is not null) <> $2`,
    values: [id, isPaused],
  })
  return saved.rowCount === 1
}
