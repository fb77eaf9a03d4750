import type { Db } from '../../../../core/platform/database/database.ts'

/** The service code of the point's newest pay-in, then those that it may use; empty where it has neither. */
export async function readSampleServices(db: Db, pointId: string): Promise<readonly string[]> {
  const found = await db.query<{ newest: string | null; enabled: string[] | null }>({
    name: 'read-sample-services',
    text: `select p.services_enabled as enabled,
        (select t.service_code from transactions t where t.point_id = p.id and t.pay_type = 'payin'
          order by t.created_at desc, t.id desc limit 1) as newest
      from points p where p.id = $1`,
    values: [pointId],
  })
  const { newest = null, enabled = null } = found.rows[0] ?? {}
  return [...(newest === null ? [] : [newest]), ...(enabled ?? [])]
}
