import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { consoleClient } from '../support/console-client.ts'
import { type Answer, eventually, openWorld, type Wire } from '../support/world.ts'
import { callApi } from '../support/world-calls.ts'

const payin = (reference: string, amount = 10) => ({
  service_code: 'BT_AR',
  amount,
  reference,
  payer_doc_id: '20-26756539-3',
})
const payout = (reference: string, amount = 10) => ({
  service_code: 'BT_AR',
  amount,
  reference,
  account_type: 'CBU',
  account: '2850590940090418135201',
})

/** Paid, and returned half a second later: two callbacks. */
const returnedAmount = 777.08
/** Nobody pays until somebody acts. */
const unpaidAmount = 777.01

/** A callback that a busy machine keeps waiting past its time is tried again a minute later. */
const toldMaxMs = 90_000

describe('two processes that take requests and two that work, on one database,', () => {
  const world = openWorld({
    receives: true,
    env: { PASARELA_ROLE: 'api', DATABASE_CONNECTIONS: '8' },
    bankEnv: { SIMBANK_RETURN_DELAY_MS: '500' },
  })
  let urls: readonly [string, string]
  let workers: readonly string[]
  before(async () => {
    // In one folder, so that both know the demo's passwords.
    const api = { PASARELA_ROLE: 'api', PASARELA_DATA_DIR: join(world.folder, 'data') }
    urls = [world.url, (await world.anotherGateway(api)).url]
    const worker = { PASARELA_ROLE: 'worker', PUBLIC_URL: world.url }
    workers = [(await world.anotherGateway(worker)).url, (await world.anotherGateway(worker)).url]
  })

  let turn = 0
  const anyUrl = () => urls[turn++ % 2] ?? world.url
  const at = async (url: string, key: string, path: string): Promise<Answer> =>
    await callApi(url, key, { method: 'GET', path })
  const create = async (kind: string, body: Wire): Promise<Wire> => {
    const path = `/api/v1/payments/${kind}_hth`
    const answer = await callApi(anyUrl(), world.demo.api_key, { method: 'POST', path, body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const finished = async (id: string, status: string): Promise<Wire> =>
    await eventually(async () => {
      const read = await at(anyUrl(), world.demo.api_key, `/api/v1/payments/${id}`)
      return read.body.data.status === status ? read.body.data : undefined
    }, `${id} is ${status}`)
  const told = (id: string): string[] =>
    world.receiver.requests
      .map(({ body }) => JSON.parse(body) as Wire)
      .filter((body) => body.transaction_id === id)
      .map((body) => body.status)
  const tellsOnce = async (id: string, statuses: readonly string[]) =>
    await eventually(
      async () => (told(id).at(-1) === statuses.at(-1) ? true : undefined),
      `${id} is told as ${statuses.join(', ')}`,
      toldMaxMs,
    )

  it('each do what they are for', async () => {
    for (const url of workers) {
      for (const path of ['/healthz', '/readyz', '/metrics']) assert.equal((await fetch(`${url}${path}`)).status, 200)
      assert.equal((await at(url, world.demo.api_key, '/api/v1/balances')).status, 404)
      assert.equal((await fetch(`${url}/dashboard`)).status, 404)
    }
    const jobsOf = async (url: string) => {
      const text = await (await fetch(`${url}/metrics`)).text()
      return new Set([...text.matchAll(/job_runs_total\{job="(\w+)"/g)].map(([, job]) => job))
    }
    for (const url of urls) {
      const jobs = await eventually(async () => ((await jobsOf(url)).size >= 5 ? await jobsOf(url) : undefined), 'jobs')
      assert.deepEqual([...jobs].sort(), ['authentications', 'clock', 'machineClock', 'nodes', 'requests'])
    }
    for (const url of workers) assert.ok((await jobsOf(url)).has('callbacks'))
  })

  it('make one transaction of one reference that comes everywhere at once', async () => {
    for (const kind of ['payin', 'payout']) {
      const body = kind === 'payin' ? payin('everywhere') : payout('everywhere')
      const made = await Promise.all(Array.from({ length: 24 }, async () => await create(kind, body)))
      assert.equal(new Set(made.map((data) => data.transaction_id)).size, 1)
    }
  })

  it('finish what comes in turn at each of them, and tell every change once and in order', async () => {
    const expected = new Map<string, string[]>()
    const load = Array.from({ length: 30 }, async (_, index) => {
      const back = index % 5 === 0
      const [paid, sent] = await Promise.all([
        create('payin', payin(`turn-in-${index}`)),
        create('payout', payout(`turn-out-${index}`, back ? returnedAmount : 10)),
      ])
      expected.set(paid.transaction_id, ['COMPLETED'])
      expected.set(sent.transaction_id, back ? ['COMPLETED', 'ERROR'] : ['COMPLETED'])
    })
    await Promise.all(load)
    assert.equal(expected.size, 60)
    for (const [id, statuses] of expected) {
      await finished(id, statuses.at(-1) ?? '')
      await tellsOnce(id, statuses)
    }
    for (const [id, statuses] of expected) {
      // On a busy machine COMPLETED may not have been sent when the money is back: then it is no news any more.
      assert.deepEqual(told(id), told(id).length < statuses.length ? statuses.slice(-1) : statuses, id)
    }
  })

  it('end an overdue pay-in once', async () => {
    // Long enough for a busy machine to create them all.
    const expiredAt = new Date(Date.now() + 6_000).toISOString()
    const made = await Promise.all(
      Array.from({ length: 10 }, async (_, index) =>
        create('payin', { ...payin(`overdue-${index}`, unpaidAmount), expired_at: expiredAt }),
      ),
    )
    for (const { transaction_id: id } of made) {
      const { history } = await finished(id, 'EXPIRED')
      assert.equal(history.filter((entry: Wire) => entry.status === 'EXPIRED').length, 1)
      await tellsOnce(id, ['EXPIRED'])
    }
    for (const { transaction_id: id } of made) assert.deepEqual(told(id), ['EXPIRED'])
  })

  it('know a session wherever it was made, and end it everywhere at once', async () => {
    const here = consoleClient(urls[0])
    await here.signIn(world.demo.people.owner)
    const there = consoleClient(urls[1], here.cookie())
    const session = await there.call('GET', '/console/session')
    assert.equal(session.body.data.person.email, world.demo.people.owner.email, JSON.stringify(session.body))
    assert.equal((await there.call('DELETE', '/console/session')).status, 200)
    const after = await consoleClient(urls[0], here.cookie()).call('GET', '/console/me')
    assert.equal(after.status, 401, JSON.stringify(after.body))
  })

  /** A point of its own with a key. */
  const newPoint = async (name: string) => {
    const point = await world.facts('point', 'create', '--merchant', 'Tienda', '--environment', 'test', '--name', name)
    const pointId = point['auth_point_id'] ?? ''
    const key = await world.facts('key', 'create', '--point', pointId, '--scopes', 'payins,read')
    return { pointId, key: key['api_key'] ?? '', keyId: key['key_id'] ?? '' }
  }
  const allRefuse = async (key: string, code: string) => {
    for (const url of urls) {
      await eventually(
        async () => ((await at(url, key, '/api/v1/balances')).body.error?.code === code ? true : undefined),
        `${url} says ${code}`,
      )
    }
  }

  it('stop taking a revoked key, and a suspended point, wherever they were known', async () => {
    const revoked = await newPoint('revoked')
    const suspended = await newPoint('suspended')
    for (const url of urls) {
      for (const { key } of [revoked, suspended]) assert.equal((await at(url, key, '/api/v1/balances')).status, 200)
    }
    assert.equal((await world.command('key', 'revoke', '--key', revoked.keyId)).code, 0)
    await world.db.query(`update points set status = 'suspended' where id = $1`, [suspended.pointId])
    await allRefuse(revoked.key, 'unknown_key')
    await allRefuse(suspended.key, 'point_suspended')
  })

  it('keep the limit of a point together', async () => {
    const perSecond = 10
    const limited = await newPoint('limited')
    await world.db.query('update points set rate_limit_per_second = $2 where id = $1', [limited.pointId, perSecond])
    const startMs = performance.now()
    const answers = await Promise.all(
      Array.from(
        { length: 120 },
        async () =>
          await eventually(async () => {
            const answer = await at(anyUrl(), limited.key, '/api/v1/balances')
            // A busy machine sends away what waits for a connection for two seconds: that one comes back.
            return answer.status === 503 ? undefined : answer
          }, 'an answer of the limit'),
      ),
    )
    const seconds = (performance.now() - startMs) / 1_000
    const passed = answers.filter(({ status }) => status === 200).length
    assert.equal(passed + answers.filter(({ status }) => status === 429).length, 120)
    // Two seconds' worth at once, and what came back meanwhile.
    assert.ok(passed <= perSecond * (2 + seconds) + 2, `${passed} passed in ${seconds} s`)
    assert.ok(passed >= perSecond * 2 - 2, `${passed} passed`)
    assert.equal(answers[0]?.headers.get('ratelimit-limit'), String(perSecond))
  })

  it('leave books that are true', async () => {
    const { code, output } = await world.command('verify')
    assert.equal(code, 0, output)
  })
})
