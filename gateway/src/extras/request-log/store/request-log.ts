import type { Db } from '../../../core/platform/database/database.ts'

/** One answered request to the merchant API. Holds no body, no query and no value of either. */
export interface LoggedRequest {
  requestId: string
  pointId: string
  createdAt: Date
  method: string
  /** The route's pattern. */
  route: string
  status: number
  problemCode: string | null
  /** The names of the invalid fields. */
  problemFields: readonly string[] | null
  /** The key's public id, or `point` for the point's own credentials. */
  keyId: string
  address: string
  durationMs: number
  transactionId: string | null
}

/** Inserts a batch. Skips existing rows. */
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

/** A key's last use is updated at most this often. It is shown to the minute, so more updates have no use. */
const lastUseEvery = '1 minute'

/** Records the last use of keys. Ordered by id, so that concurrent processes lock rows in the same order. */
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
