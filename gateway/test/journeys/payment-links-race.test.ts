import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openForm, sendForm } from '../support/link-pages.ts'
import { openWorld } from '../support/world.ts'

describe('a payment link with five places', () => {
  const world = openWorld({ ownProcess: true })

  it('gives them to five of fifty payers who come at once to two processes', async () => {
    const other = await world.anotherGateway()
    const body = { reference: 'five', title: 'Five places', amount: 777.01, currency: 'ARS', uses_max: 5 }
    const { data: link } = (await world.call('POST', '/api/v1/payment-links', { body })).body
    const path = new URL(link.url).pathname
    const forms = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => await openForm((at % 2 ? other.url : world.url) + path)),
    )
    const sent = await Promise.all(forms.map(async (form) => await sendForm(form, { payer_doc_id: '20-26756539-3' })))
    const places = sent.filter(({ status }) => status === 303).map(({ location }) => location)
    assert.equal(new Set(places).size, 5)
    assert.ok(sent.every(({ status, text }) => status === 303 || (status === 200 && /All places are taken/.test(text))))
    const found = await world.db.query('select from transactions where payment_link_id = $1', [link.payment_link_id])
    assert.equal(found.rowCount, 5)
    const after = (await world.call('GET', `/api/v1/payment-links/${link.payment_link_id}`)).body.data
    assert.deepEqual([after.status, after.uses], ['used_up', 5])
  })
})
