import type { Db } from '../../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'

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

/** The currencies of transactions. Reads with the engine's database role; the result reveals no merchant. */
export async function readCurrenciesOf(engine: Db, ids: readonly string[]): Promise<ReadonlyMap<string, CurrencyCode>> {
  const found = await engine.query<{ id: string; currency: CurrencyCode }>({
    name: 'read-currencies-of-transactions',
    text: 'select id, currency from transactions where id = any ($1::uuid[])',
    values: [ids],
  })
  return new Map(found.rows.map(({ id, currency }) => [id, currency]))
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
