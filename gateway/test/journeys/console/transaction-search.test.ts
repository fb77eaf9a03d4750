import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ConsoleClient } from '../../support/console-client.ts'
import { eventually, openWorld, type Wire } from '../../support/world.ts'

describe('transactions as people search for them', () => {
  // Nobody pays by themselves: what is paid is what the test pays.
  const world = openWorld({ bankEnv: { SIMBANK_PAY_DELAY_MS: '3600000' } })
  let person: ConsoleClient
  let base: string
  let stranger: { person: ConsoleClient; base: string }
  const made: Record<string, Wire> = {}
  before(async () => {
    person = await world.person()
    base = `/console/points/${world.demo.auth_point_id}`
    const point = await world.facts('point', 'create', '--merchant', 'Other', '--environment', 'test', '--name', 'O')
    const other = point['auth_point_id'] ?? ''
    stranger = {
      person: await world.person({ pointId: other }),
      base: `/console/points/${other}`,
    }
    await fill()
  })

  const payin = async (name: string, body: Wire) => {
    const answer = await person.call('POST', `${base}/payments/payin_hth`, { body: { reference: name, ...body } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    made[name] = answer.body.data
  }
  const fill = async () => {
    await payin('Order-AR-1', {
      service_code: 'BT_AR',
      amount: 1500.5,
      payer_doc_id: '20-26756539-3',
      payer_name: 'Ana Prueba',
    })
    await payin('Order-AR-2', { service_code: 'BT_AR', amount: 77, payer_doc_id: '27269547254' })
    await payin('Order-MX-1', { service_code: 'SPEI_MX', amount: 300, payer_doc_id: 'BADD110313HCMLNS09' })
    await payin('Order-CL-1', { service_code: 'BT_CL', amount: 1500, payer_doc_id: '12345678-5' })
    const first = made['Order-AR-1'].transaction_id
    await person.call('POST', `${base}/test/payments/${first}/simulate`, { body: { event: 'paid' } })
    await world.db.query(
      `update transactions set end_to_end_id = 'E2E-0001', provider_reference = 'PROV-9', sender_document = '20111111112',
        payer_reference = 'SLIP 44' where id = $1`,
      [first],
    )
    const payout = await person.call('POST', `${base}/payments/payout_hth`, {
      body: {
        service_code: 'BT_AR',
        amount: 10,
        reference: 'Order-AR-1',
        account_type: 'ALIAS',
        account: 'prueba.alias',
      },
    })
    assert.equal(payout.status, 200, JSON.stringify(payout.body))
    made['payout'] = payout.body.data
  }
  const list = async (query: Record<string, string>, who = person, at = base): Promise<Wire> => {
    const answer = await who.call('GET', `${at}/transactions?${new URLSearchParams({ pay_type: 'payin', ...query })}`)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const references = (data: Wire): string[] => data.items.map((each: Wire) => each.reference).toSorted()

  it('are counted by status, within days, per kind and per point', async () => {
    const counts = async (query: Record<string, string>, who = person, at = base): Promise<Wire> => {
      const answer = await who.call('GET', `${at}/transactions/counts?${new URLSearchParams(query)}`)
      return answer.status === 200 ? answer.body.data : answer.status
    }
    await eventually(
      async () => ((await list({ status: 'COMPLETED' })).items.length === 1 ? true : undefined),
      'a payment is completed',
    )
    const few = (rows: number) => ({ rows, more: false })
    const none = { PENDING: few(0), COMPLETED: few(0), ERROR: few(0), EXPIRED: few(0) }
    const whole = await counts({ pay_type: 'payin' })
    assert.deepEqual(whole, { all: few(4), by_status: { ...none, PENDING: few(3), COMPLETED: few(1) } })
    assert.deepEqual((await counts({ pay_type: 'payout' })).all, few(1))
    assert.deepEqual((await counts({ pay_type: 'payin', created_to: '2020-01-01' })).all, few(0))
    assert.deepEqual((await counts({ pay_type: 'payin' }, stranger.person, stranger.base)).all, few(0))
    assert.equal(await counts({ pay_type: 'payin' }, stranger.person), 404)
    assert.equal(await counts({}), 422)
  })

  it('are found by every id, document, name and amount they have, however these are written', async () => {
    const first = made['Order-AR-1']
    const questions: [string, string[]][] = [
      [first.transaction_id, ['Order-AR-1']],
      [first.transaction_id.toUpperCase(), ['Order-AR-1']],
      ['Order-AR-2', ['Order-AR-2']],
      ['Order-AR', ['Order-AR-1', 'Order-AR-2']],
      ['Order-ar', []],
      [' Order-MX-1 ', ['Order-MX-1']],
      ['E2E-0001', ['Order-AR-1']],
      ['PROV-9', ['Order-AR-1']],
      ['SLIP 44', ['Order-AR-1']],
      [first.target_account_reference, ['Order-AR-1']],
      [first.target_account_reference.toLowerCase(), ['Order-AR-1']],
      [made['Order-MX-1'].clabe, ['Order-MX-1']],
      ['20267565393', ['Order-AR-1']],
      ['20-26756539-3', ['Order-AR-1']],
      ['20111111112', ['Order-AR-1']],
      ['12.345.678-5', ['Order-CL-1']],
      ['BADD110313HCMLNS09', ['Order-MX-1']],
      ['badd110313hcmlns09', ['Order-MX-1']],
      ['ana pru', ['Order-AR-1']],
      ['1500', ['Order-CL-1']],
      ['1500.50', ['Order-AR-1']],
      ['1.500,5', ['Order-AR-1']],
      ['$ 1,500.50', ['Order-AR-1']],
      ['77', ['Order-AR-2']],
      ["'; drop table transactions; --", []],
      ['%', []],
      ['nobody', []],
    ]
    for (const [q, expected] of questions) assert.deepEqual(references(await list({ q })), expected, q)
  })

  it('are found over pay-ins and payouts at once by the global search, and by no search of another merchant', async () => {
    const found = await person.call('GET', `${base}/transactions/lookup?q=Order-AR-1`)
    assert.deepEqual(found.body.data.items.map((each: Wire) => each.pay_type).toSorted(), ['payin', 'payout'])
    const ids = [made['Order-AR-1'].transaction_id, 'Order-AR-1', 'Order', '20267565393', 'Ana', '1500.50', 'E2E-0001']
    for (const q of [...ids, made['Order-MX-1'].clabe, made['Order-AR-1'].target_account_reference]) {
      assert.deepEqual(references(await list({ q }, stranger.person, stranger.base)), [], q)
      const lookup = await stranger.person.call(
        'GET',
        `${stranger.base}/transactions/lookup?q=${encodeURIComponent(q)}`,
      )
      assert.deepEqual(lookup.body.data.items, [], q)
    }
    const story = await stranger.person.call('GET', `${stranger.base}/transactions/${ids[0]}/story`)
    assert.equal(story.status, 404)
    const foreign = await stranger.person.call('GET', `${base}/transactions?pay_type=payin`)
    assert.equal(foreign.status, 404)
  })

  it('are narrowed by each filter, alone, together and with a search', async () => {
    const paid = { status: 'COMPLETED', reason: 'paid' }
    await eventually(async () => (references(await list(paid)).length === 1 ? true : undefined), 'the payment')
    const cases: [Record<string, string>, string[]][] = [
      [paid, ['Order-AR-1']],
      [{ reason: 'awaiting_payment' }, ['Order-AR-2', 'Order-CL-1', 'Order-MX-1']],
      [{ reason: 'overpaid' }, []],
      [{ reason: 'awaiting_payment', status: 'COMPLETED' }, []],
      [{ service_code: 'BT_AR' }, ['Order-AR-1', 'Order-AR-2']],
      [{ currency: 'MXN' }, ['Order-MX-1']],
      [{ currency: 'ARS', status: 'PENDING' }, ['Order-AR-2']],
      [{ amount_from: '1500' }, ['Order-AR-1', 'Order-CL-1']],
      [{ amount_from: '1500,01', amount_to: '2000' }, ['Order-AR-1']],
      [{ amount_to: '300' }, ['Order-AR-2', 'Order-MX-1']],
      [{ amount_from: '300', amount_to: '300', currency: 'MXN' }, ['Order-MX-1']],
      [{ amount_from: '0' }, ['Order-AR-1', 'Order-AR-2', 'Order-CL-1', 'Order-MX-1']],
      [{ created_from: '2099-01-01' }, []],
      [{ created_to: '2020-01-01' }, []],
      [{ q: 'Order', service_code: 'SPEI_MX' }, ['Order-MX-1']],
      [{ q: '20267565393', status: 'EXPIRED' }, []],
      [{ pay_type: 'payout' }, ['Order-AR-1']],
      [{ pay_type: 'payout', q: 'Order-AR-1' }, ['Order-AR-1']],
    ]
    for (const [query, expected] of cases)
      assert.deepEqual(references(await list(query)), expected, JSON.stringify(query))
  })

  it('come a page at a time, each once, also while searched for', async () => {
    for (const query of [{}, { q: 'Order' }] as Record<string, string>[]) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Wire = await list({ ...query, limit: '1', ...(cursor && { cursor }) })
        seen.push(...references(page))
        cursor = page.next_cursor
        assert.ok(seen.length < 10)
      }
      assert.deepEqual(seen.toSorted(), ['Order-AR-1', 'Order-AR-2', 'Order-CL-1', 'Order-MX-1'])
    }
  })

  it('are refused with every wrong filter named at once', async () => {
    const bad = {
      status: 'paid',
      reason: 'x',
      service_code: 'y',
      currency: 'GBP',
      amount_from: '-1',
      amount_to: 'many',
    }
    const query = new URLSearchParams({ pay_type: 'card', created_from: 'soon', created_to: '1', limit: '101', ...bad })
    for (const path of ['transactions', 'transactions.csv']) {
      const answer = await person.call('GET', `${base}/${path}?${query}`)
      assert.equal(answer.status, 422)
      assert.equal(answer.body.error.code, 'validation_failed')
      const named = answer.body.errors.map((each: Wire) => each.param).toSorted()
      const expected = [...Object.keys(bad), 'pay_type', 'created_from', 'created_to'].concat(
        path.endsWith('s') ? 'limit' : [],
      )
      assert.deepEqual(named, expected.toSorted())
    }
    assert.equal((await person.call('GET', `${base}/transactions?pay_type=payin&cursor=x`)).status, 422)
  })
})
