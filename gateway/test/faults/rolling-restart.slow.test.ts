import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { executedOrders } from '../support/executed-orders.ts'
import type { HttpsReceiver } from '../support/https-receiver.ts'
import { startReceivingWorld } from '../support/receiving-world.ts'
import { type RetryingClient, retryingClient } from '../support/retrying-client.ts'
import { type AnotherGateway, eventually, type Wire, type World } from '../support/world.ts'
import { callApi } from '../support/world-calls.ts'

const payin = (reference: string) => ({
  service_code: 'BT_AR',
  amount: 10,
  reference,
  payer_doc_id: '20-26756539-3',
})
const payout = (reference: string) => ({
  service_code: 'BT_AR',
  amount: 10,
  reference,
  account_type: 'CBU',
  account: '2850590940090418135201',
})

/** Requests at once while the nodes are restarted. */
const inFlight = 8

/** A callback that a busy machine keeps waiting past its time is tried again a minute later. */
const toldMaxMs = 90_000

/** For a busy machine to ask the node that drains, and to be served by it. */
const longDrainSeconds = '6'

describe('three nodes that are restarted one after the other, under load,', () => {
  let world: World
  let receiver: HttpsReceiver
  let nodes: readonly Pick<AnotherGateway, 'url' | 'stop' | 'start'>[]
  const endings: (() => Promise<void>)[] = []

  before(async () => {
    const started = await startReceivingWorld(
      { after: (close) => endings.push(close) },
      { env: { DATABASE_CONNECTIONS: '8', DRAIN_SECONDS: '1' } },
    )
    world = started.world
    receiver = started.receiver
    const others = { PASARELA_DATA_DIR: join(world.folder, 'data') }
    nodes = [
      { url: world.url, stop: world.stopGateway, start: world.startGateway },
      await world.anotherGateway(others),
      await world.anotherGateway({ ...others, DRAIN_SECONDS: longDrainSeconds }),
    ]
  })
  after(async () => {
    for (const end of endings.splice(0).reverse()) await end()
  })

  it('serve on while they drain, and say to everybody who asks that they leave', async () => {
    const node = nodes[2]
    assert.ok(node)
    const stopped = node.stop()
    await eventually(
      async () => ((await fetch(`${node.url}/readyz`)).status === 503 ? true : undefined),
      'not ready any more',
    )
    const served = await callApi(node.url, world.demo.api_key, {
      method: 'POST',
      path: '/api/v1/payments/payin_hth',
      body: payin('while-draining'),
    })
    assert.equal(served.status, 200, JSON.stringify(served.body))
    assert.equal(served.headers.get('connection'), 'close')
    await stopped
    await assert.rejects(fetch(`${node.url}/readyz`))
    await node.start()
  })

  /** Pay-ins and payouts in turn until told to end; the transaction of each reference. */
  async function load(client: RetryingClient, made: Map<string, string>, goesOn: () => boolean): Promise<void> {
    for (let number = 0; goesOn(); number++) {
      const reference = `rolling-${made.size}-${number}-${Math.random().toString(36).slice(2)}`
      const [kind, body] = number % 2 === 0 ? ['payin', payin(reference)] : ['payout', payout(reference)]
      const answer = await client.post(`/api/v1/payments/${kind}_hth`, body)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      made.set(reference, answer.body.data.transaction_id)
    }
  }

  it('fail no request of a client that tries again, pay nothing twice, and lose no callback', async (t) => {
    const client = retryingClient(
      nodes.map(({ url }) => url),
      world.demo.api_key,
    )
    const made = new Map<string, string>()
    let isOver = false
    const loading = Promise.all(Array.from({ length: inFlight }, async () => await load(client, made, () => !isOver)))
    // Whoever waits for it hears of it.
    loading.catch(() => undefined)
    try {
      for (const node of nodes) {
        await node.stop()
        await node.start()
        await sleep(200)
      }
    } finally {
      isOver = true
      await loading
      client.close()
    }
    t.diagnostic(`${made.size} payments; sent again: ${JSON.stringify(client.retries)}`)
    assert.ok(made.size > 50, `${made.size} payments`)
    assert.ok((client.retries['ECONNREFUSED'] ?? 0) > 0, 'the nodes were gone for a while')
    assert.equal(new Set(made.values()).size, made.size)
    await everyOneIsTold([...made.values()])
    await paidOnce([...made.values()])
    assert.doesNotMatch(world.output(), /a step of the shutdown/)
    const { code, output } = await world.command('verify')
    assert.equal(code, 0, output)
  })

  /** Each once: nobody died between a delivery and the note of it. */
  async function everyOneIsTold(ids: readonly string[]): Promise<void> {
    const told = () => {
      const found = new Map<string, string[]>()
      for (const { body } of receiver.requests) {
        const { transaction_id: id, status } = JSON.parse(body) as Wire
        found.set(id, [...(found.get(id) ?? []), status])
      }
      return found
    }
    const all = await eventually(
      async () => {
        const found = told()
        return ids.every((id) => found.has(id)) ? found : undefined
      },
      'every callback',
      toldMaxMs,
    )
    for (const id of ids) assert.deepEqual(all.get(id), ['COMPLETED'], id)
  }

  async function paidOnce(ids: readonly string[]): Promise<void> {
    const executed = await executedOrders(world.bank)
    for (const id of ids) assert.equal(executed.get(id), 1, id)
  }
})
