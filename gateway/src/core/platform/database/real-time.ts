import type { Db } from './database.ts'

/** The database's real clock in milliseconds since 1970, without the deployment's offset. */
export async function readRealTimeMs(db: Db): Promise<number> {
  const found = await db.query<{ ms: number }>({
    name: 'read-real-time',
    text: 'select (extract(epoch from statement_timestamp()) * 1000)::float8 as ms',
  })
  return found.rows[0]?.ms ?? Number.NaN
}
