import type { Db } from './database.ts'

export type ResendOutcome =
  | { kind: 'queued'; deliveryId: bigint; eventId: string }
  /** A delivery of the same event was waiting for its next attempt, which is now due. */
  | { kind: 'hastened'; deliveryId: bigint; eventId: string }
  /** The same event is just being sent. */
  | { kind: 'under_way'; deliveryId: bigint; eventId: string }
  | { kind: 'unknown_transaction' }
  | { kind: 'no_event' }
  | { kind: 'too_old' }

/** Days after its change of status: a month behind the end of the event's schedule of about three days (docs/callbacks.md). */
export const resendDaysMax = 33

/**
 * Sends the latest event of a transaction once more, inside the caller's open transaction. The transaction row is locked
 * first, so that a double click makes one delivery.
 */
export async function queueResend(tx: Db, pointId: string, transactionId: string): Promise<ResendOutcome> {
  const known = await tx.query({
    name: 'lock-transaction-of-point',
    text: 'select from transactions where id = $1 and point_id = $2 for no key update',
    values: [transactionId, pointId],
  })
  if (!known.rowCount) return { kind: 'unknown_transaction' }
  const latest = await readLatest(tx, transactionId)
  if (!latest) return { kind: 'no_event' }
  if (latest.too_old) return { kind: 'too_old' }
  const { event_id: eventId, open_id: openId } = latest
  if (openId === null) return { kind: 'queued', deliveryId: await insertAgain(tx, eventId), eventId }
  const hastened = await hasten(tx, openId)
  return { kind: hastened ? 'hastened' : 'under_way', deliveryId: openId, eventId }
}

interface LatestRow {
  event_id: string
  too_old: boolean
  open_id: bigint | null
}

async function readLatest(tx: Db, transactionId: string): Promise<LatestRow | undefined> {
  const found = await tx.query<LatestRow>({
    name: 'read-latest-callback-event',
    text: `
      select e.id as event_id, e.created_at < gateway_now() - $2::int * interval '1 day' as too_old,
        d.id as open_id
      from callback_events e
      left join callback_deliveries d on d.transaction_id = e.transaction_id and d.seq = e.seq
        and d.state in ('pending', 'sending')
      where e.transaction_id = $1
      order by e.seq desc, (d.state = 'sending') desc nulls last, d.id limit 1`,
    values: [transactionId, resendDaysMax],
  })
  return found.rows[0]
}

async function hasten(tx: Db, deliveryId: bigint): Promise<boolean> {
  const changed = await tx.query({
    name: 'hasten-callback-delivery',
    text: `update callback_deliveries set next_attempt_at = gateway_now() where id = $1 and state = 'pending'`,
    values: [deliveryId.toString()],
  })
  return changed.rowCount === 1
}

async function insertAgain(tx: Db, eventId: string): Promise<bigint> {
  const inserted = await tx.query<{ id: bigint }>({
    name: 'insert-callback-resend',
    text: `
      insert into callback_deliveries (event_id, point_id, transaction_id, seq, trigger)
      select id, point_id, transaction_id, seq, 'manual' from callback_events where id = $1
      returning id`,
    values: [eventId],
  })
  const row = inserted.rows[0]
  if (!row) throw new Error('Bug! the event vanished')
  return row.id
}
