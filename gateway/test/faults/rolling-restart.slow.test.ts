import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { executedOrders } from '../support/executed-orders.ts'
import { type AnotherGateway, eventually, openWorld, type Wire } from '../support/world.ts'
import { callApi } from '../support/world-calls.ts'

/** What a merchant's client does about nodes that go and come: the same request again, at the next one. */
interface RetryingClient {
  /** Throws when a request was tried too often. */
  post(path: string, body: unknown): Promise<{ status: number; body: Wire }>
  /** How often something had to be sent again, by why. */
  retries: Readonly<Record<string, number>>
  close(): void
}

/** A client gives up after so many tries; a restart takes a few seconds, and there are other nodes. */
const triesMax = 20
const againAfterMs = 100

/** Sends each request to the next node, over connections that it keeps, and sends it again where that may help. */
function retryingClient(urls: readonly string[], apiKey: string): RetryingClient {
  const agent = new Agent({ keepAlive: true })
  const retries: Record<string, number> = {}
  let turn = 0
  return {
    retries,
    close: () => agent.destroy(),
    post: async (path, body) => {
      for (let tries = 1; ; tries++) {
        const url = `${urls[turn++ % urls.length]}${path}`
        const answer = await send({ url, agent, apiKey, text: JSON.stringify(body) })
        if ('status' in answer && answer.status !== 503) return answer
        const why = 'status' in answer ? '503' : answer.error
        if (tries >= triesMax) throw new Error(`${path} was tried ${tries} times: ${why}`)
        retries[why] = (retries[why] ?? 0) + 1
        await sleep('retryAfterMs' in answer ? answer.retryAfterMs : againAfterMs)
      }
    },
  }
}

type Sent = { status: number; body: Wire; retryAfterMs: number } | { error: string }

/** Only a connection that was refused or cut is worth another try: anything else is a fault, and throws. */
function send(what: { url: string; agent: Agent; apiKey: string; text: string }): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const outgoing = request(what.url, {
      method: 'POST',
      agent: what.agent,
      headers: { authorization: `Bearer ${what.apiKey}`, 'content-type': 'application/json' },
    })
    const broken = (error: NodeJS.ErrnoException) => {
      const code = error.code ?? ''
      if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code)) resolve({ error: code })
      else reject(error)
    }
    outgoing.on('error', broken)
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('error', broken)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const retryAfterMs = Number(response.headers['retry-after'] ?? 1) * 1_000
        const text = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text), retryAfterMs })
      })
    })
    outgoing.end(what.text)
  })
}

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
  const world = openWorld({ receives: true, env: { DATABASE_CONNECTIONS: '8', DRAIN_SECONDS: '1' } })
  let nodes: readonly Pick<AnotherGateway, 'url' | 'stop' | 'start'>[]
  before(async () => {
    const others = { PASARELA_DATA_DIR: join(world.folder, 'data') }
    nodes = [
      { url: world.url, stop: world.stopGateway, start: world.startGateway },
      await world.anotherGateway(others),
      await world.anotherGateway({ ...others, DRAIN_SECONDS: longDrainSeconds }),
    ]
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
      for (const { body } of world.receiver.requests) {
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
