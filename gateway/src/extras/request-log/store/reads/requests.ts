import type { Db } from '../../../../core/platform/database/database.ts'

/** The request log helps to find mistakes and proves nothing: an interval of the gateway's clock. */
export const requestLogKept = '30 days'

export interface RequestFilters {
  /** The status's first digit: 2, 4 or 5. */
  statusClass?: number
  method?: string
  route?: string
  problemCode?: string
  requestId?: string
  transactionId?: string
  from?: Date
  to?: Date
  /** Keyset pagination: strictly after this position, newest first. */
  after?: { createdAt: Date; id: string }
  limit: number
}

export interface RequestRow {
  request_id: string
  created_at: Date
  method: string
  route: string
  status: number
  problem_code: string | null
  problem_fields: string[] | null
  key_id: string | null
  address: string | null
  duration_ms: number
  transaction_id: string | null
}

/** A point's stored requests, newest first. */
export async function readRequestPage(
  db: Db,
  pointId: string,
  filters: RequestFilters,
): Promise<readonly RequestRow[]> {
  const values: unknown[] = [pointId]
  const conditions = [`r.point_id = $1 and r.created_at >= gateway_now() - interval '${requestLogKept}'`]
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  const { statusClass } = filters
  if (statusClass !== undefined && statusClass >= 4) conditions.push('r.status >= 400')
  add((p) => `r.status / 100 = ${p}`, statusClass)
  add((p) => `r.method = ${p}`, filters.method)
  add((p) => `r.route = ${p}`, filters.route)
  // Only refusals have a code, so the small index on refusals serves the query.
  add((p) => `r.status >= 400 and r.problem_code = ${p}`, filters.problemCode)
  add((p) => `r.request_id = ${p}`, filters.requestId)
  add((p) => `r.transaction_id = ${p}`, filters.transactionId)
  add((p) => `r.created_at >= ${p}`, filters.from)
  add((p) => `r.created_at < ${p}`, filters.to)
  if (filters.after) {
    values.push(filters.after.createdAt, filters.after.id)
    conditions.push(`(r.created_at, r.request_id) < ($${values.length - 1}::timestamptz, $${values.length}::text)`)
  }
  values.push(filters.limit)
  const found = await db.query<RequestRow>({
    text: `select r.request_id, r.created_at, r.method, r.route, r.status, r.problem_code, r.problem_fields, r.key_id,
        r.address, r.duration_ms, r.transaction_id
      from request_log r where ${conditions.join(' and ')}
      order by r.created_at desc, r.request_id desc limit $${values.length}`,
    values,
  })
  return found.rows
}

/** Refusals that are counted at most: the newest ones. */
const countedMax = 10_000

/** Parts of equal length that a period is cut into. */
export const periodParts = 24

export interface ErrorCount {
  problem_code: string
  /** From 1 to `periodParts`. */
  part: number
  count: number
  last_at: Date
  last_request_id: string
}

/** A point's refused requests by their code and part of the period, without an order. A period without a start is the last day. */
export async function countRequestErrors(
  db: Db,
  pointId: string,
  { from, to }: { from?: Date; to?: Date },
): Promise<readonly ErrorCount[]> {
  const start = `greatest(coalesce($2::timestamptz, gateway_now() - interval '1 day'), gateway_now() - interval '${requestLogKept}')`
  const end = 'coalesce($3::timestamptz, gateway_now())'
  const found = await db.query<ErrorCount>({
    name: 'count-request-errors',
    text: `select problem_code, count(*)::int as count, max(created_at) as last_at,
        width_bucket(extract(epoch from created_at), extract(epoch from ${start}), extract(epoch from ${end}), ${periodParts}) as part,
        (array_agg(request_id order by created_at desc, request_id desc))[1] as last_request_id
      from (select r.problem_code, r.created_at, r.request_id from request_log r
        where r.point_id = $1 and r.status >= 400 and r.problem_code is not null
          and r.created_at >= ${start} and r.created_at < ${end}
        order by r.created_at desc, r.request_id desc limit ${countedMax}) newest
      group by problem_code, part`,
    values: [pointId, from ?? null, to ?? null],
  })
  return found.rows
}
