import type { Db } from './database.ts'

/**
 * How long what only grows is kept, as intervals of the gateway's clock; what is not listed in docs/operations.md is
 * kept for ever. Attempts hold merchants' answers: long enough for every question about a callback, which can be sent
 * again for 33 days. The log of requests is for finding a mistake, not for proving anything. A provider's news are evidence for disputes, which card schemes allow for a year.
 */
export const keptFor = {
  callbackAttempts: '90 days',
  providerNotifications: '13 months',
  providerEventIds: '13 months',
  /** Audit rows are kept for ever by default; whoever drops months may drop those that are older than this. */
  auditAtLeast: '13 months',
  requestLog: '30 days',
} as const

/** Rows that one statement of the housekeeping deletes: short enough to stand in nobody's way. */
export const deletedRowsMax = 10_000

/** The database's time, and from when on things are kept. */
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
 * Forgets ids of news so old that their signature's time refuses them anyway, at most `deletedRowsMax`. As the owner:
 * the engine's role may not make a repeated piece of news look new.
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

/** A nonce counts for as long as a timestamp is accepted, twice 300 seconds; an hour leaves room for moved clocks. */
const nonceHours = 1

export async function deleteOldNonces(db: Db): Promise<number> {
  const deleted = await db.query({
    name: 'delete-old-nonces',
    text: `delete from request_nonces where ctid in (
      select ctid from request_nonces
      where created_at < gateway_now() - interval '${nonceHours} hour' limit ${deletedRowsMax})`,
  })
  return deleted.rowCount ?? 0
}

/** The offset of the gateway's clock in the database, for the processes' own clocks. */
export async function readClockOffset(db: Db): Promise<number> {
  const found = await db.query<{ offset_ms: bigint }>({
    name: 'read-clock-offset',
    text: 'select offset_ms from gateway_clock',
  })
  return Number(found.rows[0]?.offset_ms ?? 0n)
}
