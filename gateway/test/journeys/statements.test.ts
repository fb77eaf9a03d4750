import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { eventually, openWorld, type Wire } from '../support/world.ts'

describe('the statements of a point', () => {
  const world = openWorld()
  const today = () => new Date().toISOString().slice(0, 10)
  const read = async (path: string, options: object = {}) => await world.call('GET', `/api/v1${path}`, options)
  const data = async (path: string): Promise<Wire> => {
    const answer = await read(path)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  before(async () => {
    await world.db.query(
      `insert into point_terms (point_id, service_code, pay_type, fee_millionths, fee_fixed_minor, release_delay_seconds)
        values ($1, 'BT_AR', 'payin', 15000, 30, null), ($1, 'BT_AR', 'payout', 0, 15, null)`,
      [world.demo.auth_point_id],
    )
    const paid = await world.call('POST', '/api/v1/payments/payin_hth', {
      body: { service_code: 'BT_AR', amount: 200, reference: '=1+1', payer_doc_id: '20267565393' },
    })
    await eventually(async () => {
      const found = await read(`/payments/${paid.body.data.transaction_id}`)
      return found.body.data.status === 'COMPLETED' ? true : undefined
    }, 'the pay-in is paid')
    const out = await world.call('POST', '/api/v1/payments/payout_hth', {
      body: {
        ...{ service_code: 'BT_AR', amount: 50, reference: 'out-1' },
        ...{ account_type: 'CBU', account: '2850590940090418135201' },
      },
    })
    assert.equal(out.body.data.status, 'COMPLETED', JSON.stringify(out.body))
  })

  it('list each entry with its payment, fee and net amount, and the balance after it', async () => {
    const { items, next_cursor: next } = await data('/balance-transactions?currency=ARS')
    assert.equal(next, null)
    assert.deepEqual(
      items.map(({ type, reference, amount, fee, net, changes, balance_after: after }: Wire) => [
        ...[type, reference, amount, fee, net, changes.available, changes.reserved, after.available, after.total],
      ]),
      [
        ['payout', 'out-1', -50, 0.15, -50.15, 0, -50.15, 146.55, 146.55],
        ['reserve', 'out-1', 0, 0, 0, -50.15, 50.15, 146.55, 196.7],
        ['payin', '=1+1', 200, 3.3, 196.7, 196.7, 0, 196.7, 196.7],
      ],
    )
    const [only] = (await data('/balance-transactions?type=payin&limit=1')).items
    assert.deepEqual([only.reference, only.balance_after], ['=1+1', null])
  })

  it('read the same page by page', async () => {
    const whole = (await data('/balance-transactions?currency=ARS')).items
    const walked: Wire[] = []
    let cursor = ''
    do {
      const page = await data(`/balance-transactions?currency=ARS&limit=1${cursor}`)
      walked.push(...page.items)
      assert.ok(walked.length < 10_000, 'the pages end')
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
    } while (cursor !== '')
    assert.deepEqual(walked, whole)
  })

  it('open with the balance of midnight, and close with that of now', async () => {
    const statement = await data(`/statements/ARS?from=${today()}`)
    assert.deepEqual(statement.opening, { available: 0, pending: 0, reserved: 0, total: 0 })
    assert.deepEqual(statement.closing, { available: 146.55, pending: 0, reserved: 0, total: 146.55 })
    assert.deepEqual([statement.final, statement.lines_cut, statement.lines.length], [false, false, 3])
    assert.deepEqual(
      statement.sums.map(({ type, amount, fee, net }: Wire) => [type, amount, fee, net]),
      [
        ['payin', 200, 3.3, 196.7],
        ['payout', -50, 0.15, -50.15],
        ['reserve', 0, 0, 0],
      ],
    )
    const balances = (await data('/balances')).balances.find((each: Wire) => each.currency === 'ARS')
    assert.equal(balances.available, statement.closing.available)
    const before = await data('/statements/ARS?from=2026-01-01&to=2026-01-31')
    assert.deepEqual([before.closing.total, before.lines, before.final], [0, [], true])
  })

  it('begin their days in the time zone of the point', async () => {
    const point = world.demo.auth_point_id
    await world.facts('point', 'set-time-zone', '--by', 'ana', '--point', point, '--zone', 'America/Bogota')
    const statement = await data('/statements/ARS?from=2026-01-01')
    assert.deepEqual(
      [statement.time_zone, statement.since, statement.until],
      ['America/Bogota', '2026-01-01T05:00:00.000000Z', '2026-01-02T05:00:00.000000Z'],
    )
    await world.facts('point', 'set-time-zone', '--by', 'ana', '--point', point, '--zone', 'UTC')
  })

  it('come as a file without formulas, and the file is audited', async () => {
    const answer = await fetch(`${world.url}/api/v1/statements/ARS?from=${today()}`, {
      headers: { authorization: `Bearer ${world.demo.api_key}`, accept: 'text/csv' },
    })
    assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/)
    const lines = (await answer.text()).trimEnd().split('\r\n')
    assert.equal(lines.length, 6)
    assert.match(lines[1] ?? '', /"opening_balance"/)
    assert.ok(lines[2]?.includes(`"'=1+1"`), lines[2])
    assert.match(lines[5] ?? '', /"closing_balance".*146\.55,0\.00,0\.00,146\.55$/)
    const audited = await world.db.query(`select detail from audit_log where action = 'statement.export'`)
    assert.deepEqual(audited.rows, [{ detail: { currency: 'ARS', from: today(), to: today() } }])
  })

  it('refuse days that are none, out of order, too many or in the future, in the language of the caller', async () => {
    const wrong: [string, string, RegExp][] = [
      ['from=2026-02-30', 'from', /must be a day such as 2030-01-31/],
      ['from=2026-02-03&to=2026-02-01', 'from', /must not be after to/],
      ['from=2026-01-01&to=2026-04-03', 'to', /at most 92 days/],
      ['from=2026-01-01&to=2099-01-01', 'to', /must not be after today/],
      ['to=2026-01-01', 'from', /./],
    ]
    for (const [query, param, message] of wrong) {
      const answer = await read(`/statements/ARS?${query}`)
      assert.equal(answer.status, 422, query)
      assert.equal(answer.body.errors[0].param, param, query)
      assert.match(answer.body.errors[0].message, message)
    }
    const spanish = await read('/statements/ARS?from=2026-02-03&to=2026-02-01', {
      headers: { 'accept-language': 'es' },
    })
    assert.match(spanish.body.errors[0].message, /no puede ser posterior/)
    assert.equal((await read('/statements/ABC?from=2026-01-01')).status, 422)
    for (const cursor of ['x', Buffer.from('1.1.5.0.9').toString('base64url'), 'AAAA']) {
      const answer = await read(`/balance-transactions?cursor=${cursor}`)
      assert.deepEqual([answer.status, answer.body.errors?.[0]?.param], [422, 'cursor'], cursor)
    }
  })

  it('show nothing of another point, nor of another merchant', async () => {
    const merchant = await world.db.query('select m.name from merchants m join points p on p.merchant_id = m.id')
    for (const name of [merchant.rows[0].name, 'Somebody else']) {
      const made = await world.facts('point', 'create', '--merchant', name, '--environment', 'test', '--name', 'P')
      const point = made['auth_point_id'] ?? ''
      const key = (await world.facts('key', 'create', '--point', point, '--scopes', 'read', '--name', 'k'))['api_key']
      const list = await read('/balance-transactions', { key })
      assert.deepEqual(list.body.data, { items: [], next_cursor: null }, name)
      const theirs = (await data('/balance-transactions?currency=ARS&limit=1')).next_cursor
      const onward = await read(`/balance-transactions?currency=ARS&cursor=${theirs}`, { key })
      assert.deepEqual(onward.body.data.items, [], `with a cursor of the first, ${name}`)
      const statement = await read(`/statements/ARS?from=${today()}`, { key })
      assert.deepEqual([statement.body.data.closing.total, statement.body.data.lines], [0, []], name)
    }
  })

  it('need the scope read, and a role at the point', async () => {
    const point = world.demo.auth_point_id
    const made = await world.facts('key', 'create', '--point', point, '--scopes', 'payouts', '--name', 'k')
    for (const path of ['/balance-transactions', `/statements/ARS?from=${today()}`]) {
      const answer = await read(path, { key: made['api_key'] })
      assert.deepEqual([answer.status, answer.body.error.code], [403, 'scope_missing'], path)
    }
    const owner = await world.person({ pointId: point })
    const other = await world.facts(
      ...['point', 'create', '--merchant', 'Third', '--environment', 'test', '--name', 'P'],
    )
    const paths = ['balance-details', 'balance-transactions', `statements/ARS?from=${today()}`]
    for (const path of [...paths, `statement.csv?currency=ARS&from=${today()}`]) {
      assert.equal((await owner.call('GET', `/console/points/${point}/${path}`)).status, 200, path)
      const foreign = await owner.call('GET', `/console/points/${other['auth_point_id']}/${path}`)
      assert.equal(foreign.status, 404, path)
    }
    await world.db.query(
      `insert into point_terms (point_id, service_code, pay_type, release_delay_seconds) values ($1, '*', 'payin', 259200)`,
      [point],
    )
    const { balances } = (await owner.call('GET', `/console/points/${point}/balance-details`)).body.data
    const released = balances.find(({ currency }: Wire) => currency === 'ARS')?.release_days
    assert.deepEqual(released, { least: 0, most: 3 }, 'BT_AR has a line of its own')
  })
})
