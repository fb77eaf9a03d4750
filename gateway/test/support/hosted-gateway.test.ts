import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it, type TestContext } from 'node:test'
import pg from 'pg'
import { withDatabase } from './database.ts'
import { type FromHost, startHosted, type ToHost } from './hosted-gateway.ts'
import { openWorldFor } from './world.ts'

describe('a gateway in a host', { skip: process.platform === 'win32' && 'there are no hosts on Windows' }, () => {
  /** A host whose gateways end with this last word, or without one. */
  const hostThatEnds = async (t: TestContext, lastWord: FromHost | undefined): Promise<string> => {
    const folder = mkdtempSync(join(tmpdir(), 'pasarela-host-'))
    const path = join(folder, 'host.sock')
    const server = createServer((socket) => {
      const tell = (message: FromHost) => socket.write(`${JSON.stringify(message)}\n`)
      createInterface({ input: socket }).on('line', (line) => {
        const { ask } = JSON.parse(line) as ToHost
        if (ask === 'load') tell({ load: 0 })
        if (ask === 'start') tell({ ready: 'http://127.0.0.1:1' })
        if (ask !== 'stop') return
        if (lastWord) tell(lastWord)
        socket.end()
      })
    })
    server.listen(path)
    await once(server, 'listening')
    t.after(() => {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    })
    return path
  }
  const stopped = async (path: string) => {
    const gateway = startHosted({ what: 'gateway', docs: false }, {}, { print: () => undefined, paths: [path] })
    await gateway.ready
    await gateway.stop()
  }

  it('that does not end well fails the test that stops it', async (t) => {
    await stopped(await hostThatEnds(t, { stopped: true }))
    await assert.rejects(stopped(await hostThatEnds(t, { failed: 'the pool did not close' })), /the pool did not close/)
    await assert.rejects(stopped(await hostThatEnds(t, undefined)), /the host of gateways has ended/)
  })

  it('did not end well when a step of its shutdown failed', async (t) => {
    const world = await openWorldFor(t)
    const server = new pg.Client({ connectionString: withDatabase(world.databaseUrl, 'postgres') })
    await server.connect()
    await server.query(`drop database ${new URL(world.databaseUrl).pathname.slice(1)} with (force)`)
    await server.end()
    await assert.rejects(world.stopGateway(), /a step of the shutdown failed/)
  })

  it('leaves its bank to the end of the test: one that is told to stop before fails it', async () => {
    const endings: (() => Promise<void>)[] = []
    const world = await openWorldFor({ after: (work) => void endings.push(work) })
    await world.bank('POST', '/control/stop')
    assert.equal(endings.length, 1)
    await assert.rejects(async () => await endings[0]?.(), /a bank in a host is not stopped by its control API/)
  })

  it('runs a command with its exit code and all that it prints', async (t) => {
    const world = await openWorldFor(t)
    const { code, output } = await world.command('key', 'revoke', '--key', randomUUID())
    assert.equal(code, 1, output)
    assert.match(output, /\S/)
    assert.deepEqual(await world.command('no-such-command'), await world.program('no-such-command'))
  })
})
