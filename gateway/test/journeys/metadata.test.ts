import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { flatCard, nestedCard } from '../support/card-request.ts'
import { eventually, openWorld, type Wire } from '../support/world.ts'

const unique = () => randomBytes(11).toString('hex')

describe('metadata of a payment', () => {
  const world = openWorld({ env: { RETENTION_PERSONAL_DAYS: '60', TEST_CLOCK: 'anybody' } })

  const create = async (body: Wire, path = 'payin_hth'): Promise<Wire> =>
    await world.call('POST', `/api/v1/payments/${path}`, { body })
  const payin = (changes: Wire = {}) => ({ service_code: 'SPEI_MX', amount: 77_701, reference: unique(), ...changes })
  const created = async (body: Wire, path?: string): Promise<string> => {
    const answer = await create(body, path)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  const idsBy = async (key: string, value: string, more = ''): Promise<string[]> => {
    const query = `metadata_key=${encodeURIComponent(key)}&metadata_value=${encodeURIComponent(value)}${more}`
    const answer = await world.call('GET', `/api/v1/payments?${query}`)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.items.map((item: Wire) => item.transaction_id)
  }

  it('is shown in reads and lists, and found by key and value, for pay-ins and payouts', async () => {
    const order = unique()
    const metadata = { order_id: order, shop: 'Zürich & Söhne' }
    const plain = await created(payin())
    const first = await created(payin({ metadata }))
    const document = '529.982.247-25'
    const paid = { service_code: 'PIX_BR', amount: 5, account: document, account_doc_id: document }
    const second = await created({ ...paid, reference: unique(), metadata: { order_id: order } }, 'payout_hth')
    assert.deepEqual((await world.call('GET', `/api/v1/payments/${first}`)).body.data.metadata, metadata)
    assert.ok(!('metadata' in (await world.call('GET', `/api/v1/payments/${plain}`)).body.data))
    assert.deepEqual(await idsBy('order_id', order), [second, first])
    assert.deepEqual(await idsBy('order_id', order, '&pay_type=payin'), [first])
    assert.deepEqual(await idsBy('order_id', order, '&limit=1'), [second])
    assert.deepEqual(await idsBy('shop', metadata.shop), [first])
    assert.deepEqual(await idsBy('order_id', `${order}x`), [])
    assert.deepEqual(await idsBy('Order_id', order), [])
    const half = await world.call('GET', '/api/v1/payments?metadata_key=order_id')
    assert.deepEqual([half.status, half.body.error.param], [422, 'metadata_value'])
  })

  it('is taken with both forms of a card pay-in, but never with the card itself', async () => {
    const order = unique()
    const number = '4111111111111111'
    const metadata = { order_id: order }
    const flat = await created(flatCard(number, { metadata }))
    const nested = await created({ ...nestedCard(number), metadata })
    assert.deepEqual(await idsBy('order_id', order), [nested, flat])
    for (const body of [flatCard(number), nestedCard(number)]) {
      const answer = await create({ ...body, metadata: { paid_with: number, cvv: '737', order_id: order } })
      const named = answer.body.errors.map((each: Wire) => each.param)
      assert.deepEqual([answer.status, named], [422, ['metadata.paid_with', 'metadata.cvv']])
      assert.ok(!JSON.stringify(answer.body).includes(number))
    }
    assert.deepEqual(await idsBy('order_id', order), [nested, flat])
  })

  it('is found by people as key:value, and is in their export', async () => {
    const order = unique()
    const id = await created(payin({ metadata: { order_id: order, formula: '=1+1' } }))
    const person = await world.person()
    const at = `/console/points/${world.demo.auth_point_id}`
    const found = async (q: string): Promise<string[]> => {
      const query = new URLSearchParams({ pay_type: 'payin', q })
      const answer = await person.call('GET', `${at}/transactions?${query}`)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body.data.items.map((item: Wire) => item.transaction_id)
    }
    assert.deepEqual(await found(`order_id:${order}`), [id])
    assert.deepEqual(await found(`order_id: ${order}`), [id])
    assert.deepEqual(await found(`formula:${order}`), [])
    const headers = { cookie: `sid=${person.cookie()}` }
    const file = await fetch(`${world.url}${at}/transactions.csv?pay_type=payin`, { headers })
    const [names = '', ...lines] = (await file.text()).split('\r\n')
    assert.match(names, /metadata/)
    const [line] = lines.filter((each) => each.includes(order))
    assert.ok(line?.includes(`""order_id"":""${order}""`), line)
  })

  it('belongs to the content of a request: the same again is a replay, other notes are a conflict', async () => {
    const body = payin({ metadata: { order_id: '1', shop: 'a' } })
    const id = await created(body)
    assert.equal(await created({ ...body, metadata: { shop: 'a', order_id: '1' } }), id)
    for (const metadata of [undefined, { order_id: '1' }, { order_id: '2', shop: 'a' }]) {
      const answer = await create({ ...body, metadata })
      assert.equal(answer.body.error.code, 'reference_conflict')
      assert.deepEqual(answer.body.error.fields, ['metadata'])
    }
    const without = payin()
    const other = await created(without)
    assert.equal(await created({ ...without, metadata: {} }), other)
  })

  it('names each wrong key, in three languages', async () => {
    for (const language of ['en', 'es', 'pt']) {
      const answer = await world.call('POST', '/api/v1/payments/payin_hth', {
        body: payin({ metadata: { order_id: 7, 'a:b': 'x' } }),
        headers: { 'accept-language': language },
      })
      assert.equal(answer.status, 422)
      assert.deepEqual(
        answer.body.errors.map((each: Wire) => [each.param, each.code]),
        [
          ['metadata.order_id', 'invalid_type'],
          ['metadata.a:b', 'invalid_format'],
        ],
      )
    }
  })

  it('is in callbacks only where the point asks for it', async () => {
    const settings = async (on: boolean) => {
      const body = { send_metadata: on }
      const answer = await world.call('PUT', '/api/v1/webhook', { key: world.demo.settings_key, body })
      assert.deepEqual([answer.status, answer.body.data.send_metadata], [200, on])
    }
    const callbackOf = async (id: string): Promise<Wire> =>
      await eventually(async () => {
        const inbox = await world.call('GET', '/api/v1/test/inbox', { key: world.demo.settings_key })
        const bodies: Wire[] = inbox.body.data.messages.map((item: Wire) => JSON.parse(item.body))
        return bodies.find((body) => body.transaction_id === id && body.status === 'COMPLETED')
      }, 'the callback')
    const metadata = { order_id: 'c-1', 'quoted "key"': '},"status":"ERROR"' }
    const off = await created(payin({ amount: 12, metadata }))
    assert.ok(!('metadata' in (await callbackOf(off))))
    await settings(true)
    const on = await created(payin({ amount: 13, metadata }))
    const told = await callbackOf(on)
    assert.deepEqual(told.metadata, metadata)
    assert.equal(told.status, 'COMPLETED')
    const plain = await created(payin({ amount: 14 }))
    assert.ok(!('metadata' in (await callbackOf(plain))))
    await settings(false)
  })

  it('is found by no other point', async () => {
    const order = unique()
    await created(payin({ metadata: { order_id: order } }))
    const point = await world.facts('point', 'create', '--merchant', 'Other', '--environment', 'test', '--name', 'O')
    const { api_key: key = '' } = await world.facts(
      'key',
      'create',
      '--point',
      point['auth_point_id'] ?? '',
      '--scopes',
      'read',
    )
    const query = `metadata_key=order_id&metadata_value=${order}`
    assert.deepEqual((await world.call('GET', `/api/v1/payments?${query}`, { key })).body.data.items, [])
    // The reader's role sees the notes of its merchant only, whatever the statement asks.
    const client = world.db
    try {
      await client.query('begin')
      const owner = `select merchant_id from points where id = $1`
      const { rows } = await client.query<{ merchant_id: string }>(owner, [point['auth_point_id']])
      await client.query('set local role pasarela_reader')
      await client.query(`select set_config('pasarela.merchant_id', $1, true)`, [rows[0]?.merchant_id])
      assert.equal((await client.query('select from transaction_metadata')).rowCount, 0)
    } finally {
      await client.query('rollback')
    }
  })

  it('is removed with the other personal data, from the payment, the search and the callbacks', async () => {
    const order = unique()
    await world.call('PUT', '/api/v1/webhook', { key: world.demo.settings_key, body: { send_metadata: true } })
    const id = await created(payin({ amount: 15, metadata: { order_id: order, quote: 'a "b" \\ c' } }))
    await eventually(async () => {
      const read = await world.call('GET', `/api/v1/payments/${id}`)
      return read.body.data.status === 'COMPLETED' ? true : undefined
    }, 'the payment')
    const kept = async () => {
      const found = await world.db.query<{ noted: boolean; rows: number; told: number }>(
        `select metadata is not null as noted,
          (select count(*)::int from transaction_metadata m where m.transaction_id = t.id) as rows,
          (select count(*)::int from callback_events e where e.transaction_id = t.id and e.body_template like '%' || $2 || '%') as told
        from transactions t where id = $1`,
        [id, order],
      )
      return found.rows[0]
    }
    assert.deepEqual(await kept(), { noted: true, rows: 2, told: 1 })
    const { code, output } = await world.command('retention', 'run')
    assert.equal(code, 0, output)
    assert.deepEqual(await kept(), { noted: true, rows: 2, told: 1 })
    await world.call('POST', '/api/v1/test/clock', { body: { advance_seconds: 200 * 86_400 } })
    // The request log is written twice a second, so requests of before the advance may be inserted after the first run.
    await eventually(async () => {
      const removed = await world.command('retention', 'run')
      if (removed.code === 0) return true
      assert.match(removed.output, /Left in request_log\.address/)
      assert.doesNotMatch(removed.output, /Left in (?!request_log\.address)/)
      return undefined
    }, 'a run that leaves nothing')
    assert.deepEqual(await kept(), { noted: false, rows: 0, told: 0 })
    const left = await world.db.query(
      `select body_template::json ->> 'status' as status from callback_events where transaction_id = $1`,
      [id],
    )
    assert.deepEqual(left.rows, [{ status: 'COMPLETED' }])
  })
})
