import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { processLimits } from '../../src/core/platform/limits/process-limits.ts'
import { type Answer, eventually, openWorld } from '../support/world.ts'

const payin = (reference: string) => ({ service_code: 'BT_AR', amount: 10, reference, payer_doc_id: '20267565393' })
const payout = (reference: string, amount = 10) => ({
  service_code: 'PIX_BR',
  amount,
  reference,
  account: '390.533.447-05',
  account_doc_id: '390.533.447-05',
})

describe('more than the gateway can do at once', () => {
  // A call that hangs is cut off by the bank after 3 s, so that every test ends soon.
  const world = openWorld({ ownProcess: true, bankEnv: { SIMBANK_HANG_MS: '3000' } })
  let admin: pg.Client
  before(async () => {
    admin = new pg.Client({ connectionString: world.databaseUrl })
    await admin.connect()
    world.after(async () => await admin.end())
  })

  const create = async (kind: 'payin' | 'payout', body: object) =>
    await world.call('POST', `/api/v1/payments/${kind}_hth`, { body })
  /** Sends again what was refused before anything was written, for as long as the queues of the test before are long. */
  const createWhenServed = async (kind: 'payin' | 'payout', body: object) => {
    for (let tries = 0; ; tries++) {
      const answer = await create(kind, body)
      if (answer.status !== 503 || tries === 300) return answer
      await sleep(100)
    }
  }
  const metric = async (name: string) => {
    const text = await (await fetch(`${world.url}/metrics`)).text()
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1] ?? 0,
    )
  }
  const rowsLike = async (prefix: string) => {
    const found = await admin.query('select count(*)::int as n from transactions where reference like $1', [
      `${prefix}%`,
    ])
    return found.rows[0].n
  }
  const isAlive = async () => {
    assert.equal((await fetch(`${world.url}/healthz`)).status, 200)
    // Readiness asks the database, which has two seconds: on a machine that others keep busy not each asking is in time.
    await eventually(async () => (await fetch(`${world.url}/readyz`)).ok || undefined, 'readiness')
    const news = await fetch(`${world.url}/provider-notifications/unknown`, { method: 'POST', body: '{}' })
    assert.notEqual(news.status, 503)
    assert.notEqual(news.status, 429)
  }
  const othersAreServed = async () => {
    await isAlive()
    assert.equal((await fetch(`${world.url}/console/session`)).status, 200)
  }
  const isRefusal = ({ status, headers, body }: Answer, code: string) => {
    assert.equal(body.error.code, code, JSON.stringify(body))
    assert.equal(status, code === 'unavailable' ? 503 : 429)
    assert.ok(Number(headers.get('retry-after')) >= 1)
  }

  it('a bank that hangs keeps its places, the rest is refused before anything is written, and pay-ins go on', async () => {
    await world.bank('POST', '/control/faults', { kind: 'hang', count: 1_000 })
    const references = Array.from({ length: processLimits.connector_account.max + 100 }, (_, n) => `hang-${n}`)
    const sent = references.map(async (reference) => ({ reference, answer: await create('payout', payout(reference)) }))
    await eventually(async () => (await metric('refused_total{why="connector_account"}')) || undefined, 'a refusal')
    await othersAreServed()
    assert.equal((await create('payin', payin('beside-1'))).status, 200)
    await world.bank('DELETE', '/control/faults')
    const answers = await Promise.all(sent)
    const accepted = answers.filter(({ answer }) => answer.status === 200)
    const refused = answers.filter(({ answer }) => answer.status !== 200)
    assert.ok(refused.length > 0)
    for (const { answer } of refused) isRefusal(answer, 'unavailable')
    assert.equal(await rowsLike('hang-'), accepted.length, 'what was accepted stands, what was refused does not')
    const again = await create('payout', payout(refused[0]?.reference ?? ''))
    assert.deepEqual([again.status, again.body.data.status], [200, 'COMPLETED'], 'back to normal')
    assert.equal(again.headers.get('idempotent-replayed'), null)
  })

  it('one merchant who sends bodies that do not arrive takes a share and not the whole', async () => {
    const body = (n: number) => JSON.stringify(payin(`share-${String(n).padStart(4, '0')}`))
    const sockets = await Promise.all(
      Array.from({ length: processLimits.requests_merchants.share }, async (_, n) => await begin(body(n))),
    )
    await eventually(
      async () =>
        (await metric('queue_length{queue="requests_merchants"}')) >= processLimits.requests_merchants.share ||
        undefined,
      'all heads have arrived',
    )
    isRefusal(await create('payin', payin('share-more')), 'rate_limited')
    assert.ok((await metric('refused_total{why="share_merchants"}')) >= 1)
    await othersAreServed()
    const answers = sockets.map(async (socket) => await statusOf(socket))
    for (const [n, socket] of sockets.entries()) socket.write(body(n))
    assert.deepEqual(new Set(await Promise.all(answers)), new Set([200]))
    for (const socket of sockets) socket.destroy()
    assert.equal(await rowsLike('share-'), processLimits.requests_merchants.share)
    assert.equal((await create('payin', payin('share-more'))).status, 200)
  })

  it('where the database stands still, reads are refused soon, readiness answers, and nothing accepted is lost', async () => {
    const { body } = await create('payin', payin('still-0'))
    const locker = new pg.Client({ connectionString: world.databaseUrl })
    await locker.connect()
    try {
      await locker.query('begin; lock table transactions in access exclusive mode')
      const reads = Array.from({ length: 200 }, async () => {
        return await world.call('GET', `/api/v1/payments/${body.data.transaction_id}`)
      })
      const creations = Array.from({ length: 50 }, async (_, n) => await create('payin', payin(`still-1-${n}`)))
      await eventually(
        async () => (await metric('refused_total{why="database_engine"}')) > 100 || undefined,
        'refusals',
      )
      await isAlive()
      await locker.query('commit')
      const answers = await Promise.all(reads)
      for (const answer of answers.filter(({ status }) => status !== 200)) isRefusal(answer, 'unavailable')
      const accepted = (await Promise.all(creations)).filter(({ status }) => status === 200)
      assert.equal(await rowsLike('still-1-'), accepted.length)
    } finally {
      await locker.end()
    }
    assert.equal((await world.call('GET', `/api/v1/payments/${body.data.transaction_id}`)).status, 200)
  })

  it('a payout whose outcome cannot be written is answered PENDING, and found out later', async () => {
    const name = new URL(world.databaseUrl).pathname.slice(1)
    const server = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] })
    await server.connect()
    try {
      await world.bank('POST', '/control/faults', { kind: 'slow', count: 1 })
      const answering = createWhenServed('payout', payout('unwritten'))
      await eventually(async () => (await rowsLike('unwritten')) || undefined, 'it is accepted')
      await server.query(`alter database ${name} with allow_connections false`)
      await server.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like 'pasarela%'`,
        [name],
      )
      const answer = await answering
      assert.deepEqual([answer.status, answer.body.data?.status], [200, 'PENDING'], JSON.stringify(answer.body))
      assert.equal(await metric('outcomes_left_to_inquiry_total'), 1)
    } finally {
      await server.query(`alter database ${name} with allow_connections true`)
      await server.end()
    }
    await eventually(async () => {
      const found = await admin.query(`select status from transactions where reference = 'unwritten'`)
      return found.rows[0].status === 'COMPLETED' ? true : undefined
    }, 'the inquiry finds that it was paid')
    assert.equal(await rowsLike('unwritten'), 1)
  })

  /** The head of a request whose body is not sent yet. */
  async function begin(body: string): Promise<Socket> {
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1')
    await once(socket, 'connect')
    const head = [
      'POST /api/v1/payments/payin_hth HTTP/1.1',
      'host: gateway',
      `authorization: Bearer ${world.demo.api_key}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    return socket
  }
})

async function statusOf(socket: Socket): Promise<number> {
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return Number(chunk.toString('latin1').slice(9, 12))
}
