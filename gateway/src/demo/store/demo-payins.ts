import type { Db } from '../../platform/database/database.ts'

/** Pay-ins of a point, counted up to `limit`, and milliseconds since the newest; undefined without one. */
export async function countPayins(
  db: Db,
  { pointId, limit }: { pointId: string; limit: number },
): Promise<{ count: number; newestAgeMs: number | undefined }> {
  const { rows } = await db.query<{ count: number; age_ms: number | null }>({
    name: 'count-demo-payins',
    text: `select count(*)::int as count, (extract(epoch from gateway_now() - max(created_at)) * 1000)::float8 as age_ms
      from (select created_at from transactions where point_id = $1 order by created_at desc, id desc limit $2) t`,
    values: [pointId, limit],
  })
  return { count: rows[0]?.count ?? 0, newestAgeMs: rows[0]?.age_ms ?? undefined }
}
