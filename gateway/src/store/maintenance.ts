import type { Db } from './database.ts'

/** Tables that grow by month; the default partition catches what falls outside the months made so far. */
const monthlyTables = ['provider_notifications', 'audit_log', 'callback_attempts'] as const

/** Partitions are made for this month and the next two, so that a job that was away for weeks is early enough. */
const monthsAhead = 2

/** Makes the missing month partitions, as the owner of the schema. Returns how many were made. */
export async function ensureMonthPartitions(owner: Db, now: Date): Promise<number> {
  let made = 0
  for (const table of monthlyTables) {
    for (let ahead = 0; ahead <= monthsAhead; ahead++) {
      const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
      const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + 1, 1))
      const name = `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`
      const found = await owner.query({ text: 'select from pg_class where relname = $1', values: [name] })
      if (found.rowCount) continue
      await owner.query({
        text: `create table if not exists ${name} partition of ${table}
          for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
      })
      made++
    }
  }
  return made
}

/** A nonce counts for as long as a timestamp is accepted, twice 300 seconds; an hour leaves room for moved clocks. */
const nonceHours = 1

export async function deleteOldNonces(db: Db): Promise<number> {
  const deleted = await db.query({
    name: 'delete-old-nonces',
    text: `delete from request_nonces where created_at < gateway_now() - interval '${nonceHours} hour'`,
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
