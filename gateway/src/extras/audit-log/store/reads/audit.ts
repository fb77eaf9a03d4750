import type { Db } from '../../../../core/platform/database/database.ts'
import type { TransactionType } from '../../../../core/values/status.ts'

export interface AuditRow {
  id: string
  actor: string
  action: string
  result: 'done' | 'refused'
  point_id: string | null
  object_id: string | null
  merchant_id: string | null
  origin: string | null
  detail: Record<string, unknown>
  created_at: Date
}

export interface AuditFilters {
  /** Part of the actor's name, in any case. */
  actor?: string
  /** `noun.verb`, or `noun.` for all verbs of a noun. */
  action?: string
  /** The id of a point, a user, a key, a transaction. */
  object?: string
  result?: 'done' | 'refused'
  from?: Date
  to?: Date
  /** Keyset pagination: strictly after this position, newest first. */
  after?: { createdAt: Date; id: string }
  limit: number
}

/** Newest first; one merchant's log, or all logs if null. */
export async function readAuditPage(
  db: Db,
  merchantId: string | null,
  filters: AuditFilters,
): Promise<readonly AuditRow[]> {
  const values: unknown[] = []
  const conditions: string[] = []
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined || value === null) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  add((p) => `a.merchant_id = ${p}`, merchantId)
  add((p) => `position(lower(${p}) in lower(a.actor)) > 0`, filters.actor)
  add((p) => (filters.action?.endsWith('.') ? `starts_with(a.action, ${p})` : `a.action = ${p}`), filters.action)
  add((p) => `(a.object_id = ${p} or a.point_id::text = ${p} or a.user_id::text = ${p})`, filters.object)
  add((p) => `a.result = ${p}`, filters.result)
  add((p) => `a.created_at >= ${p}`, filters.from)
  add((p) => `a.created_at < ${p}`, filters.to)
  if (filters.after) {
    values.push(filters.after.createdAt, filters.after.id)
    conditions.push(`(a.created_at, a.id) < ($${values.length - 1}::timestamptz, $${values.length}::uuid)`)
  }
  values.push(filters.limit)
  const found = await db.query<AuditRow>({
    text: `select a.id, a.actor, a.action, a.result, a.point_id, a.object_id, a.merchant_id, a.origin, a.detail,
        a.created_at
      from audit_log a ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
      order by a.created_at desc, a.id desc limit $${values.length}`,
    values,
  })
  return found.rows
}

/** What an id belongs to. `name` is a reference, an e-mail address, or the name that people gave. */
export interface NamedRow {
  id: string
  kind: 'point' | 'merchant' | 'person' | 'transaction' | 'bank_account'
  name: string
  /** The point of a transaction, the merchant of a person. */
  within: string | null
  pay_type: TransactionType | null
}

/** What these ids belong to, within one merchant, or everywhere if null. Reads with the engine's database role. */
export async function readNamesOf(
  engine: Db,
  merchantId: string | null,
  ids: readonly string[],
): Promise<readonly NamedRow[]> {
  const found = await engine.query<NamedRow>({
    name: 'read-names-of-audited',
    text: `select p.id, 'point' as kind, case when $2::uuid is null then m.name || ' · ' else '' end || p.name as name,
        null::uuid as within, null::text as pay_type
        from points p join merchants m on m.id = p.merchant_id
        where p.id = any ($1::uuid[]) and ($2::uuid is null or m.id = $2)
      union all select id, 'merchant', name, null, null from merchants
        where id = any ($1::uuid[]) and ($2::uuid is null or id = $2)
      union all select id, 'person', coalesce(nullif(name, ''), email), merchant_id, null from users
        where id = any ($1::uuid[]) and ($2::uuid is null or merchant_id = $2)
      union all select t.id, 'transaction', t.reference, t.point_id, t.pay_type from transactions t
        join points p on p.id = t.point_id
        where t.id = any ($1::uuid[]) and ($2::uuid is null or p.merchant_id = $2)
      union all select id, 'bank_account', coalesce(bank_name, holder) || ' ' || currency, null, null from bank_accounts
        where id = any ($1::uuid[]) and $2::uuid is null`,
    values: [ids, merchantId],
  })
  return found.rows
}

/** The seal numbers of these rows; rows without a seal are missing. Reads with the engine's database role. */
export async function readSealNumbers(engine: Db, ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const found = await engine.query<{ audit_id: string; number: bigint }>({
    name: 'read-seal-numbers',
    text: 'select audit_id, number from audit_seals where audit_id = any ($1::uuid[])',
    values: [ids],
  })
  return new Map(found.rows.map(({ audit_id, number }) => [audit_id, number]))
}
