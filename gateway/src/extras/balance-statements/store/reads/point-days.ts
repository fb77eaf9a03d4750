import type { Db } from '../../../../core/platform/database/database.ts'

/** The gateway's time, and the IANA name of the time zone in which the point's days begin. */
export async function readPointDays(db: Db, pointId: string): Promise<{ now: Date; timeZone: string }> {
  const found = await db.query<{ now: Date; time_zone: string | null }>({
    name: 'statement-days',
    text: `select gateway_now()::timestamptz(3) as now, (select time_zone from points where id = $1) as time_zone`,
    values: [pointId],
  })
  const [row] = found.rows
  return { now: row?.now ?? new Date(0), timeZone: row?.time_zone ?? 'UTC' }
}
