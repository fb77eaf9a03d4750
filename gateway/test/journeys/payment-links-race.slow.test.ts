import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type LinkForm, openForm, sendForm } from '../support/link-pages.ts'
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
    const send = async (form: LinkForm): Promise<Awaited<ReturnType<typeof sendForm>>> => {
      const answer = await sendForm(form, { payer_doc_id: '20-26756539-3' })
      // A machine that is busy may refuse for a while, and the payer sends the same form again.
      return answer.status === 503 ? await send(form) : answer
    }
    const sent = await Promise.all(forms.map(send))
    const places = sent.filter(({ status }) => status === 303).map(({ location }) => location)
    assert.equal(new Set(places).size, 5)
    const others = sent.filter(({ status }) => status !== 303)
    assert.deepEqual(
      new Set(others.map(({ status, text }) => `${status} ${/All places are taken/.test(text)}`)),
      new Set(['200 true']),
    )
    const found = await world.db.query('select from transactions where payment_link_id = $1', [link.payment_link_id])
    assert.equal(found.rowCount, 5)
    const after = (await world.call('GET', `/api/v1/payment-links/${link.payment_link_id}`)).body.data
    assert.deepEqual([after.status, after.uses], ['used_up', 5])
  })
})
