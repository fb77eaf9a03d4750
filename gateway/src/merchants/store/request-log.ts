import type { Db } from '../../platform/database/database.ts'

/** One answered request to the merchant API. Nothing of it is a body, a query or a value of one. */
export interface LoggedRequest {
  requestId: string
  pointId: string
  createdAt: Date
  method: string
  /** The route's pattern. */
  route: string
  status: number
  problemCode: string | null
  /** The names of the wrong fields. */
  problemFields: readonly string[] | null
  /** The key's public id, or `point` for the point's own credentials. */
  keyId: string
  address: string
  durationMs: number
  transactionId: string | null
}

/** Writes a batch; a row that is there already stays. */
export async function insertRequests(db: Db, requests: readonly LoggedRequest[]): Promise<void> {
  const rows = requests.map((each) => ({
    request_id: each.requestId,
    point_id: each.pointId,
    created_at: each.createdAt,
    method: each.method,
    route: each.route,
    status: each.status,
    problem_code: each.problemCode,
    problem_fields: each.problemFields,
    key_id: each.keyId,
    address: each.address,
    duration_ms: each.durationMs,
    transaction_id: each.transactionId,
  }))
  const columns = `request_id, point_id, created_at, method, route, status, problem_code, problem_fields, key_id, address,
    duration_ms, transaction_id`
  await db.query({
    name: 'insert-requests',
    text: `insert into request_log (${columns})
      select ${columns} from jsonb_to_recordset($1::jsonb) as r (request_id text, point_id uuid, created_at timestamptz,
        method text, route text, status int, problem_code text, problem_fields text[], key_id text, address text,
        duration_ms int, transaction_id uuid)
      on conflict do nothing`,
    values: [JSON.stringify(rows)],
  })
}

/** The date of a key's last use moves at most this often: it is shown to the minute, and the row is not written for less. */
const lastUseEvery = '1 minute'

/** When keys last opened something. In order of id, so that two processes lock alike. */
export async function markKeysUsed(db: Db, uses: readonly { keyId: string; at: Date }[]): Promise<void> {
  await db.query({
    name: 'mark-keys-used',
    text: `with used as (
        select k.id, u.at from api_keys k join unnest($1::text[], $2::timestamptz[]) as u (key_id, at) using (key_id)
        where k.last_used_at is null or k.last_used_at < u.at - interval '${lastUseEvery}'
        order by k.id for update of k skip locked)
      update api_keys k set last_used_at = used.at from used where k.id = used.id`,
    values: [uses.map(({ keyId }) => keyId), uses.map(({ at }) => at)],
  })
}
