import type { Db } from './database.ts'

export async function readDatabaseTime(db: Db): Promise<Date> {
  const found = await db.query<{ now: Date }>({
    name: 'read-database-time',
    text: 'select gateway_now()::timestamptz(3) as now',
  })
  return found.rows[0]?.now ?? new Date(0)
}
