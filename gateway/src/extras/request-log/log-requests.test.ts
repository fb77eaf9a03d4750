import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { createMetrics } from '../../core/platform/log/metrics.ts'
import { requestLog } from './log-requests.ts'

const deps = await setUp({ after })
let requests = 0

test('the requests of one point leave room in memory for those of others, and are logged again once some are written', async () => {
  const [flooding, quiet] = [(await aPoint(deps)).pointId, (await aPoint(deps)).pointId]
  const log = requestLog({ ...deps, metrics: createMetrics({ ofProcess: false }) })
  const note = (pointId: string) =>
    log.note({
      ...{
        requestId: `req_${++requests}`,
        pointId,
        createdAt: new Date(),
        method: 'GET',
        route: '/api/v1/payments',
        status: 429,
      },
      ...{ problemCode: 'rate_limited', problemFields: null, keyId: 'k', address: '203.0.113.7', durationMs: 1 },
      ...{ transactionId: null },
    })
  const logged = async (pointId: string) =>
    (await deps.database.owner.query('select count(*)::int as n from request_log where point_id = $1', [pointId]))
      .rows[0].n
  for (let sent = 0; sent < 12_000; sent++) note(flooding)
  note(quiet)
  await log.drain()
  assert.deepEqual([await logged(flooding), await logged(quiet)], [2_500, 1])
  note(flooding)
  await log.drain()
  assert.equal(await logged(flooding), 2_501)
})
