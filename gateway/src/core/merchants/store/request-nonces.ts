import type { Db } from '../../platform/database/database.ts'

/** Records a nonce. False if the point has used it before. */
export async function useNonce(db: Db, pointId: string, nonce: string): Promise<boolean> {
  const written = await db.query({
    name: 'use-nonce',
    text: 'insert into request_nonces (point_id, nonce) values ($1, $2) on conflict (point_id, nonce) do nothing',
    values: [pointId, nonce],
  })
  return written.rowCount === 1
}
