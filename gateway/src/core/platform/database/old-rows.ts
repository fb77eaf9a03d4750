import type { Db } from './database.ts'

/**
 * Retention of the core's tables that only grow, as intervals of the gateway's clock. docs/operations.md lists them and
 * those of extras; all other tables are kept for ever. Callback attempts contain merchants' answers: they outlive the 33
 * days in which a callback can be resent. Provider notifications are evidence for disputes, which card schemes allow for
 * a year.
 */
export const keptFor = {
  callbackAttempts: '90 days',
  providerNotifications: '13 months',
  providerEventIds: '13 months',
} as const

/** Rows per delete statement of the cleanups: few enough not to block other statements for long. */
export const deletedRowsMax = 10_000

/** The oldest instant that is kept: `kept` before the database's time. */
export async function readHorizon(db: Db, kept: string): Promise<Date> {
  const found = await db.query<{ horizon: Date }>({
    name: 'read-horizon',
    text: 'select (gateway_now() - $1::interval)::timestamptz(3) as horizon',
    values: [kept],
  })
  return found.rows[0]?.horizon ?? new Date(0)
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
