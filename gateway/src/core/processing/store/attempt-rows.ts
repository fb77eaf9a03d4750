import type { Db } from '../../platform/database/database.ts'
import type { NewAttempt } from '../rules/new-transaction.ts'
import type { TransactionRow } from '../rules/transaction.ts'

/** An attempt of an existing transaction: an approved payout. */
export interface LaterAttempt extends NewAttempt {
  row: TransactionRow
  number: number
}

/** Writes attempts, leased where their state is `calling`, in the transaction of the decision. */
export async function insertAttempts(tx: Db, attempts: readonly LaterAttempt[], now: Date): Promise<void> {
  await tx.query({
    name: 'insert-attempts',
    text: `insert into attempts (id, transaction_id, point_id, environment, connector_account_id, kind, number, key,
        state, lease_owner, lease_until, fence, calls, next_action_at, sent_at, execute_before, created_at, updated_at)
      select a.id, a.transaction_id, a.point_id, a.environment, a.connector_account_id, a.kind, a.number, a.key, a.state,
        a.lease_owner, statement_timestamp() + a.lease_ms * interval '1 millisecond', 1,
        case when a.state = 'calling' then 1 else 0 end,
        $12::timestamptz + coalesce(a.lease_ms, 0) * interval '1 millisecond',
        case when a.state = 'calling' then $12::timestamptz end, a.execute_before, $12, $12
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::int[], $8::text[],
        $9::text[], $10::text[], $11::int[], $13::timestamptz[]) as a(id, transaction_id, point_id, environment, connector_account_id, kind,
        number, key, state, lease_owner, lease_ms, execute_before)`,
    values: [
      attempts.map((a) => a.id),
      attempts.map((a) => a.row.id),
      attempts.map((a) => a.row.point_id),
      attempts.map((a) => a.row.environment),
      attempts.map((a) => a.row.connector_account_id),
      attempts.map((a) => a.kind),
      attempts.map((a) => a.number),
      attempts.map((a) => a.key),
      attempts.map((a) => a.state),
      attempts.map((a) => a.leaseOwner),
      attempts.map((a) => a.leaseMs),
      now,
      attempts.map((a) => a.executeBefore),
    ],
  })
}
