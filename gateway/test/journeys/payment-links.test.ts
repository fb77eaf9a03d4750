import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { linkListReply, linkReply } from '../../src/extras/payment-links/http/link-schemas.ts'
import { fieldOf, type LinkForm, openForm, sendForm } from '../support/link-pages.ts'
import { eventually, openWorld, type Wire } from '../support/world.ts'

const links = '/api/v1/payment-links'

describe('payment links', () => {
  const world = openWorld()
  let references = 0
  const next = () => `link-${++references}`
  const create = async (body: object = {}, more: object = {}) =>
    await world.call('POST', links, {
      body: { reference: next(), title: 'Course of ceramics', amount: 100, currency: 'ARS', ...body },
      ...more,
    })
  const made = async (body: object = {}): Promise<Wire> => {
    const answer = await create(body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data
  }
  const read = async (id: string) => (await world.call('GET', `${links}/${id}`)).body.data
  let other = ''
  before(async () => {
    const point = await world.facts(
      ...['point', 'create', '--merchant', 'Other', '--environment', 'test', '--name', 'P'],
    )
    const key = ['key', 'create', '--point', point['auth_point_id'] ?? '', '--scopes', 'payins,read', '--name', 'k']
    other = (await world.facts(...key))['api_key'] ?? ''
  })

  it('are made once per reference, and say which fields a repetition changes', async () => {
    const body = { reference: 'once', metadata: { b: '2', a: '1' }, uses_max: 3, service_codes: ['bt_ar', 'DEBIN_AR'] }
    const first = await create(body)
    const shape = linkReply.safeParse(first.body)
    assert.deepEqual(shape.data, first.body, shape.error?.message)
    const { data } = first.body
    assert.deepEqual(
      [first.status, data.status, data.uses, data.amount, data.amount_min, data.service_codes],
      [201, 'active', 0, 100, null, ['BT_AR', 'DEBIN_AR']],
    )
    assert.match(data.url, /\/pay\/links\/[A-Za-z0-9_-]{22}$/)
    const again = await create({ ...body, amount: '100.00', metadata: { a: '1', b: '2' } })
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true'])
    assert.deepEqual(again.body, first.body)
    const changed = await create({ ...body, amount: undefined, amount_min: 1, amount_max: 200, title: 'Another' })
    assert.equal(changed.status, 409)
    const { code, fields, payment_link_id: id } = changed.body.error
    assert.deepEqual(
      [code, fields, id],
      ['reference_conflict', ['title', 'amount_min', 'amount_max'], data.payment_link_id],
    )
    assert.equal((await create(body, { key: other })).status, 201, 'another point has its own references')
  })

  it('are refused with every wrong field', async () => {
    const refused = async (body: object) => {
      const answer = await create(body)
      assert.equal(answer.status, 422, JSON.stringify(answer.body))
      return answer.body.errors.map((each: Wire) => `${each.param} ${each.code}`)
    }
    const wrong = {
      ...{ reference: 'r'.repeat(201), title: 'Pay at evil.example/x', amount: '1.234', amount_min: 1 },
      ...{ uses_max: 0, expired_at: '2020-01-01T00:00:00Z', metadata: { cvv: '1' } },
    }
    assert.deepEqual(
      new Set(await refused(wrong)),
      new Set([
        ...['reference too_long', 'title invalid_format', 'amount contradiction', 'uses_max not_allowed'],
        ...['expired_at expired_at_past', 'metadata.cvv invalid_format'],
      ]),
    )
    for (const title of [
      'www.evil',
      'https://x',
      'a\u200bb',
      'shop.com',
      '192.0.2.1',
      ' ',
      'x'.repeat(81),
      '4111 1111 1111 1111',
    ])
      assert.equal((await refused({ title })).length, 1, title)
    assert.deepEqual(await refused({ currency: 'EUR' }), ['currency not_allowed'], 'cards only')
    assert.deepEqual(await refused({ currency: 'ZZZ' }), ['currency not_allowed'])
    const codes = ['BT_AR', 'PIX_BR', 'CC1_IG_TRUST_WW_EUR', 'nothing']
    assert.deepEqual(
      await refused({ service_codes: codes }),
      [1, 2, 3].map((at) => `service_codes[${at}] not_allowed`),
    )
    assert.deepEqual(await refused({ service_codes: [] }), ['service_codes invalid_type'])
    assert.deepEqual(await refused({ amount: undefined }), ['amount required'])
    assert.deepEqual(await refused({ amount: undefined, amount_min: 1 }), ['amount_max required'])
    const order = { amount: undefined, amount_min: 2, amount_max: 1 }
    assert.deepEqual(await refused(order), ['amount_max contradiction'])
    assert.deepEqual(await refused({ amount: 0 }), ['amount amount_too_small'])
    assert.equal((await made({ title: 'Nr. 4.5 – café, 2ª parte' })).title, 'Nr. 4.5 – café, 2ª parte')
  })

  it('are listed, paused, resumed, and belong to their point', async () => {
    const { payment_link_id: id, reference } = await made()
    for (const [word, status] of [
      ['pause', 'paused'],
      ['pause', 'paused'],
      ['resume', 'active'],
    ] as const) {
      const answer = await world.call('POST', `${links}/${id}/${word}`, { body: {} })
      assert.deepEqual([answer.status, answer.body.data.status], [200, status])
    }
    const entries = await world.db.query('select action from audit_log where object_id = $1 order by id', [id])
    assert.deepEqual(
      entries.rows.map(({ action }) => action),
      ['payment_link.create', 'payment_link.pause', 'payment_link.resume'],
    )
    const page = await world.call('GET', `${links}?limit=1`)
    assert.deepEqual(linkListReply.parse(page.body), page.body)
    assert.equal(page.body.data.items[0].payment_link_id, id)
    const rest = await world.call('GET', `${links}?cursor=${page.body.data.next_cursor}`)
    assert.ok(rest.body.data.items.length > 0)
    assert.ok(rest.body.data.items.every((each: Wire) => each.payment_link_id !== id))
    assert.equal((await world.call('GET', `${links}?reference=${reference}`)).body.data.items.length, 1)
    assert.equal((await world.call('GET', links, { key: other })).body.data.items.length, 1)
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
    ] as const)
      assert.equal((await world.call(method, `${links}/${id}${path}`, { key: other })).status, 404, path)
    assert.equal((await read(id)).status, 'active')
  })

  it('lead a payer by a form to a payment, once for each form', async () => {
    const link = await made({ metadata: { course: '7' } })
    const form = await openForm(link.url, 'es')
    assert.match(form.text, /Course of ceramics.*100,00.*Continuar al pago/s)
    const wrong = await sendForm(form, { payer_doc_id: '20-2675653' })
    assert.equal(wrong.status, 422)
    const fault = /id="payer_doc_id-fault">([^<]+)</.exec(wrong.text)?.[1] ?? ''
    assert.match(fault, /CUIT/)
    assert.ok(!fault.includes('payer_doc_id'), fault)
    assert.match(wrong.text, /aria-invalid="true"/)
    assert.equal(fieldOf(wrong.text, 'nonce'), form.nonce)
    assert.equal(fieldOf(wrong.text, 'payer_doc_id'), '20-2675653')
    const missing = await sendForm(form, {})
    assert.match(missing.text, /id="payer_doc_id-fault">Complete este dato\.</)
    assert.equal((await read(link.payment_link_id)).uses, 0)
    const sent = await Promise.all([1, 2, 3].map(async () => await sendForm(form, { payer_doc_id: '20-26756539-3' })))
    const [place = ''] = sent.map(({ location }) => location)
    assert.match(place, /^\/pay\/[A-Za-z0-9_-]{22}$/)
    assert.deepEqual(
      sent.map(({ status, location }) => [status, location]),
      [1, 2, 3].map(() => [303, place]),
    )
    // Changed or not, the same form leads to what it made.
    assert.equal((await sendForm(form, { payer_doc_id: '' })).location, place)
    assert.match(await (await fetch(world.url + place)).text(), /100,00/)
    const found = await world.db.query('select reference, metadata from transactions where payment_link_id = $1', [
      link.payment_link_id,
    ])
    assert.equal(found.rowCount, 1)
    assert.match(found.rows[0].reference, new RegExp(`^${link.reference}\\.[0-9A-Za-z]{8}$`))
    assert.deepEqual(found.rows[0].metadata, { course: '7' })
    assert.equal((await sendForm(await openForm(link.url), { payer_doc_id: '20-26756539-3' })).status, 303)
    assert.equal((await read(link.payment_link_id)).uses, 2)
    const api = { service_code: 'BT_AR', amount: 777.01, reference: next(), payer_doc_id: '20-26756539-3' }
    const { data: sold } = (await world.call('POST', '/api/v1/payments/payin_hth', { body: api })).body
    assert.ok(!('payment_link_id' in sold), 'the replies of the specification are as they were')
    assert.equal((await world.call('GET', `/api/v1/payments/${sold.transaction_id}`)).body.data.payment_link_id, null)
    const listed = async (query: string) =>
      (await world.call('GET', `/api/v1/payments?payment_link_id=${link.payment_link_id}${query}`)).body.data.items
    for (const query of ['', '&pay_type=payin', '&text=20267565393'])
      assert.deepEqual(
        (await listed(query)).map((each: Wire) => [each.payment_link_id, each.reference.split('.')[0]]),
        [1, 2].map(() => [link.payment_link_id, link.reference]),
        query,
      )
    assert.equal((await world.call('GET', '/api/v1/payments?payment_link_id=x')).status, 422)
  })

  it('ask nothing of a payer whose way to pay needs nothing', async () => {
    const only = await openForm((await made({ currency: 'MXN', service_codes: ['SPEI_MX'] })).url, 'es')
    assert.doesNotMatch(only.text, /Sus datos/)
    assert.match((await sendForm(only, {})).location, /^\/pay\//)
  })

  it('let the payer choose the way and the amount, within its bounds', async () => {
    const link = await made({
      service_codes: ['BT_AR', 'DEBIN_AR'],
      amount: undefined,
      amount_min: 50,
      amount_max: 2000,
    })
    const choice = await (await fetch(link.url)).text()
    assert.deepEqual(
      [...choice.matchAll(/href="(\/pay\/links\/[^"]+)"/g)].map(([, path]) => path?.split('/').at(-1)),
      ['BT_AR', 'DEBIN_AR'],
    )
    const form = await openForm(`${link.url}/BT_AR`, 'pt')
    const pay = async (amount: string, more: Partial<LinkForm> = {}) =>
      await sendForm({ ...form, ...more }, { payer_doc_id: '20-26756539-3', amount })
    for (const amount of ['49,99', '2.000,01', 'abc', '', '1,2,3'])
      assert.match((await pay(amount)).text, /id="amount-fault"/, amount)
    const { location } = await pay('1.500,50')
    assert.match(await (await fetch(world.url + location)).text(), /1\.500,50/)
    const debit = await openForm(`${link.url}/DEBIN_AR`)
    const account = { amount: '60', account_type: 'ALIAS', account: 'cuarto.centro.naipe' }
    assert.equal((await sendForm(debit, account)).status, 303)
    assert.equal((await fetch(`${link.url}/PIX_BR`)).status, 200, 'another way is the choice again')
    assert.equal((await fetch(link.url.slice(0, -1))).status, 404)
  })

  it('take no payers while they are paused, after their end, or at a suspended point', async () => {
    const body = { payer_doc_id: '20-26756539-3' }
    const link = await made()
    const [form, later] = [await openForm(link.url), await openForm(link.url)]
    const { location } = await sendForm(form, body)
    const closes = async (title: RegExp) => {
      assert.match((await openForm(link.url)).text, title)
      const answer = await sendForm(later, body)
      assert.deepEqual([answer.status, answer.location], [200, ''])
      assert.match(answer.text, title)
      assert.equal((await sendForm(form, body)).location, location, 'who had begun finds the payment')
    }
    await world.call('POST', `${links}/${link.payment_link_id}/pause`, { body: {} })
    await closes(/takes no payments now/)
    await world.call('POST', `${links}/${link.payment_link_id}/resume`, { body: {} })
    await world.db.query(`update points set status = 'suspended' where id = $1`, [world.demo.auth_point_id])
    await closes(/takes no payments now/)
    await world.db.query(`update points set status = 'active' where id = $1`, [world.demo.auth_point_id])
    await world.db.query(`update payment_links set expired_at = created_at where id = $1`, [link.payment_link_id])
    await closes(/has ended/)
    assert.equal((await read(link.payment_link_id)).uses, 1)
  })

  it('give one household a share of their places, and take no form that another site sends', async () => {
    const body = { payer_doc_id: '20-26756539-3' }
    const link = await made({ uses_max: 30, amount: 777.01 })
    const foreign = await sendForm(await openForm(link.url), body, { 'sec-fetch-site': 'cross-site' })
    assert.deepEqual([foreign.status, foreign.location], [200, ''])
    const sent = []
    for (let n = 0; n < 7; n++) sent.push((await sendForm(await openForm(link.url), body)).status)
    assert.deepEqual(sent, [303, 303, 303, 303, 303, 303, 429])
    const { status, uses } = await read(link.payment_link_id)
    assert.deepEqual([status, uses], ['active', 6])
  })

  it('count who pays or holds a place, and money that comes late beyond it', async () => {
    const body = { payer_doc_id: '20-26756539-3' }
    const link = await made({ uses_max: 1, amount: 777.01 })
    const first = await sendForm(await openForm(link.url), body)
    const state = async () => {
      const { status, uses } = await read(link.payment_link_id)
      return [status, uses]
    }
    assert.deepEqual(await state(), ['used_up', 1])
    assert.match((await openForm(link.url)).text, /All places are taken/)
    await world.db.query(
      `update payment_link_uses set held_until = held_until - interval '1 hour' where payment_link_id = $1`,
      [link.payment_link_id],
    )
    assert.deepEqual(await state(), ['active', 0])
    await sendForm(await openForm(link.url), body)
    assert.deepEqual(await state(), ['used_up', 1])
    const { rows } = await world.db.query('select id from transactions where pay_token = $1', [first.location.slice(5)])
    const { next_after: after } = (await world.call('GET', '/api/v1/events')).body.data
    await world.call('POST', `/api/v1/test/payments/${rows[0].id}/simulate`, { body: { event: 'paid' } })
    const told = await eventually(async () => {
      const { events } = (await world.call('GET', `/api/v1/events?after=${after}`)).body.data
      return events.find((each: Wire) => each.transaction_id === rows[0].id)
    }, 'the event')
    assert.equal(told.payment_link_id, link.payment_link_id)
    assert.ok(!told.body.includes(link.payment_link_id), 'the callback is as it was')
    await eventually(async () => ((await read(link.payment_link_id)).uses === 2 ? true : undefined), 'the late money')
  })

  it('end at their time, and are replayed afterwards all the same', async () => {
    const body = { reference: next(), expired_at: new Date(Date.now() + 60_000).toISOString() }
    const { payment_link_id: id } = await made(body)
    await world.db.query(`update payment_links set expired_at = expired_at - interval '1 hour' where id = $1`, [id])
    const late = { ...body, expired_at: new Date(Date.parse(body.expired_at) - 3_600_000).toISOString() }
    const again = await create(late)
    assert.deepEqual([again.status, again.body.data.status], [200, 'expired'])
    assert.equal((await create({ ...late, amount: 1 })).status, 409)
    assert.equal((await create({ ...late, reference: next() })).status, 422)
  })
})
