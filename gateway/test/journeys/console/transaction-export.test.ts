import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { before, describe, it } from 'node:test'
import type pg from 'pg'
import type { ConsoleClient } from '../../support/console-client.ts'
import { eventually, openWorld } from '../../support/world.ts'

/** Rows enough that a file of them fits no buffer on the way. */
const rows = 30_000

describe('the export of transactions', () => {
  const world = openWorld({ bankEnv: { SIMBANK_PAY_DELAY_MS: '3600000' } })
  let person: ConsoleClient
  let path: string
  before(async () => {
    person = await world.person()
    const base = `/console/points/${world.demo.auth_point_id}`
    path = `${base}/transactions.csv?pay_type=payin`
    const body = { service_code: 'BT_AR', amount: 1500.5, payer_doc_id: '20267565393' }
    for (const [reference, name] of [
      ['=HYPERLINK("http://evil.example")', '@SUM(A1)'],
      ['-1,"quoted"', 'Ñandú Pérez'],
    ]) {
      const answer = await person.call('POST', `${base}/payments/payin_hth`, {
        body: { ...body, reference, payer_name: name },
      })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    }
  })

  const file = async (query = '') => {
    const response = await fetch(`${world.url}${path}${query}`, { headers: { cookie: `sid=${person.cookie()}` } })
    assert.equal(response.status, 200)
    const bytes = Buffer.from(await response.arrayBuffer())
    return { response, bytes, lines: bytes.toString('utf8').slice(1).split('\r\n') }
  }

  it('is UTF-8 that spreadsheets know as such, where no text is a formula and every amount a number', async () => {
    const { response, bytes, lines } = await file()
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
    assert.match(response.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/)
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /^attachment; filename="payins-\d{4}-\d\d-\d\d\.csv"$/,
    )
    assert.equal(lines.length, 4, 'names, two rows, and the end of the last line')
    assert.match(lines[0] ?? '', /card_last4.*suspense_amount.*missing_amount.*metadata.*booked_fee.*net/)
    assert.match(lines[1] ?? '', /,"'-1,""quoted""","ARS",1500\.50,,0\.00,0\.00,"Ñandú Pérez",/)
    assert.match(
      lines[2] ?? '',
      /,"'=HYPERLINK\(""http:\/\/evil\.example""\)","ARS",1500\.50,,0\.00,0\.00,"'@SUM\(A1\)",/,
    )
  })

  it('holds what its filters say', async () => {
    assert.equal((await file('&status=COMPLETED')).lines.length, 2)
    assert.equal((await file('&q=20-26756539-3&amount_to=2000')).lines.length, 4)
  })

  it('is in the audit log, without what was searched for', async () => {
    await file('&q=20267565393')
    const found = await world.db.query(
      `select actor, point_id, detail from audit_log where action = 'transactions.export' order by created_at desc, id desc limit 1`,
    )
    const [entry] = found.rows
    assert.match(entry.actor, /person-.*@example\.com/)
    assert.equal(entry.point_id, world.demo.auth_point_id)
    assert.deepEqual(entry.detail, { payType: 'payin', by_amount: false, searched: true })
  })

  it('holds every row once, over many batches', async () => {
    await manyRows(world.db, world.demo.auth_point_id)
    const { lines } = await file()
    assert.equal(lines.length, rows + 4)
    assert.equal(new Set(lines.slice(1, -1).map((line) => line.slice(1, 37))).size, rows + 2)
  })

  it('waits for slow readers, lets two of a point be written at once, statements included, and ends with one that goes away', async () => {
    const slow = await Promise.all([stalled(), stalled()])
    const day = '2026-01-01'
    const statement = `/console/points/${world.demo.auth_point_id}/statement.csv?currency=ARS&from=${day}`
    for (const file of [path, statement]) {
      const refused = await person.call('GET', file)
      assert.equal(refused.status, 429, file)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
    }
    const other = await world.facts('point', 'create', '--merchant', 'Other', '--environment', 'test', '--name', 'O')
    const made = await world.facts('key', 'create', '--point', other['auth_point_id'] ?? '', '--scopes', 'read')
    const answer = await fetch(`${world.url}/api/v1/statements/ARS?from=${day}`, {
      headers: { authorization: `Bearer ${made['api_key']}`, accept: 'text/csv' },
    })
    assert.equal(answer.status, 200, 'another point')
    await answer.text()
    for (const each of slow) each.destroy()
    await eventually(async () => ((await person.call('GET', path)).status === 200 ? true : undefined), 'a free place')
  })

  /** A reader that takes the beginning and nothing more. */
  const stalled = async () =>
    await new Promise<{ destroy(): void }>((resolve, reject) => {
      const sent = httpRequest(`${world.url}${path}`, { headers: { cookie: `sid=${person.cookie()}` } }, (answer) => {
        assert.equal(answer.statusCode, 200)
        answer.pause()
        resolve({ destroy: () => sent.destroy() })
      })
      sent.on('error', reject).end()
    })

  it('holds refunds apart, each with the payment that it refunds', async () => {
    const sale = { service_code: 'BT_AR', amount: 777.01, reference: 'sold', payer_doc_id: '20-26756539-3' }
    const { transaction_id: id } = (await world.call('POST', '/api/v1/payments/payin_hth', { body: sale })).body.data
    await world.call('POST', `/api/v1/test/payments/${id}/simulate`, { body: { event: 'paid' } })
    const made = await world.call('POST', `/api/v1/payments/${id}/refunds`, {
      body: { reference: 'given back', amount: 700 },
    })
    const response = await fetch(`${world.url}${path.replace('payin', 'refund')}`, {
      headers: { cookie: `sid=${person.cookie()}` },
    })
    const lines = (await response.text()).split('\r\n')
    assert.match(lines[0] ?? '', /"refunded_payment","refunded_amount","refundable_amount","payment_link_id"$/)
    assert.equal(lines.length, 3)
    const [, line = ''] = lines
    assert.ok(line.startsWith(`"${made.body.data.refund_id}","refund",`) && line.endsWith(`"${id}",,,`), line)
    const payins = await fetch(`${world.url}${path}`, { headers: { cookie: `sid=${person.cookie()}` } })
    const refunded = (await payins.text()).split('\r\n').find((each) => each.startsWith(`"${id}"`))
    assert.ok(refunded?.endsWith(',,700.00,77.01,'), refunded)
  })
})

async function manyRows(database: pg.Client, pointId: string): Promise<void> {
  await database.query(
    `insert into transactions (id, point_id, environment, pay_type, service_code, reference, amount_minor, currency,
      status, reason, connector_account_id, sequence, instructions, details, content_hash, pay_token, party_name,
      created_at, updated_at, expired_at)
    select gen_random_uuid(), $1, 'test', 'payin', 'BT_AR', 'many-' || n, 1000, 'ARS', 'EXPIRED', 'expired', c.id,
      -n, '{}', '{}', sha256(n::text::bytea), substr(md5(n::text), 1, 22), repeat('name ', 40),
      gateway_now() - n / 7 * interval '1 second', gateway_now(), gateway_now()
    from generate_series(1, ${rows}) n, (select id from connector_accounts where environment = 'test' limit 1) c`,
    [pointId],
  )
}
