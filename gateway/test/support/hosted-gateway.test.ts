import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it, type TestContext } from 'node:test'
import type { FromHost, ToHost } from './hosted-gateway.ts'

/** A host that answers each question as told, and ends the connection after a stop, as gateway-host.ts does. */
async function hostThatSays(t: TestContext, answers: Record<ToHost['ask'], FromHost[]>) {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-host-'))
  const path = join(folder, 'host.sock')
  const server = createServer((socket) => {
    createInterface({ input: socket }).on('line', (line) => {
      const { ask } = JSON.parse(line) as ToHost
      for (const answer of answers[ask]) socket.write(`${JSON.stringify(answer)}\n`)
      if (ask === 'stop') socket.end()
    })
  })
  await new Promise<void>((listening) => server.listen(path, listening))
  t.after(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  process.env['TEST_GATEWAY_HOSTS'] = path
  // The hosts are read once, when the module is loaded.
  const { startHosted } = (await import(
    `./hosted-gateway.js?${path}`
  )) as unknown as typeof import('./hosted-gateway.ts')
  return startHosted({}, () => undefined)
}

describe('a gateway in a host', { skip: process.platform === 'win32' && 'there are no hosts on Windows' }, () => {
  it('stops without a word', async (t) => {
    const gateway = await hostThatSays(t, { load: [{ load: 0 }], start: [{ ready: 'http://localhost:1' }], stop: [] })
    assert.equal(await gateway.ready, 'http://localhost:1')
    await gateway.stop()
  })

  it('fails the test that stops it, where its stop fails', async (t) => {
    const gateway = await hostThatSays(t, {
      load: [{ load: 0 }],
      start: [{ ready: 'http://localhost:1' }],
      stop: [{ failed: 'Error: the pool is broken' }],
    })
    await gateway.ready
    await assert.rejects(gateway.stop(), /did not stop as it should:\nError: the pool is broken/)
  })
})
