import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openIdleClients, slowKinds } from '../support/idle-clients.ts'
import { eventually, startWorld, type World } from '../support/world.ts'

const idle = 300

describe('connections that do nothing, or everything slowly', () => {
  let world: World
  before(async () => {
    world = await startWorld()
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
      let served = 0
      await eventually(
        async () => {
          const body = { service_code: 'BT_AR', amount: 10, reference: `idle-${served}`, payer_doc_id: '20267565393' }
          const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
          assert.equal(answer.status, 200, JSON.stringify(answer.body))
          served++
          const { slowClosed } = clients.state()
          return Object.values(slowClosed).every((closed) => closed > 0) || undefined
        },
        `every kind of slow client is closed: ${JSON.stringify(clients.state().slowClosed)}`,
      )
      assert.equal(clients.state().idleOpen, idle)
      const metrics = await (await fetch(`${world.url}/metrics`)).text()
      assert.doesNotMatch(metrics, /refused_total\{why="sockets/, 'no honest connection met a limit')
    } finally {
      clients.end()
    }
  })
})
