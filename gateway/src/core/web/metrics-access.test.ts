import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { buildWorkerServer } from '../api/server.ts'
import type { CoreDeps } from '../deps.ts'
import { siteAt } from '../platform/deps.ts'
import { createLog } from '../platform/log/log.ts'
import { createMetrics } from '../platform/log/metrics.ts'
import type { MetricsAccess } from './metrics-access.ts'

const servers: FastifyInstance[] = []
after(async () => await Promise.all(servers.map(async (server) => await server.close())))

interface Wish {
  from?: string
  headers?: Record<string, string>
}

async function statusWith(access: MetricsAccess | undefined, { from = '127.0.0.1', headers = {} }: Wish) {
  const server = await buildWorkerServer(
    { metrics: createMetrics(), log: createLog('silent'), site: siteAt('') } as CoreDeps,
    {
      trustedProxies: ['127.0.0.1', '10.0.0.1'],
      docs: false,
      isReady: async () => true,
      isShuttingDown: () => false,
      version: '1',
      ...(access ? { metricsAccess: access } : {}),
    },
  )
  servers.push(server)
  return (await server.inject({ url: '/metrics', remoteAddress: from, headers })).statusCode
}

const token = 'a-token-of-some-length'
const authorization = `Bearer ${token}`

it('without settings only this machine reads the metrics, and no request that a proxy forwarded', async () => {
  for (const from of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
    assert.equal(await statusWith(undefined, { from }), 200, from)
  }
  for (const from of ['203.0.113.5', '10.0.0.1', '::', 'fe80::1']) {
    assert.equal(await statusWith(undefined, { from }), 404, from)
  }
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-proto', 'cf-connecting-ip']) {
    assert.equal(await statusWith(undefined, { headers: { [name]: '127.0.0.1' } }), 404, name)
  }
})

it('with configured networks only these networks read the metrics', async () => {
  const access = { allowCidrs: ['10.0.0.0/8', '2001:db8::/32'], token: undefined }
  for (const from of ['10.0.0.1', '10.255.0.9', '2001:db8::9', '::ffff:10.1.1.1']) {
    assert.equal(await statusWith(access, { from }), 200, from)
  }
  for (const from of ['127.0.0.1', '11.0.0.1', '2001:db9::1'])
    assert.equal(await statusWith(access, { from }), 404, from)
  assert.equal(await statusWith(access, { from: '10.0.0.1', headers: { 'x-forwarded-for': '10.0.0.2' } }), 404)
})

it('with a token every request needs it, also from this machine; a proxy may forward it', async () => {
  const access = { allowCidrs: undefined, token }
  const headers = { authorization, 'x-forwarded-for': '203.0.113.5' }
  assert.equal(await statusWith(access, { from: '203.0.113.5', headers }), 200)
  assert.equal(await statusWith(access, {}), 404)
  for (const wrong of [`Bearer ${token}x`, `Bearer ${token.slice(1)}`, token, 'Bearer', '']) {
    assert.equal(await statusWith(access, { headers: { authorization: wrong } }), 404, wrong)
  }
})

it('with token and networks either gives access', async () => {
  const access = { allowCidrs: ['127.0.0.0/8'], token }
  assert.equal(await statusWith(access, {}), 200)
  assert.equal(await statusWith(access, { from: '203.0.113.5', headers: { authorization } }), 200)
  assert.equal(await statusWith(access, { from: '203.0.113.5' }), 404)
})
