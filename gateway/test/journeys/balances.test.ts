import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually, openWorld } from '../support/world.ts'
import { callApi } from '../support/world-calls.ts'

describe('the balances of a point', () => {
  const world = openWorld()
  let references = 0

  const reference = () => `money-${++references}`
  const balance = async (currency: string) => {
    const answer = await world.call('GET', '/api/v1/balances')
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.balances.find((each: { currency: string }) => each.currency === currency)
  }
  const funds = async (body: object) => {
    const answer = await world.call('POST', '/api/v1/test/funds', { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const payout = async (amount: number, more: object = {}, base = world.url) =>
    await callApi(base, world.demo.api_key, {
      method: 'POST',
      path: '/api/v1/payments/payout_hth',
      body: {
        service_code: 'BT_AR',
        amount,
        reference: reference(),
        account_type: 'CBU',
        account: '2850590940090418135201',
        ...more,
      },
    })
  const payin = async (amount: number) =>
    await world.call('POST', '/api/v1/payments/payin_hth', {
      body: { service_code: 'BT_AR', amount, reference: reference(), payer_doc_id: '20267565393' },
    })
  const settled = async (id: string, status = 'COMPLETED') =>
    await eventually(async () => {
      const read = await world.call('GET', `/api/v1/payments/${id}`)
      return read.body.data.status === status ? read.body.data : undefined
    }, `${id} is ${status}`)
  const entries = async (id: string) =>
    (
      await world.db.query(
        'select kind, amount_minor::int as minor from ledger_transfers where transaction_id = $1 order by id',
        [id],
      )
    ).rows.map((row) => `${row.kind} ${row.minor}`)

  it('are shown for every currency, with the overdraft limit that lets a test point start', async () => {
    const answer = await world.call('GET', '/api/v1/balances')
    assert.equal(answer.body.data.balances.length, 11)
    assert.deepEqual(await balance('ARS'), {
      currency: 'ARS',
      available: 0,
      pending: 0,
      reserved: 0,
      overdraft_limit: 100_000_000_000,
    })
  })

  it('grow by a pay-in and shrink by a payout, each with its entries', async () => {
    const paid = await payin(250.5)
    await settled(paid.body.data.transaction_id)
    assert.equal((await balance('ARS')).available, 250.5)
    assert.deepEqual(await entries(paid.body.data.transaction_id), ['payin 25050'])
    const out = await payout(50.25)
    assert.equal(out.body.data.status, 'COMPLETED')
    assert.equal((await balance('ARS')).available, 200.25)
    assert.deepEqual(await entries(out.body.data.transaction_id), ['reserve 5025', 'payout 5025'])
  })

  it('hold a payout in reserve until it is decided, and give it back when it fails', async () => {
    await funds({ currency: 'ARS', available: 1000 })
    const open = await payout(777.01)
    assert.equal(open.body.data.status, 'PENDING')
    assert.deepEqual([(await balance('ARS')).available, (await balance('ARS')).reserved], [222.99, 777.01])
    await settled(open.body.data.transaction_id)
    assert.deepEqual([(await balance('ARS')).available, (await balance('ARS')).reserved], [222.99, 0])
    await funds({ currency: 'ARS', available: 1000 })
    const refused = await payout(777.02)
    assert.equal(refused.body.data.status, 'ERROR')
    assert.equal((await balance('ARS')).available, 1000)
    assert.deepEqual(await entries(refused.body.data.transaction_id), ['reserve 77702', 'unreserve 77702'])
  })

  it('cover a payout or refuse it: nothing is created and the reference stays free', async () => {
    await funds({ currency: 'ARS', available: 100, overdraft_limit: 0 })
    const name = reference()
    const refused = await payout(100.01, { reference: name })
    assert.equal(refused.status, 422)
    assert.equal(refused.body.status, 'error')
    assert.equal(refused.body.error.code, 'insufficient_funds')
    assert.equal(refused.body.error.param, 'amount')
    const found = await world.call('GET', `/api/v1/payments?reference=${name}`)
    assert.deepEqual(found.body.data.items, [])
    assert.equal((await payout(100, { reference: name })).body.data.status, 'COMPLETED')
    assert.equal((await payout(0.01)).body.error.code, 'insufficient_funds')
  })

  it('let one of a hundred payouts through at once when there is money for one, over two processes', async () => {
    const other = await world.anotherGateway()
    await funds({ currency: 'ARS', available: 50, overdraft_limit: 0 })
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, turn) => await payout(50, {}, turn % 2 ? other.url : world.url)),
    )
    const accepted = answers.filter((answer) => answer.status === 200)
    const refused = answers.filter((answer) => answer.body.error?.code === 'insufficient_funds')
    assert.deepEqual([accepted.length, refused.length], [1, 99])
    assert.equal((await balance('ARS')).available, 0)
  })

  it('can be set for test points only, with every wrong field named', async () => {
    const wrong = await world.call('POST', '/api/v1/test/funds', {
      body: { currency: 'CLP', available: 10.5, overdraft_limit: -1 },
    })
    assert.equal(wrong.status, 422)
    assert.deepEqual(
      wrong.body.errors.map((each: { param: string; code: string }) => `${each.param} ${each.code}`),
      ['available amount_precision', 'overdraft_limit amount_too_small'],
    )
    const nothing = await world.call('POST', '/api/v1/test/funds', { body: { currency: 'CLP' } })
    assert.equal(nothing.status, 422)
    const point = await world.facts('point', 'create', '--merchant', 'M', '--environment', 'live', '--name', 'L')
    const live = await world.facts(
      'key',
      'create',
      '--point',
      point['auth_point_id'] ?? '',
      '--scopes',
      'payouts,read',
      '--name',
      'k',
    )
    const key = live['api_key'] ?? ''
    assert.equal(
      (await world.call('POST', '/api/v1/test/funds', { key, body: { currency: 'CLP', available: 10 } })).status,
      404,
    )
    const balances = (await world.call('GET', '/api/v1/balances', { key })).body.data.balances
    assert.deepEqual(new Set(balances.map((each: { overdraft_limit: number }) => each.overdraft_limit)), new Set([0]))
  })

  it('take the fee of a pay-in and of a payout, part and fixed sum', async () => {
    const point = world.demo.auth_point_id
    for (const direction of ['payin', 'payout']) {
      await world.facts(
        'point',
        'terms',
        '--by',
        'ana',
        '--point',
        point,
        '--service',
        'BT_AR',
        '--pay-type',
        direction,
        '--percent',
        '1.5',
        '--fixed',
        '0.30',
      )
    }
    await funds({ currency: 'ARS', available: 100, overdraft_limit: 0 })
    const paid = await payin(200)
    await settled(paid.body.data.transaction_id)
    assert.deepEqual(await entries(paid.body.data.transaction_id), ['payin 20000', 'payin_fee 330'])
    assert.equal((await balance('ARS')).available, 296.7)
    assert.equal((await payout(292.1)).body.error?.code, 'insufficient_funds')
    const out = await payout(100)
    assert.deepEqual(await entries(out.body.data.transaction_id), ['reserve 10180', 'payout 10000', 'payout_fee 180'])
    assert.equal((await balance('ARS')).available, 194.9)
    await world.facts('point', 'terms', '--point', point, '--service', 'BT_AR', '--pay-type', 'payout', '--by', 'ana')
    await world.facts(
      'point',
      'terms',
      '--by',
      'ana',
      '--point',
      point,
      '--service',
      'BT_AR',
      '--pay-type',
      'payin',
      '--release-days',
      '2',
    )
  })

  it('keep a pay-in pending until its release date', async () => {
    await funds({ currency: 'ARS', available: 0 })
    const paid = await payin(70)
    await settled(paid.body.data.transaction_id)
    const held = await balance('ARS')
    assert.deepEqual([held.available, held.pending], [0, 70])
    await world.db.query('update ledger_releases set release_at = gateway_now() where transaction_id = $1', [
      paid.body.data.transaction_id,
    ])
    await eventually(async () => ((await balance('ARS')).available === 70 ? true : undefined), 'the credit is released')
    assert.equal((await balance('ARS')).pending, 0)
    assert.deepEqual(await entries(paid.body.data.transaction_id), ['payin 7000', 'release 7000'])
    await world.facts(
      'point',
      'terms',
      '--by',
      'ana',
      '--point',
      world.demo.auth_point_id,
      '--service',
      'BT_AR',
      '--pay-type',
      'payin',
    )
  })

  it('follow a payout that came back, and a pay-in that was taken back, below zero if it must be', async () => {
    await funds({ currency: 'ARS', available: 77.08, overdraft_limit: 0 })
    const out = await payout(77.08)
    assert.equal(out.body.data.status, 'COMPLETED')
    await world.bank('POST', `/control/orders/${out.body.data.transaction_id}/act`, { action: 'return' })
    const back = await settled(out.body.data.transaction_id, 'ERROR')
    assert.equal(back.reason, 'returned')
    assert.equal((await balance('ARS')).available, 77.08)
    const paid = await payin(10)
    await settled(paid.body.data.transaction_id)
    await funds({ currency: 'ARS', available: 0 })
    await world.bank('POST', `/control/orders/${paid.body.data.transaction_id}/act`, { action: 'reverse' })
    await eventually(
      async () => ((await balance('ARS')).available === -10 ? true : undefined),
      'the reversal is booked',
    )
    assert.equal((await payout(0.01)).body.error?.code, 'insufficient_funds')
  })

  it('add up: every transfer is balanced, every stored balance is the sum of its rows', async () => {
    const wrong = await world.db.query(`select a.id, a.kind, a.balance_minor,
        (select coalesce(sum(case when credit_account = a.id then amount_minor else -amount_minor end), 0)
          from ledger_transfers x where a.id in (x.debit_account, x.credit_account)) as summed
      from ledger_accounts a where balance_minor is not null`)
    assert.ok(wrong.rows.length >= 2)
    for (const row of wrong.rows) assert.equal(row.balance_minor, row.summed, row.kind)
  })
})
