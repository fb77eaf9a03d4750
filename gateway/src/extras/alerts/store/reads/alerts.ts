import type { Db } from '../../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { TransactionType } from '../../../../core/values/status.ts'

/**
 * Selects alerts: of a merchant or of the operators, of the kinds that the role may see, without personal alerts of
 * other people.
 */
export interface AlertScope {
  /** Null: the operators'. */
  merchantId: string | null
  userId: string
  kinds: readonly string[]
}

export interface AlertRow {
  id: string
  kind: string
  point_id: string | null
  facts: Record<string, unknown>
  created_at: Date
  resolved_at: Date | null
  payment: PaymentOfAlert | null
}

/** The transaction that an alert names. */
export interface PaymentOfAlert {
  transaction_id: string
  pay_type: TransactionType
  reference: string
  service_code: string
  amount_minor: string
  currency: CurrencyCode
}

/** `$1` = kinds, `$2` = the person. */
const own = 'a.kind = any ($1::text[]) and (a.user_id is null or a.user_id = $2)'

/**
 * Alerts of the merchant (`$3`), or those without a merchant. An index can serve either condition but not their
 * combination.
 */
const whose = ({ merchantId }: AlertScope) =>
  merchantId === null ? 'a.merchant_id is null and $3::uuid is null' : 'a.merchant_id = $3'

/** Later than every possible alert. */
const theEnd = { createdAt: '9999-01-01T00:00:00Z', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** Open or ended alerts, newest first, after a position in the list. */
export async function readAlertPage(
  db: Db,
  scope: AlertScope,
  page: { ended: boolean; after: { createdAt: Date; id: string } | null; limit: number },
): Promise<readonly AlertRow[]> {
  const found = await db.query<AlertRow>({
    text: `select a.*, (select jsonb_build_object('transaction_id', t.id, 'pay_type', t.pay_type, 'reference', t.reference,
          'service_code', t.service_code, 'amount_minor', t.amount_minor::text, 'currency', t.currency)
        from transactions t where t.id = (a.facts ->> 'transaction_id')::uuid) as payment
      from (select a.id, a.kind, a.point_id, a.facts, a.created_at, a.resolved_at from alerts a
        where ${whose(scope)} and ${own} and a.resolved_at is ${page.ended ? 'not null' : 'null'}
          and (a.created_at, a.id) < ($5::timestamptz, $6::uuid)
        order by a.created_at desc, a.id desc limit $4) a
      order by a.created_at desc, a.id desc`,
    values: [...scopeValues(scope), page.limit, page.after?.createdAt ?? theEnd.createdAt, page.after?.id ?? theEnd.id],
  })
  return found.rows
}

/** Number of open alerts that came after `seenAt`, up to `max`. */
export async function countOpenAlerts(
  db: Db,
  scope: AlertScope,
  { seenAt, max }: { seenAt: Date | null; max: number },
): Promise<number> {
  const found = await db.query<{ n: bigint }>({
    text: `select count(*) as n from (
      select from alerts a where ${whose(scope)} and ${own} and a.resolved_at is null
        and ($5::timestamptz is null or a.created_at > $5) limit $4) open`,
    values: [...scopeValues(scope), max, seenAt],
  })
  return Number(found.rows[0]?.n ?? 0n)
}

function scopeValues({ kinds, userId, merchantId }: AlertScope): unknown[] {
  return [kinds, userId, merchantId]
}

/** Until when a person has seen the alerts; null: never said so. */
export async function readSeenAt(db: Db, userId: string): Promise<Date | null> {
  const found = await db.query<{ alerts_seen_at: Date | null }>({
    name: 'read-alerts-seen-at',
    text: 'select alerts_seen_at from users where id = $1',
    values: [userId],
  })
  return found.rows[0]?.alerts_seen_at ?? null
}

/** The kinds that a person chose to get by mail; null: no choice yet. */
export async function readMailChoices(db: Db, userId: string): Promise<readonly string[] | null> {
  const found = await db.query<{ alert_mails: string[] | null }>({
    name: 'read-mail-choices',
    text: 'select alert_mails from users where id = $1',
    values: [userId],
  })
  return found.rows[0]?.alert_mails ?? null
}
