import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type LinkForm, openForm, sendForm } from '../support/link-pages.ts'
import { eventually, openWorld } from '../support/world.ts'

describe('a payment link', () => {
  const world = openWorld({ ownProcess: true })

  it('gives five places to five of fifty payers who come at once to two processes', async () => {
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

  it('counts a place under its lock, so that payers of two processes who wait for it do not share the last one', async () => {
    const other = await world.anotherGateway()
    const body = { reference: 'one', title: 'One place', amount: 777.01, currency: 'ARS', uses_max: 1 }
    const { data: link } = (await world.call('POST', '/api/v1/payment-links', { body })).body
    const path = new URL(link.url).pathname
    const forms = [await openForm(world.url + path), await openForm(other.url + path)]
    await world.db.query('begin')
    await world.db.query('select from payment_links where id = $1 for update', [link.payment_link_id])
    const sent = Promise.all(forms.map(async (form) => await sendForm(form, { payer_doc_id: '20-26756539-3' })))
    await eventually(async () => {
      const waiting = await world.db.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting.rowCount === forms.length || undefined
    }, 'both processes wait for the link')
    await world.db.query('commit')
    assert.deepEqual((await sent).map(({ status }) => status).sort(), [200, 303])
    const found = await world.db.query('select from transactions where payment_link_id = $1', [link.payment_link_id])
    assert.equal(found.rowCount, 1)
  })
})
