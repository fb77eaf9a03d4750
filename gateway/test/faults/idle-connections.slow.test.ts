import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openIdleClients, slowKinds } from '../support/idle-clients.ts'
import { startWorld, type World } from '../support/world.ts'

const idle = 300

/** Several times what the limits of the server add up to. */
const roundsMax = 1_000

describe('connections that do nothing, or everything slowly', () => {
  let world: World
  before(async () => {
    world = await startWorld({ ownProcess: true })
  })
  after(async () => await world.stop())

  it('stay open, or are closed when they hold something up, and the others are served all the while', async () => {
    const clients = await openIdleClients({
      port: Number(new URL(world.url).port),
      idle,
      slow: 4 * slowKinds.length,
      apiKey: world.demo.api_key,
    })
    try {
      let idleOpen: number | undefined
      for (let served = 0; ; served++) {
        const body = { service_code: 'BT_AR', amount: 10, reference: `idle-${served}`, payer_doc_id: '20267565393' }
        const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
        const { slowClosed } = clients.state()
        // Before the gateway may close what is idle.
        const { reading, ...others } = slowClosed
        if (Object.values(others).every((closed) => closed > 0) && idleOpen === undefined) {
          idleOpen = clients.state().idleOpen
        }
        if (idleOpen !== undefined && reading > 0) break
        assert.ok(served < roundsMax, `not every kind of slow client was closed: ${JSON.stringify(slowClosed)}`)
        await sleep(100)
      }
      assert.equal(idleOpen, idle)
      const metrics = await (await fetch(`${world.url}/metrics`)).text()
      assert.doesNotMatch(metrics, /refused_total\{why="sockets/, 'no honest connection met a limit')
    } finally {
      clients.end()
    }
  })
})
