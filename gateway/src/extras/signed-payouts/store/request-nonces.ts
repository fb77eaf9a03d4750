import type { Db } from '../../../core/platform/database/database.ts'
import { deletedRowsMax } from '../../../core/platform/database/old-rows.ts'

/** Records a nonce. False if the point has used it before. */
export async function useNonce(db: Db, pointId: string, nonce: string): Promise<boolean> {
  const written = await db.query({
    name: 'use-nonce',
    text: 'insert into request_nonces (point_id, nonce) values ($1, $2) on conflict (point_id, nonce) do nothing',
    values: [pointId, nonce],
  })
  return written.rowCount === 1
}

/** A nonce is needed while its timestamp is accepted, twice 300 seconds. An hour also covers moved clocks. */
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
