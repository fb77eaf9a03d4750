import { type Bench, driverPool } from './bench-world.ts'
import { anotherRow, newReference, readExample } from './example-rows.ts'
import { type PathRequest, send } from './gateway-contender.ts'
import { writeCreations } from './limit-rows.ts'
import type { Row } from './limit-statements.ts'

/** Rows of one statement. */
const writtenAtOnce = 500

/** Every so many is still pending. */
const pendingEach = 10

const request: PathRequest = {
  method: 'POST',
  path: () => '/api/v1/payments/payin_hth',
  body: () => ({ service_code: 'PIX_BR', amount: 99.5, reference: newReference(), payer_doc_id: '52998224725' }),
}

/** Paid pay-ins, some of them pending, in the gateway's database; their ids by point. `pointId`: all of them of one. */
export async function fillTransactions(
  bench: Bench,
  wanted: { count: number; pointId?: string },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const pool = driverPool(bench.world.databaseUrl)
  try {
    const example = await readExample(bench, await send(bench, bench.gateway, { of: request, index: 0 }))
    const ids = new Map<string, string[]>()
    for (let made = 0; made < wanted.count; made += writtenAtOnce) {
      const rows = Array.from({ length: writtenAtOnce }, (_, place) =>
        decided(anotherRow(bench, example), { pending: place % pendingEach === 0, pointId: wanted.pointId }),
      )
      await writeCreations(pool, rows)
      for (const row of rows) {
        const pointId = String(row['point_id'])
        const own = ids.get(pointId) ?? []
        ids.set(pointId, own)
        own.push(String(row['id']))
      }
    }
    await pool.query('analyze transactions; analyze transaction_history')
    return ids
  } finally {
    await pool.end()
  }
}

/** Nobody has anything to do about it any more. */
function decided(row: Row, { pending, pointId }: { pending: boolean; pointId: string | undefined }): Row {
  return {
    ...row,
    ...(pointId === undefined ? {} : { point_id: pointId }),
    ...(pending ? {} : { status: 'COMPLETED', reason: 'paid' }),
    ...{ attempt_state: 'closed', next_action_at: null },
  }
}
