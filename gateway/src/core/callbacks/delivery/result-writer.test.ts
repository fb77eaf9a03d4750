import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { testDatabase } from '../../../../test/support/database.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { faultProxy } from '../../../../test/support/fault-proxy.ts'
import { openPool } from '../../platform/database/open-pool.ts'
import { createLog } from '../../platform/log/log.ts'
import type { DeliveryResult } from '../store/callback-results.ts'
import { resultWriter } from './result-writer.ts'

const resultOf = (n: number): DeliveryResult => ({
  deliveryId: BigInt(n),
  pointId: '018f0000-0000-7000-8000-000000000001',
  fence: 1,
  attempt: 1,
  state: 'delivered',
  delayMs: 0,
  free: false,
  counts: true,
  observation: null,
  record: {
    startedAt: new Date(),
    url: null,
    sentBodySha256: null,
    status: 200,
    error: null,
    errorCode: null,
    firstByteMs: 1,
    totalMs: 1,
    responseBody: null,
  },
  inbox: null,
})

describe('the callback result writer', () => {
  const endings: (() => Promise<void>)[] = []
  after(async () => {
    for (const end of endings) await end()
  })

  it('waits once for a lost connection, not once for each result', async () => {
    const { url } = await testDatabase({ after: (work) => endings.push(work) })
    const proxy = await faultProxy(url)
    const limits = { statementTimeoutMs: 500, answerTimeoutMs: 1_500, connectTimeoutMs: 500 }
    const pool = openPool(proxy.url, { ...limits, role: 'pasarela_engine', max: 2, onError: () => undefined })
    endings.unshift(
      async () => await pool.end(),
      async () => await proxy.close(),
    )
    const lines: string[] = []
    const writer = resultWriter(
      pool,
      createLog('warn', (line) => lines.push(line)),
    )
    proxy.dropEverything()
    const giveUpAtMs = performance.now() + 60_000
    const written = Promise.all(
      Array.from({ length: 40 }, async (_, n) => await writer.write(resultOf(n + 1), giveUpAtMs)),
    )
    const failures = () => lines.filter((line) => line.includes('callback results were not written'))
    await eventually(() => failures().length >= 3 || undefined, 'three failures')
    proxy.letNewConnectionsWork()
    await written
    for (const line of failures()) assert.equal((JSON.parse(line) as { results: number }).results, 40)
  })
})
