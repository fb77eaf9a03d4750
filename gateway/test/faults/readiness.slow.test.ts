import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lockKeys } from '../../src/core/platform/database/lock-keys.ts'
import { freePort } from '../support/free-port.ts'
import { eventually, openWorld } from '../support/world.ts'

describe('/readyz', () => {
  const world = openWorld({ ownProcess: true })

  it('answers 503 while a process that listens already prepares its demo, and 200 when its loops run', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    // The demo of another process is prepared under this lock.
    await world.db.query('select pg_advisory_lock($1)', [lockKeys.connectorSetUp])
    const starting = world.anotherGateway({ PORT: String(port) })
    const answer = await eventually(async () => await fetch(`${url}/healthz`).catch(() => undefined), 'it listens')
    assert.equal(answer.status, 200)
    const waits = await fetch(`${url}/readyz`)
    assert.equal(waits.status, 503)
    assert.equal(waits.headers.get('retry-after'), '1')
    assert.match(await waits.text(), /This process is still starting/)
    await world.db.query('select pg_advisory_unlock($1)', [lockKeys.connectorSetUp])
    await starting
    assert.equal((await fetch(`${url}/readyz`)).status, 200)
  })

  it('answers 200 where there is a database of its own and no data folder, as in a container', async () => {
    const settings = { PASARELA_DEMO: '0', PASARELA_DATA_DIR: '/dev/null/none' }
    const { url } = await world.anotherGateway(settings)
    assert.equal((await fetch(`${url}/readyz`)).status, 200)
  })
})
