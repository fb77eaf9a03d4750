import type { Db } from '../../../core/platform/database/database.ts'
import { deletedRowsMax } from '../../../core/platform/database/old-rows.ts'

export type ResendOutcome =
  | { kind: 'queued'; deliveryId: bigint; eventId: string }
  /** A delivery of the same event was waiting for its next attempt, which is now due. */
  | { kind: 'hastened'; deliveryId: bigint; eventId: string }
  /** The same event is in flight. */
  | { kind: 'under_way'; deliveryId: bigint; eventId: string }
  | { kind: 'unknown_transaction' }
  | { kind: 'no_event' }
  /** The point asks for no callbacks about such transactions. */
  | { kind: 'not_asked_for'; setting: 'send_refunds' | 'send_withdrawals' }
  | { kind: 'too_old' }
  /** It was sent again a moment ago, or too often within the hour. */
  | { kind: 'too_often'; retryAfterSeconds: number }

/**
 * Days after the change of status: a month after the end of the event's schedule of about three days
 * (docs/callbacks.md).
 */
export const resendDaysMax = 33

/** A merchant's server needs seconds to recover; faster requests come from a loop. */
const resendPauseSeconds = 10

/** A person who tests a server sends a callback a few times. The limit prevents a flood by a key that may only read. */
const resendsPerHourMax = 20

/**
 * Queues the latest event of a transaction once more, inside the caller's open transaction. The lock on the transaction
 * row comes first, so that a double click makes one delivery. A due or in-flight delivery does not count against the
 * limit.
 */
export async function queueResend(tx: Db, pointId: string, transactionId: string): Promise<ResendOutcome> {
  const known = await tx.query<{ off: 'send_refunds' | 'send_withdrawals' | null }>({
    name: 'lock-transaction-of-point',
    text: `select case when t.pay_type = 'refund' and not e.send_refunds then 'send_refunds'
        when t.withdrawal_account_id is not null and not e.send_withdrawals then 'send_withdrawals' end as off
      from transactions t join callback_endpoints e on e.point_id = t.point_id
      where t.id = $1 and t.point_id = $2 for no key update of t`,
    values: [transactionId, pointId],
  })
  const [transaction] = known.rows
  if (!transaction) return { kind: 'unknown_transaction' }
  if (transaction.off !== null) return { kind: 'not_asked_for', setting: transaction.off }
  const latest = await readLatest(tx, transactionId)
  if (!latest) return { kind: 'no_event' }
  if (latest.too_old) return { kind: 'too_old' }
  const { event_id: eventId, open_id: openId } = latest
  if (openId !== null && latest.is_due) return { kind: 'hastened', deliveryId: openId, eventId }
  if (openId !== null && latest.is_sending) return { kind: 'under_way', deliveryId: openId, eventId }
  const waitSeconds = await secondsToWait(tx, transactionId)
  if (waitSeconds > 0) return { kind: 'too_often', retryAfterSeconds: waitSeconds }
  if (openId === null) {
    await noteResend(tx, pointId, transactionId)
    return { kind: 'queued', deliveryId: await insertAgain(tx, eventId), eventId }
  }
  const hastened = await hasten(tx, openId)
  if (hastened) await noteResend(tx, pointId, transactionId)
  return { kind: hastened ? 'hastened' : 'under_way', deliveryId: openId, eventId }
}

/** Whole seconds until the transaction's callback may be sent again; 0 = now. */
async function secondsToWait(tx: Db, transactionId: string): Promise<number> {
  const found = await tx.query<{ wait: number | null }>({
    name: 'read-resend-wait',
    text: `
      select greatest(
        extract(epoch from max(asked_at) + $2::int * interval '1 second' - statement_timestamp()),
        case when count(*) >= $3::int
          then extract(epoch from min(asked_at) + interval '1 hour' - statement_timestamp()) end)::float8 as wait
      from (select asked_at from callback_resends
        where transaction_id = $1 and asked_at > statement_timestamp() - interval '1 hour'
        order by asked_at desc limit $3::int) as latest`,
    values: [transactionId, resendPauseSeconds, resendsPerHourMax],
  })
  return Math.max(0, Math.ceil(found.rows[0]?.wait ?? 0))
}

async function noteResend(tx: Db, pointId: string, transactionId: string): Promise<void> {
  await tx.query({
    name: 'insert-callback-resend-time',
    text: 'insert into callback_resends (transaction_id, point_id) values ($1, $2)',
    values: [transactionId, pointId],
  })
}

/** Deletes resends older than an hour, which no limit counts. Deletes at most `deletedRowsMax`; returns how many. */
export async function deleteOldResends(db: Db): Promise<number> {
  const deleted = await db.query({
    name: 'delete-old-resends',
    text: `delete from callback_resends where ctid in (
      select ctid from callback_resends where asked_at < statement_timestamp() - interval '1 hour' limit ${deletedRowsMax})`,
  })
  return deleted.rowCount ?? 0
}

interface LatestRow {
  event_id: string
  too_old: boolean
  open_id: bigint | null
  /** The open delivery is in flight. */
  is_sending: boolean | null
  /** The open delivery is due anyway. */
  is_due: boolean | null
}

async function readLatest(tx: Db, transactionId: string): Promise<LatestRow | undefined> {
  const found = await tx.query<LatestRow>({
    name: 'read-latest-callback-event',
    text: `
      select e.id as event_id, e.created_at < gateway_now() - $2::int * interval '1 day' as too_old,
        d.id as open_id, d.state = 'sending' as is_sending,
        d.state = 'pending' and d.next_attempt_at <= gateway_now() as is_due
      from callback_events e
      left join callback_deliveries d on d.transaction_id = e.transaction_id and d.seq = e.seq
        and d.state in ('pending', 'sending', 'held')
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
