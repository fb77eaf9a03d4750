import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameServer } from '../../../test/support/name-server.ts'
import { DnsFailure, hostResolver } from './resolve-host.ts'

test('a name resolves to all addresses of both families, and is queried once while the cache is fresh', async (t) => {
  const server = await nameServer(t, { 'shop.example': ['192.0.2.7', '2001:db8::7'] })
  const resolve = hostResolver([server.address])
  const both = [
    { address: '192.0.2.7', family: 4 },
    { address: '2001:db8::7', family: 6 },
  ]
  assert.deepEqual(await Promise.all([resolve('shop.example'), resolve('SHOP.example.')]), [both, both])
  assert.deepEqual(await resolve('shop.example'), both)
  assert.equal(server.questions.length, 2)
})

test('a name that does not exist, has no address or fails at its own servers is not the gateway’s fault', async (t) => {
  const server = await nameServer(t, { 'empty.example': [], 'broken.example': 'fails' })
  const resolve = hostResolver([server.address])
  const expected = { 'gone.example': 'ENOTFOUND', 'empty.example': 'ENODATA', 'broken.example': 'ESERVFAIL' }
  for (const [name, code] of Object.entries(expected)) {
    await assert.rejects(resolve(name), (error: DnsFailure) => {
      assert.ok(error instanceof DnsFailure)
      assert.deepEqual([error.code, error.ours], [code, false])
      return true
    })
  }
})

test('an unreachable name server is the gateway’s fault', async () => {
  await assert.rejects(hostResolver(['127.0.0.1:1'])('shop.example'), (error: DnsFailure) => error.ours)
})

test('localhost is the loopback address without a query', async (t) => {
  const server = await nameServer(t, {})
  const resolve = hostResolver([server.address])
  for (const name of ['localhost', 'LOCALHOST.', 'a.localhost']) {
    assert.deepEqual(await resolve(name), [{ address: '127.0.0.1', family: 4 }])
  }
  assert.deepEqual(server.questions, [])
})
