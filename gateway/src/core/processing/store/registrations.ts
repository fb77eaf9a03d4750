import type { Db } from '../../platform/database/database.ts'

/** A registration that the provider accepted, under this process's lease. */
export interface Registered {
  attemptId: string
  fence: number
  /** The provider's answer as stored with the attempt. */
  detail: object
}

/**
 * Opens the attempts of registered orders. The orders do not change, so their rows are neither locked nor written.
 * Returns the ids of the opened attempts. The others go through `applyOutcomes`: lost or expired lease, order decided
 * meanwhile, another reason, or an earlier inquiry. An order that is decided at this moment closes its attempts in
 * the same commit, which this statement sees under the attempt locks. Locks attempts in order of id, as everywhere.
 */
export async function openRegistered(
  db: Db,
  registered: readonly Registered[],
  firstInquiryInMs: number,
): Promise<ReadonlySet<string>> {
  if (registered.length === 0) return new Set()
  const found = await db.query<{ id: string }>({
    name: 'open-announced',
    text: `with held as (
        select a.id, h.detail from attempts a
        join unnest($1::uuid[], $2::int[], $3::jsonb[]) as h(id, fence, detail) on h.id = a.id and h.fence = a.fence
        join transactions t on t.id = a.transaction_id
        where a.state = 'calling' and a.kind = 'announce' and a.inquiries = 0
          and a.lease_until > statement_timestamp() and t.reason = 'awaiting_payment'
        order by a.id for update of a)
      update attempts a set state = 'open', outcome = 'pending', outcome_detail = held.detail, inquiries = 1,
        lease_owner = null, lease_until = null, 
        next_action_at = gateway_now() + $4::int * (0.8 + 0.2 * random()) * interval '1 millisecond',
        updated_at = gateway_now()
      from held where a.id = held.id returning a.id`,
    values: [
      registered.map(({ attemptId }) => attemptId),
      registered.map(({ fence }) => fence),
      registered.map(({ detail }) => JSON.stringify(detail)),
      firstInquiryInMs,
    ],
  })
  return new Set(found.rows.map(({ id }) => id))
}
