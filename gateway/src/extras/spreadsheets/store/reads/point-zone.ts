import type { Db } from '../../../../core/platform/database/database.ts'

/**
 * The IANA name of the time zone in which the point's days begin; UTC where none was set. Needs row-level security or a
 * trusted point id.
 */
export async function readPointZone(db: Db, pointId: string): Promise<string> {
  const found = await db.query<{ time_zone: string | null }>({
    name: 'point-zone',
    text: 'select time_zone from points where id = $1',
    values: [pointId],
  })
  return found.rows[0]?.time_zone ?? 'UTC'
}
