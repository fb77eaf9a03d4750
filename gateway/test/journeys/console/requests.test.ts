import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ConsoleClient } from '../../support/console-client.ts'
import { eventually, openWorld, type Wire } from '../../support/world.ts'

const number = '4111111111111111'

describe('the log of requests', () => {
  const world = openWorld()
  let owner: ConsoleClient
  before(async () => {
    owner = await world.signIn('owner')
  })
  const list = async (query = ''): Promise<Wire> =>
    (await owner.call('GET', `/console/points/${world.demo.auth_point_id}/requests${query}`)).body.data
  const entryOf = async (requestId: string | null): Promise<Wire> =>
    await eventually(async () => (await list(`?request_id=${requestId}`)).items[0], `the request ${requestId}`)
  const payin = (reference: string, more: object = {}) => ({
    service_code: 'BT_AR',
    amount: 10,
    reference,
    payer_doc_id: '20267565393',
    ...more,
  })
  const pay = async (body: object, key?: string) =>
    await world.call('POST', '/api/v1/payments/payin_hth', { body, ...(key === undefined ? {} : { key }) })

  it('holds what was asked, by which key, from where, with what result, and leads to the transaction', async () => {
    const answer = await pay(payin('log-1'))
    const entry = await entryOf(answer.headers.get('x-request-id'))
    assert.deepEqual(
      [entry.method, entry.route, entry.status, entry.problem_code, entry.problem_fields, entry.address],
      ['POST', '/api/v1/payments/payin_hth', 200, null, [], '127.0.0.1'],
    )
    assert.equal(entry.transaction_id, answer.body.data.transaction_id)
    assert.deepEqual([entry.by.kind, entry.by.name], ['key', 'Demo: payments'])
    assert.ok(Number.isInteger(entry.duration_ms))
    const read = await world.call('GET', `/api/v1/payments/${answer.body.data.transaction_id}?_x=secret`)
    const reading = await entryOf(read.headers.get('x-request-id'))
    assert.equal(reading.route, '/api/v1/payments/:id')
    assert.equal(reading.transaction_id, answer.body.data.transaction_id)
  })

  it('names the problem and the wrong fields, never a value', async () => {
    const wrong = await pay(
      payin('log-2', {
        amount: 1e14,
        expired_at: 'secret',
        [number]: 'x',
        payer_email: 'log-2',
      }),
    )
    const entry = await entryOf(wrong.headers.get('x-request-id'))
    assert.deepEqual([entry.status, entry.problem_code], [422, 'validation_failed'])
    assert.deepEqual(entry.problem_fields.toSorted(), ['amount', 'expired_at'])
    const single = await pay(payin('log-3', { amount: 0 }))
    assert.equal((await entryOf(single.headers.get('x-request-id'))).problem_code, 'amount_too_small')
    const conflict = await pay(payin('log-1', { amount: 11 }))
    assert.equal((await entryOf(conflict.headers.get('x-request-id'))).problem_code, 'reference_conflict')
    const rows = JSON.stringify((await world.db.query('select * from request_log')).rows)
    for (const value of ['20267565393', number, 'log-2', 'secret'])
      assert.ok(!rows.includes(value), `${value} stands in the log`)
  })

  it('holds refusals of keys that are known: without the scope, from elsewhere, expired; nothing of strangers', async () => {
    const point = world.demo.auth_point_id
    const key = async (...options: string[]) =>
      (await world.facts('key', 'create', '--point', point, '--name', 'k', ...options))['api_key'] ?? ''
    const scope = await pay(payin('log-4'), await key('--scopes', 'read'))
    assert.equal((await entryOf(scope.headers.get('x-request-id'))).problem_code, 'scope_missing')
    const network = await pay(payin('log-4'), await key('--scopes', 'payins', '--networks', '10.0.0.0/8'))
    assert.equal((await entryOf(network.headers.get('x-request-id'))).problem_code, 'network_not_allowed')
    const old = await key('--scopes', 'payins')
    await world.db.query(`update api_keys set expires_at = gateway_now() - interval '1 day' where key_id = $1`, [
      old.split('_')[2],
    ])
    const expired = await pay(payin('log-4'), old)
    assert.equal((await entryOf(expired.headers.get('x-request-id'))).problem_code, 'expired_key')
    const stranger = await pay(payin('log-4'), 'pas_test_nobody')
    const after = await pay(payin('log-5'))
    await entryOf(after.headers.get('x-request-id'))
    assert.deepEqual((await list(`?request_id=${stranger.headers.get('x-request-id')}`)).items, [])
    const byPerson = await owner.call('GET', `/console/points/${point}/payments`)
    assert.deepEqual((await list(`?request_id=${byPerson.headers.get('x-request-id')}`)).items, [])
  })

  it('is filtered and paged, newest first', async () => {
    const all: Wire[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list(`?limit=3${cursor && `&cursor=${cursor}`}`)
      assert.ok(page.items.length <= 3)
      all.push(...page.items)
      assert.ok(all.length < 10_000, 'the pages end')
      cursor = page.next_cursor
    }
    const times = all.map((each: Wire) => each.created_at)
    assert.deepEqual(times, times.toSorted().toReversed())
    assert.equal(new Set(all.map((each: Wire) => each.request_id)).size, all.length)
    const count = async (query: string, fits: (each: Wire) => boolean) => {
      const { items: requests } = await list(`?limit=100&${query}`)
      assert.ok(requests.length > 0 && requests.every(fits), query)
      assert.equal(requests.length, all.filter(fits).length, query)
    }
    await count('status=4xx', (each) => each.status >= 400)
    await count('status=2xx', (each) => each.status < 300)
    await count('method=GET', (each) => each.method === 'GET')
    await count('problem_code=scope_missing', (each) => each.problem_code === 'scope_missing')
    await count('route=/api/v1/payments/:id', (each) => each.route === '/api/v1/payments/:id')
    const [{ transaction_id: id }] = all.filter((each: Wire) => each.transaction_id)
    await count(`transaction_id=${id}`, (each) => each.transaction_id === id)
    // A day alone begins at its midnight as a lower bound, and ends with its last moment as an upper one.
    await count(`from=${times.at(-1)?.slice(0, 10)}&to=${times[0]?.slice(0, 10)}`, () => true)
    assert.deepEqual((await list('?from=2100-01-01T00:00:00Z')).items, [])
    assert.deepEqual((await list('?to=2001-01-01T00:00:00Z')).items, [])
    for (const query of ['status=7xx', 'cursor=x', 'method=EAT', 'request_id=%00'])
      assert.equal(
        (await owner.call('GET', `/console/points/${world.demo.auth_point_id}/requests?${query}`)).status,
        422,
      )
  })

  it('counts the refusals of a period by their code, with the newest of each, in the language of the reader', async () => {
    const { items: refused } = await list('?status=4xx&limit=100')
    const read = async (query = '', headers = {}): Promise<Wire> =>
      (await owner.call('GET', `/console/points/${world.demo.auth_point_id}/requests/errors${query}`, { headers })).body
        .data
    const { errors, timeline } = await read()
    const counts = new Map<string, number>()
    for (const { problem_code: code } of refused) counts.set(code, (counts.get(code) ?? 0) + 1)
    assert.deepEqual(new Map(errors.map((each: Wire) => [each.problem_code, each.count])), counts)
    assert.equal(timeline.length, 24)
    assert.equal(
      timeline.reduce((sum: number, count: number) => sum + count, 0),
      refused.length,
    )
    for (const { problem_code: code, last_at: at, last_request_id: id } of errors) {
      const newest = refused.find((each: Wire) => each.problem_code === code)
      assert.deepEqual([at, id], [newest.created_at, newest.request_id])
    }
    const most = errors.map((each: Wire) => each.count)
    assert.deepEqual(
      most,
      most.toSorted((one: number, other: number) => other - one),
    )
    const spanish = await read('', { 'accept-language': 'es' })
    const meanings = (data: Wire) => data.errors.find((each: Wire) => each.problem_code === 'scope_missing').meaning
    assert.notEqual(meanings(spanish), meanings({ errors }))
    assert.deepEqual((await read('?from=2100-01-01')).errors, [])
    assert.deepEqual((await read(`?to=${refused.at(-1).created_at}&from=2001-01-01`)).errors, [])
  })

  it('is whole when the gateway is stopped at once after an answer', async () => {
    const answer = await pay(payin('log-last'))
    await world.stopGateway()
    await world.startGateway()
    await owner.signIn(world.demo.people.owner)
    const found = await world.db.query('select from request_log where request_id = $1', [
      answer.headers.get('x-request-id'),
    ])
    assert.equal(found.rowCount, 1)
  })
})
