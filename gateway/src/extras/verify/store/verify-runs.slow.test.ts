import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../../test/support/database.ts'
import { faultProxy } from '../../../../test/support/fault-proxy.ts'
import { openPool } from '../../../core/platform/database/open-pool.ts'
import { alone } from './verify-runs.ts'

test('a run whose connection falls silent keeps its result, and its lock ends with the connection', async (t) => {
  const proxy = await faultProxy((await testDatabase(t)).url)
  const limits = { statementTimeoutMs: 500, answerTimeoutMs: 1_500, connectTimeoutMs: 1_000 }
  const pool = openPool(proxy.url, {
    ...limits,
    role: 'pasarela_engine',
    max: 4,
    pipeline: true,
    onError: () => undefined,
  })
  t.after(async () => {
    await pool.end()
    await proxy.close()
  })
  const done = await alone(pool, async () => {
    proxy.dropEverything()
    return await Promise.resolve('done')
  })
  proxy.letNewConnectionsWork()
  assert.equal(done, 'done')
  assert.equal(pool.totalCount, 0)
})
