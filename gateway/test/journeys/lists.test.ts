import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { openWorld, type Wire } from '../support/world.ts'

/** So many stand there before the walk begins; the pages must hold each of them once. */
const existing = 250

/** Requests that are under way at once while the list is filled. */
const atOnce = 10

describe('the list of transactions', () => {
  const world = openWorld()
  const ids: string[] = []
  before(async () => {
    for (let from = 0; from < existing; from += atOnce) {
      const made = Array.from({ length: atOnce }, async (_, each) => await create(`list-${from + each}`))
      ids.push(...(await Promise.all(made)))
    }
  })

  const create = async (reference: string): Promise<string> => {
    const body = { service_code: 'BT_AR', amount: 777.01, reference, payer_doc_id: '20267565393' }
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  const page = async (query: Record<string, string>): Promise<Wire> => {
    const answer = await world.call('GET', `/api/v1/payments?${new URLSearchParams(query)}`)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal(answer.body.status, 'success')
    return answer.body.data
  }
  /** Every page to the last one; `between` happens after each. */
  const walk = async (query: Record<string, string>, between = async () => {}): Promise<Wire[]> => {
    const items: Wire[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const found: Wire = await page({ ...query, ...(cursor && { cursor }) })
      assert.ok(found.items.length <= Number(query['limit'] ?? 20))
      items.push(...found.items)
      cursor = found.next_cursor
      assert.ok(items.length < 10 * existing, 'the walk ends')
      await between()
    }
    return items
  }
  const idsOf = (items: Wire[]): string[] => items.map((item) => item.transaction_id)
  const count = async (condition: string): Promise<number> =>
    Number((await world.db.query(`select count(*) from transactions where ${condition}`)).rows[0].count)

  for (const limit of ['7', '100']) {
    it(`shows every transaction once, newest first, ${limit} a page, while new ones arrive`, async () => {
      let arrived = 0
      const items = await walk({ limit }, async () => {
        await Promise.all([create(`late-${limit}-${arrived++}`), create(`late-${limit}-${arrived++}`)])
      })
      const seen = idsOf(items)
      assert.equal(new Set(seen).size, seen.length, 'no transaction twice')
      assert.deepEqual(
        ids.filter((id) => !seen.includes(id)),
        [],
        'no gap',
      )
      const order = items.map((item) => `${item.created_at} ${item.transaction_id}`)
      assert.deepEqual(order, order.toSorted().toReversed())
      assert.ok(arrived >= 6)
      assert.ok(!items.some((item) => item.reference.startsWith(`late-${limit}-`)), 'newer ones stand before the walk')
    })
  }

  it('keeps the order where page edges fall among transactions of one millisecond', async () => {
    await world.db.query(`update transactions set created_at = '2026-01-01T00:00:00.123Z' where id = any ($1)`, [
      ids.slice(0, 50),
    ])
    const items = await walk({ limit: '7', created_to: '2026-01-01T00:00:00.124Z' })
    assert.deepEqual(idsOf(items), ids.slice(0, 50).toSorted().toReversed())
  })

  it('ends without a cursor when the last page is exactly full', async () => {
    const query = { limit: '10', created_to: '2026-01-01T00:00:01Z' }
    let cursor: string | null = ''
    for (let pages = 1; pages <= 5; pages++) {
      const found: Wire = await page({ ...query, ...(cursor && { cursor }) })
      assert.equal(found.items.length, 10)
      cursor = found.next_cursor
    }
    assert.equal(cursor, null)
  })

  it('filters by reference, status, pay_type, service_code and time, alone and together, through all pages', async () => {
    const payout = await world.call('POST', '/api/v1/payments/payout_hth', {
      body: { service_code: 'BT_AR', amount: 10, reference: 'list-1', account_type: 'ALIAS', account: 'prueba.alias' },
    })
    const pix = { service_code: 'PIX_BR', amount: 777.01, reference: 'pix', payer_doc_id: '390.533.447-05' }
    const other = await world.call('POST', '/api/v1/payments/payin_hth', { body: pix })
    const paid = payout.body.data.transaction_id
    assert.equal(payout.body.data.status, 'COMPLETED')
    const expected: [Record<string, string>, string[] | number][] = [
      [{ reference: 'list-1' }, [paid, ids[1] ?? '']],
      [{ reference: 'LIST-1' }, []],
      [{ reference: 'list-1', pay_type: 'payout' }, [paid]],
      [{ pay_type: 'payout' }, [paid]],
      [{ status: 'COMPLETED' }, [paid]],
      [{ status: 'COMPLETED', pay_type: 'payin' }, []],
      [{ service_code: 'PIX_BR' }, [other.body.data.transaction_id]],
      [{ status: 'PENDING', service_code: 'BT_AR' }, await count(`status = 'PENDING' and service_code = 'BT_AR'`)],
      [{ status: 'PENDING', limit: '33' }, await count(`status = 'PENDING'`)],
      [{ created_from: '2026-01-01T00:00:00.123Z', created_to: '2026-01-01T00:00:00.124Z' }, 50],
      [{ created_from: '2025-12-31T21:00:00.123-03:00', created_to: '2026-01-01T00:00:00.124' }, 50],
      [{ created_to: '2026-01-01T00:00:00.123Z' }, 0],
      [{ created_from: '2026-01-01', created_to: '2026-01-01' }, 50],
      [{ created_from: '2026-01-02', created_to: '2026-01-01' }, 0],
    ]
    for (const [query, wanted] of expected) {
      const found = idsOf(await walk(query))
      if (typeof wanted === 'number') assert.equal(found.length, wanted, JSON.stringify(query))
      else assert.deepEqual(found, wanted, JSON.stringify(query))
    }
  })

  it('has 20 a page unless told, 1 to 100 when told, and refuses what it cannot read at its parameter', async () => {
    for (const [query, length] of [
      [{}, 20],
      [{ limit: '1' }, 1],
      [{ limit: '100' }, 100],
    ] as const) {
      assert.equal((await page(query)).items.length, length)
    }
    const { next_cursor: cursor } = await page({ limit: '1' })
    const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('.')
    const packed = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64url'))
    const refused: Record<string, string[]> = {
      limit: ['0', '101', '-1', '1.5', 'all', '', '1e9', '9'.repeat(400), '1&limit=2'],
      cursor: ['', 'x', '%00', 'A'.repeat(300), packed(time), packed(`.${id}`), packed(`${time}.${id}0`)].concat([
        packed(`99999999999999999.${id}`),
        packed(`-1.${id}`),
        packed(`${time}.' or true --`),
        encodeURIComponent(`${cursor.slice(0, -5)}`),
      ]),
      status: ['pending', 'PAID', '', 'PENDING&status=ERROR'],
      pay_type: ['card', ''],
      service_code: ['', 'x'.repeat(61), '%00'],
      reference: ['', 'x'.repeat(256), 'a%00', 'a&reference=b'],
      created_from: ['', 'yesterday', '2026-02-30', '2026-01-01T00:00:00%2B99:00', '%00'],
      created_to: ['soon', '1', '2026-13-01'],
    }
    for (const [name, values] of Object.entries(refused)) {
      for (const value of values) {
        const { status, body } = await world.call('GET', `/api/v1/payments?${name}=${value}`)
        assert.equal(status, 422, `${name}=${value}: ${JSON.stringify(body)}`)
        assert.deepEqual(
          body.errors.map((each: Wire) => each.param.split('.')[0]),
          [name],
          `${name}=${value}`,
        )
      }
    }
  })

  it('refuses a filter that it does not know, with the nearest name, and ignores names with an underscore', async () => {
    const answer = await world.call('GET', '/api/v1/payments?referense=list-1&limit=1&page=2')
    assert.deepEqual([answer.status, answer.body.error.code], [422, 'unknown_parameter'])
    assert.deepEqual(
      answer.body.errors.map((each: Wire) => [each.code, each.param]),
      [
        ['unknown_parameter', 'referense'],
        ['unknown_parameter', 'page'],
      ],
    )
    assert.match(answer.body.message, /did you mean reference\?/)
    const none = await world.call('GET', '/api/v1/balances?currency=ARS')
    assert.deepEqual([none.status, none.body.error.param], [422, 'currency'])
    assert.equal((await world.call('GET', '/api/v1/payments?limit=1&_=17')).status, 200)
  })

  it('only warns of a parameter that a request to pay does not know', async () => {
    const account = '529.982.247-25'
    for (const [path, body] of [
      ['payin_hth', { payer_doc_id: account }],
      ['payout_hth', { account, account_doc_id: account }],
    ] as const) {
      const wanted = { service_code: 'PIX_BR', amount: 5, reference: `parameter-${path}`, ...body }
      const answer = await world.call('POST', `/api/v1/payments/${path}?page=2&_=17`, { body: wanted })
      assert.deepEqual([answer.status, answer.body.data.reference], [200, wanted.reference])
      assert.deepEqual(
        answer.body.warnings.map((each: Wire) => [each.code, each.param]),
        [['unknown_parameter', 'page']],
      )
    }
  })

  it('lets a cursor of one point open nothing of another', async () => {
    const { next_cursor: cursor } = await page({ limit: '1' })
    const point = await world.facts('point', 'create', '--merchant', 'Other', '--environment', 'test', '--name', 'O')
    const made = await world.facts('key', 'create', '--point', point['auth_point_id'] ?? '', '--scopes', 'read')
    const answer = await world.call('GET', `/api/v1/payments?cursor=${cursor}`, { key: made['api_key'] ?? '' })
    assert.deepEqual([answer.body.data.items, answer.body.data.next_cursor], [[], null])
  })
})
