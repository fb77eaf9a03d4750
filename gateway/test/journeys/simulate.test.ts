import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { eventually, openWorld, type Wire } from '../support/world.ts'

describe('POST /test/payments/{id}/simulate and /test/clock', () => {
  const world = openWorld()
  let references = 0

  const payin = async (more: object = {}): Promise<string> => {
    const body = {
      service_code: 'PIX_BR',
      payer_doc_id: '390.533.447-05',
      amount: 777.01,
      reference: `s-${++references}`,
      ...more,
    }
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  const payout = async (amount: number): Promise<string> => {
    const body = {
      service_code: 'BT_AR',
      amount,
      reference: `s-${++references}`,
      account_type: 'CBU',
      account: '2850590940090418135201',
    }
    const answer = await world.call('POST', '/api/v1/payments/payout_hth', { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  const simulate = async (id: string, event: string, more: object = {}) =>
    await world.call('POST', `/api/v1/test/payments/${id}/simulate`, { body: { event, ...more } })
  const after1 = async (id: string, event: string, more: object = {}): Promise<string> => {
    const answer = await simulate(id, event, more)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { data } = answer.body
    return `${data.status} ${data.reason} ${data.credited_amount}`
  }
  const state = async (id: string, wanted: string): Promise<Wire> =>
    await eventually(async () => {
      const { data } = (await world.call('GET', `/api/v1/payments/${id}`)).body
      return `${data.status} ${data.reason}` === wanted ? data : undefined
    }, wanted)

  it('pays, in parts, with a surplus, twice, and by somebody else', async () => {
    assert.equal(await after1(await payin(), 'paid'), 'COMPLETED paid 777.01')
    const part = await payin()
    assert.equal(await after1(part, 'paid_partly', { amount: '100.50' }), 'PENDING underpaid null')
    assert.equal(await after1(part, 'paid'), 'COMPLETED paid 777.01')
    assert.match(await after1(await payin(), 'paid_more'), /^COMPLETED overpaid 854\.7/)
    const twice = await payin()
    assert.match(await after1(twice, 'paid_twice'), /^COMPLETED/)
    assert.equal(
      await after1(await payin(), 'paid', { sender_document: '11144477735' }),
      'COMPLETED payer_mismatch 777.01',
    )
  })

  it('refuses a card number for the document of the payer', async () => {
    const answer = await world.call('POST', `/api/v1/test/payments/${await payin()}/simulate`, {
      body: { event: 'paid', sender_document: '1 4111111111111111' },
    })
    assert.deepEqual([answer.status, answer.body.errors[0].param], [422, 'sender_document'])
  })

  it('declines, expires, pays late and takes back', async () => {
    assert.match(await after1(await payin(), 'declined'), /^ERROR declined/)
    const late = await payin()
    assert.equal(await after1(late, 'expire'), 'EXPIRED expired null')
    assert.equal(await after1(late, 'paid_late'), 'COMPLETED paid_late 777.01')
    assert.match(await after1(late, 'reversed'), /^ERROR reversed/)
    const again = await simulate(late, 'expire')
    assert.equal(again.body.error.code, 'not_in_this_state')
  })

  it('approves a DEBIN', async () => {
    const id = await payin({
      service_code: 'DEBIN_AR',
      payer_doc_id: '20267565393',
      account: '2850590940090418135201',
      account_type: 'CBU',
    })
    assert.match(await after1(id, 'approved'), /^COMPLETED paid/)
  })

  it('completes, returns and returns in part a payout', async () => {
    const waiting = await payout(777.01)
    assert.match(await after1(waiting, 'paid'), /^COMPLETED paid/)
    const part = await payout(50)
    assert.match(await after1(part, 'return_partly', { amount: 20 }), /^COMPLETED partially_returned/)
    assert.match(await after1(part, 'return'), /^ERROR returned/)
  })

  it('says what can happen, what cannot now, and whose payment it is not', async () => {
    const id = await payin()
    const unknown = await simulate(id, 'explode')
    assert.equal(unknown.status, 422)
    assert.equal(unknown.body.errors[0].param, 'event')
    assert.match(unknown.body.errors[0].message, /paid_partly/)
    assert.equal((await simulate(id, 'paid_partly', { amount: 1.234 })).body.errors[0].code, 'amount_precision')
    const early = await simulate(id, 'paid_late')
    assert.equal(early.body.error.code, 'not_in_this_state')
    assert.match(early.body.error.message, /The simulated bank refuses: not expired/)
    assert.equal((await simulate('00000000-0000-4000-8000-000000000000', 'paid')).status, 404)
  })

  it('the clock moves expiries, bank and gateway together, and comes back', async () => {
    const id = await payin({ expired_at: new Date(Date.now() + 3_600_000).toISOString() })
    // Not only the bank must know it: time that moves under the call ends the call's lease, and its outcome is found out later.
    await eventually(async () => await isAnnounced(world.databaseUrl, id), 'announced')
    // A minute behind the expiry: an inquiry that meets the bank before its clock moves puts the next try off by a tenth of that.
    const seconds = 3_660
    const moved = await world.call('POST', '/api/v1/test/clock', { body: { advance_seconds: seconds } })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    assert.equal(moved.body.data.offset_seconds, seconds)
    assert.ok(Math.abs(Date.parse(moved.body.data.now) - Date.now() - seconds * 1_000) < 60_000)
    assert.equal((await world.bank('GET', '/control/health')).offset_ms, seconds * 1_000)
    await state(id, 'EXPIRED expired')
    const fresh = await payin({ amount: 10 })
    const paid = await state(fresh, 'COMPLETED paid')
    assert.ok(Date.parse(paid.created_at) > Date.now() + 3_600_000)
    assert.match(await after1(await payout(20), 'return'), /^ERROR returned/)
    const back = await world.call('POST', '/api/v1/test/clock', { body: { reset: true } })
    assert.equal(back.body.data.offset_seconds, 0)
    assert.equal((await world.call('GET', '/api/v1/test/clock')).body.data.offset_seconds, 0)
    await state(await payin({ amount: 11 }), 'COMPLETED paid')
  })

  it('the clock makes the months that it moves to before anything is written in them', async () => {
    const days = 200
    const moved = await world.call('POST', '/api/v1/test/clock', { body: { advance_seconds: days * 86_400 } })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    await state(await payin({ amount: 12 }), 'COMPLETED paid')
    const db = new pg.Client({ connectionString: world.databaseUrl })
    await db.connect()
    try {
      const month = `provider_notifications_${String(moved.body.data.now).slice(0, 7).replace('-', '_')}`
      const news = await db.query(`select count(*)::int as n from ${month}`)
      assert.ok(news.rows[0].n > 0, month)
      assert.equal((await db.query('select from provider_notifications_default')).rowCount, 0)
    } finally {
      await db.end()
    }
    await world.call('POST', '/api/v1/test/clock', { body: { reset: true } })
  })

  it('the clock takes only a step forward or a reset, and nothing once another merchant or a live point has it too', async () => {
    for (const body of [{}, { advance_seconds: -1 }, { advance_seconds: 1, reset: true }, { reset: false }]) {
      assert.equal((await world.call('POST', '/api/v1/test/clock', { body })).status, 422, JSON.stringify(body))
    }
    await world.call('POST', '/api/v1/test/clock', { body: { advance_seconds: 60 } })
    const create = ['point', 'create', '--merchant', 'M', '--environment', 'live', '--name', 'L']
    assert.match((await world.command(...create)).output, /set it back to 0/)
    assert.equal((await world.db.query(`select from merchants where name = 'M'`)).rowCount, 0, 'nothing is left of it')
    const back = await world.call('POST', '/api/v1/test/clock', { body: { reset: true } })
    assert.equal(back.body.data.affects, 'your_merchant')
    await world.facts('point', 'create', '--merchant', 'M', '--environment', 'test', '--name', 'T')
    const shared = await world.call('POST', '/api/v1/test/clock', { body: { advance_seconds: 60 } })
    assert.match(shared.body.error.message, /TEST_CLOCK/)
    assert.equal((await world.call('GET', '/api/v1/test/clock')).body.data.affects, 'all_merchants')
    const live = await world.facts(...create)
    const refused = await world.call('POST', '/api/v1/test/clock', { body: { advance_seconds: 60 } })
    assert.equal(refused.body.error.code, 'not_in_this_state')
    assert.match(refused.body.error.message, /live point/)
    const made = await world.facts(
      'key',
      'create',
      '--point',
      live['auth_point_id'] ?? '',
      '--scopes',
      'payins,read',
      '--name',
      'k',
    )
    const key = made['api_key'] ?? ''
    assert.equal((await world.call('POST', '/api/v1/test/clock', { key, body: { reset: true } })).status, 404)
    const id = await payin()
    assert.equal(
      (await world.call('POST', `/api/v1/test/payments/${id}/simulate`, { key, body: { event: 'paid' } })).status,
      404,
    )
  })
})

/** Undefined while the gateway has not noted the bank's answer. */
async function isAnnounced(databaseUrl: string, id: string): Promise<true | undefined> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    const open = await db.query(`select from attempts where transaction_id = $1 and state = 'open'`, [id])
    return open.rowCount === 1 ? true : undefined
  } finally {
    await db.end()
  }
}
