import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '../support/database.ts'
import { type Cut, commitStatement, type FaultProxy, faultProxy } from '../support/fault-proxy.ts'
import { type AnotherGateway, type Answer, eventually, openWorld } from '../support/world.ts'

/**
 * How long the test waits before it says that something never came. That asserts no time: how long it took is printed, and
 * what the limits of a connection add up to is in docs/operations.md.
 */
const recoveryMaxMs = 120_000

/** Longer than a statement may be without an answer, so that every kind of connection is caught. */
const dropMs = 12_000

const payin = (reference: string) => ({ service_code: 'BT_AR', amount: 10, reference, payer_doc_id: '20267565393' })
const payout = (reference: string) => ({
  service_code: 'PIX_BR',
  amount: 10,
  reference,
  account: '390.533.447-05',
  account_doc_id: '390.533.447-05',
})

describe('a network that loses packets between the gateways and their database', () => {
  let proxy: FaultProxy
  const world = openWorld(async (t) => {
    const database = await testDatabase(t)
    proxy = await faultProxy(database.url)
    t.after(proxy.close)
    return {
      ownProcess: true,
      databaseUrl: database.url,
      env: { DATABASE_URL: proxy.url, PASARELA_ROLE: 'api', DATABASE_CONNECTIONS: '8' },
    }
  })
  let worker: AnotherGateway
  before(async () => {
    worker = await world.anotherGateway({ PASARELA_ROLE: 'worker', PUBLIC_URL: world.url })
  })

  const create = async (kind: 'payin' | 'payout', reference: string): Promise<Answer> =>
    await world.call('POST', `/api/v1/payments/${kind}_hth`, { body: (kind === 'payin' ? payin : payout)(reference) })
  const readiness = async (url: string) => (await fetch(`${url}/readyz`)).status
  /** As a merchant does: the same request until it is answered. The first answer decides which payment it is. */
  const persist = async (kind: 'payin' | 'payout', reference: string): Promise<string> =>
    await eventually(
      async () => {
        const answer = await create(kind, reference)
        if (answer.status === 200) return answer.body.data.transaction_id as string
        assert.equal(answer.status, 503, JSON.stringify(answer.body))
        return undefined
      },
      `${reference} is accepted`,
      dropMs + 3 * recoveryMaxMs,
    )
  const isCompleted = async (id: string, maxMs = recoveryMaxMs) =>
    await eventually(
      async () => {
        const { body } = await world.call('GET', `/api/v1/payments/${id}`)
        return body.data?.status === 'COMPLETED' ? true : undefined
      },
      `${id} is completed`,
      maxMs,
    )
  const isWhole = async (ids: ReadonlyMap<string, string>) => {
    for (const [reference, id] of ids) {
      const again = await create(reference.includes('payout') ? 'payout' : 'payin', reference)
      assert.equal(again.body.data.transaction_id, id, 'one reference is one payment')
    }
    const { summary } = await world.bank('GET', '/control/summary?limit=1000')
    for (const { executed } of Object.values(summary) as { executed: number }[]) assert.ok(executed <= 1)
    const verified = await world.command('verify')
    assert.equal(verified.code, 0, verified.output)
  }

  it('is noticed by readiness, and requests and loops work again after the first new connections', async (t) => {
    const ids = new Map<string, string>()
    let going = true
    const senders = ['payin', 'payout'].map(async (kind) => {
      for (let n = 0; going; n++) {
        const reference = `drop-${kind}-${n}`
        ids.set(reference, await persist(kind as 'payin' | 'payout', reference))
        await sleep(50)
      }
    })
    await eventually(async () => (ids.size > 20 ? true : undefined), 'payments are taken')
    proxy.dropEverything()
    const dropped = performance.now()
    for (const url of [world.url, worker.url]) {
      await eventually(async () => ((await readiness(url)) === 503 ? true : undefined), 'readiness says no')
    }
    const seen = performance.now() - dropped
    assert.equal((await fetch(`${world.url}/healthz`)).status, 200)
    await sleep(Math.max(0, dropMs - seen))
    proxy.letNewConnectionsWork()
    const back = performance.now()
    const seconds = () => ((performance.now() - back) / 1_000).toFixed(1)
    const first = await eventually(
      async () => {
        const answer = await create('payin', 'drop-payin-first')
        return answer.status === 200 ? (answer.body.data.transaction_id as string) : undefined
      },
      'requests are answered again',
      recoveryMaxMs,
    )
    const api = seconds()
    for (const path of ['/api/v1/balances', '/api/v1/payments']) {
      const read = async () => ((await world.call('GET', path)).status === 200 ? true : undefined)
      await eventually(read, path, recoveryMaxMs)
    }
    await isCompleted(first)
    const loops = seconds()
    for (const url of [world.url, worker.url]) {
      await eventually(
        async () => ((await readiness(url)) === 200 ? true : undefined),
        'readiness says yes',
        recoveryMaxMs,
      )
    }
    t.diagnostic(`recovery: requests ${api} s, loops ${loops} s after new connections worked`)
    going = false
    await Promise.all(senders)
    for (const id of ids.values()) await isCompleted(id, 2 * recoveryMaxMs)
    await isWhole(ids)
  })

  for (const what of ['before', 'answer'] as const satisfies Cut['what'][]) {
    for (const how of ['reset', 'silence'] as const satisfies Cut['how'][]) {
      it(`that cuts a COMMIT (${what}, ${how}) leaves one payment to whoever asks again`, async () => {
        const reference = `cut-payout-${what}-${how}`
        const cut = proxy.cut({ statement: commitStatement, what, how })
        const id = await persist('payout', reference)
        await cut
        await isWhole(new Map([[reference, id]]))
      })
    }
  }

  it('that delays everything delays answers and loses none', async () => {
    proxy.delay(150)
    const ids = new Map([['slow-payout', await persist('payout', 'slow-payout')]])
    proxy.delay(0)
    await isWhole(ids)
  })

  it('that closes the database’s half of every connection is outlasted', async () => {
    proxy.halfClose()
    const ids = new Map([['half-payin', await persist('payin', 'half-payin')]])
    await isCompleted(ids.get('half-payin') ?? '')
    await isWhole(ids)
  })
})
