import type { Db } from './database.ts'

export async function readDatabaseTime(db: Db): Promise<Date> {
  const found = await db.query<{ now: Date }>({
    name: 'read-database-time',
    text: 'select gateway_now()::timestamptz(3) as now',
  })
  return found.rows[0]?.now ?? new Date(0)
}

/** The database's real clock in milliseconds since 1970, without the deployment's offset. */
export async function readRealTimeMs(db: Db): Promise<number> {
  const found = await db.query<{ ms: number }>({
    name: 'read-real-time',
    text: 'select (extract(epoch from statement_timestamp()) * 1000)::float8 as ms',
  })
  return found.rows[0]?.ms ?? Number.NaN
}

/** The offset of the gateway's clock in milliseconds, for the processes' own clocks. */
export async function readClockOffset(db: Db): Promise<number> {
  const found = await db.query<{ offset_ms: bigint }>({
    name: 'read-clock-offset',
    text: 'select offset_ms from gateway_clock',
  })
  return Number(found.rows[0]?.offset_ms ?? 0n)
}
