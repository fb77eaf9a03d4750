import type { Db } from './database.ts'

/**
 * Retention of tables that only grow, as intervals of the gateway's clock. docs/operations.md lists them; all other
 * tables are kept for ever. Callback attempts contain merchants' answers: they outlive the 33 days in which a callback
 * can be resent. The request log helps to find mistakes and proves nothing. Provider notifications are evidence for
 * disputes, which card schemes allow for a year.
 */
export const keptFor = {
  callbackAttempts: '90 days',
  providerNotifications: '13 months',
  providerEventIds: '13 months',
  /** Audit rows are kept for ever by default. An operator may drop months that are older than this. */
  auditAtLeast: '13 months',
  requestLog: '30 days',
} as const

/** Rows per delete statement of the cleanups: few enough not to block other statements for long. */
export const deletedRowsMax = 10_000

/** The database's time, and the oldest instant that is kept of each table. */
export interface Horizon {
  now: Date
  callbackAttempts: Date
  providerNotifications: Date
  requestLog: Date
}

export async function readHorizon(db: Db): Promise<Horizon> {
  const found = await db.query<{ now: Date; attempts: Date; notifications: Date; requests: Date }>({
    name: 'read-horizon',
    text: `select gateway_now()::timestamptz(3) as now,
      (gateway_now() - interval '${keptFor.callbackAttempts}')::timestamptz(3) as attempts,
      (gateway_now() - interval '${keptFor.providerNotifications}')::timestamptz(3) as notifications,
      (gateway_now() - interval '${keptFor.requestLog}')::timestamptz(3) as requests`,
  })
  const row = found.rows[0]
  if (!row) throw new Error('Bug! a select without a table gave no row')
  return {
    now: row.now,
    callbackAttempts: row.attempts,
    providerNotifications: row.notifications,
    requestLog: row.requests,
  }
}

/**
 * Deletes old provider event ids, at most `deletedRowsMax`. A signature's timestamp already refuses a repeated
 * notification of that age. Runs as the owner, because the engine's role must not be able to make a repeated event look
 * new.
 */
export async function deleteOldEventIds(owner: Db): Promise<number> {
  const deleted = await owner.query({
    name: 'delete-old-provider-event-ids',
    text: `delete from provider_event_ids where ctid in (
      select ctid from provider_event_ids
      where received_at < gateway_now() - interval '${keptFor.providerEventIds}' limit ${deletedRowsMax})`,
  })
  return deleted.rowCount ?? 0
}
