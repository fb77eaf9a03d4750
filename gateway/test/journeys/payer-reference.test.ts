import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { methods } from '../../src/core/payment-methods/index.ts'
import type { PaymentMethod } from '../../src/core/payment-methods/payment-method.ts'
import { holdsDigits } from '../../src/core/values/card-numbers.ts'
import { flatCard } from '../support/card-request.ts'
import { eventually, openWorld } from '../support/world.ts'

const cardNumbers = [
  '4111 1111 1111 1111',
  '4111 1111 1111 1111 12/30 123',
  '1 4111111111111111',
  'ref 004 4111--1111--1111--1111',
  '4111\u00a01111\u00a01111\u00a01111',
  '４１１１１１１１１１１１１１１１',
]

describe('the payer’s bank reference', () => {
  const world = openWorld()
  let references = 0

  const payin = async (code: string, key?: string) => {
    const method = (methods as readonly PaymentMethod[]).find((each) => each.code === code)
    const body = { ...method?.payin?.example, amount: 777.01, reference: `ref-${++references}` }
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', {
      body,
      ...(key === undefined ? {} : { key }),
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const give = async (id: string, reference: unknown, key?: string) =>
    await world.call('POST', `/api/v1/payments/${id}/payer-reference`, {
      body: { payer_reference: reference },
      ...(key === undefined ? {} : { key }),
    })
  const read = async (id: string, key?: string) =>
    (await world.call('GET', `/api/v1/payments/${id}`, key === undefined ? {} : { key })).body.data
  /** The key of a new point: numbers in vain are limited per point. */
  const aKey = async () => {
    const point = await world.facts('point', 'create', '--merchant', 'O', '--environment', 'test', '--name', 'O')
    const of = ['--point', point['auth_point_id'] ?? '', '--scopes', 'payins,read', '--name', 'k']
    return (await world.facts('key', 'create', ...of))['api_key'] ?? ''
  }
  const send = async (page: string, reference: string) =>
    await fetch(`${page}/payer-reference`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ payer_reference: reference }).toString(),
    })

  it('is given by the merchant, shown, found by, told in the history, and replaced', async () => {
    const { transaction_id: id } = await payin('BT_VE')
    assert.equal((await read(id)).payer_reference, null)
    const given = await give(id, '  0045  12789 ')
    assert.equal(given.status, 200, JSON.stringify(given.body))
    assert.equal(given.body.data.payer_reference, '0045 12789')
    assert.equal((await give(id, '0045 12789')).status, 200)
    await give(id, '998877')
    const found = await world.call('GET', '/api/v1/payments?payer_reference=998877')
    assert.deepEqual(
      found.body.data.items.map((item: { transaction_id: string }) => item.transaction_id),
      [id],
    )
    const told = (await read(id)).history.map(
      (each: { source: string; detail: string }) => `${each.source}: ${each.detail}`,
    )
    assert.deepEqual(told.slice(1), ['api: payer reference: 0045 12789', 'api: payer reference: 998877'])
  })

  it('may look like a card number: it is taken with a warning, and no log shows it', async () => {
    const { transaction_id: id } = await payin('PM_VE')
    for (const number of cardNumbers) {
      const answer = await give(id, number)
      assert.equal(answer.status, 200, number)
      assert.deepEqual(
        answer.body.warnings.map((each: { code: string; param: string }) => `${each.param} ${each.code}`),
        ['payer_reference looks_like_card_number'],
      )
    }
    assert.equal((await read(id)).payer_reference, cardNumbers.at(-1))
    assert.ok(!holdsDigits(world.output(), '4111111111111111'))
    const { code, output } = await world.command('verify')
    assert.equal(code, 0, output)
  })

  it('is refused with the field and the reason', async () => {
    const { transaction_id: id } = await payin('PM_VE')
    for (const wrong of ['', '   ', 'x'.repeat(65), 'a\u0000b', 7, null]) {
      const answer = await give(id, wrong)
      assert.equal(answer.status, 422, JSON.stringify(wrong))
      assert.equal(answer.body.errors[0].param, 'payer_reference')
    }
    assert.equal((await read(id)).payer_reference, null)
    assert.equal((await give('00000000-0000-4000-8000-000000000000', 'x')).status, 404)
    assert.equal((await give(id, 'x', await aKey())).status, 404)
  })

  it('is not taken for cards, DEBIN, payouts and what is decided', async () => {
    const card = await world.call('POST', '/api/v1/payments/payin_hth', { body: flatCard('4000002760003184') })
    const debin = await payin('DEBIN_AR')
    const payout = await world.call('POST', '/api/v1/payments/payout_hth', {
      body: { ...(methods[0] as PaymentMethod).payout?.example, reference: 'out' },
    })
    const cancelled = await payin('BT_VE')
    for (const id of [card.body.data.transaction_id, debin.transaction_id, payout.body.data.transaction_id]) {
      assert.equal((await give(id, 'x')).body.error.code, 'not_in_this_state')
    }
    await world.call('POST', `/api/v1/payments/${cancelled.transaction_id}/cancel`)
    assert.equal((await give(cancelled.transaction_id, 'late')).status, 200, 'an EXPIRED one may still have been paid')
  })

  it('is given by the payer on the page, without script, and shown there', async () => {
    const { transaction_id: id, payment_url: page } = await payin('PM_VE')
    const before = await fetch(page)
    assert.match(before.headers.get('content-security-policy') ?? '', /form-action 'self'/)
    assert.match(await before.text(), /<form method="post" action="\/pay\/[A-Za-z0-9_-]{22}\/payer-reference">/)
    const sent = await send(page, '<b>"445566"')
    assert.equal(sent.status, 303)
    assert.equal(new URL(sent.headers.get('location') ?? '', page).pathname, new URL(page).pathname)
    assert.equal((await read(id)).payer_reference, '<b>"445566"')
    assert.equal((await read(id)).history.at(-1).source, 'payer')
    const shown = await (await fetch(page)).text()
    assert.match(shown, /&lt;b&gt;&quot;445566&quot;|&lt;b&gt;&#34;445566&#34;/)
    assert.doesNotMatch(shown, /<b>"445566"/)
  })

  it('changes nothing by an unknown page, an empty or a huge form, or after twenty changes', async () => {
    const key = await aKey()
    const { transaction_id: id, payment_url: page } = await payin('BT_VE', key)
    assert.equal((await send(`${world.url}/pay/${'A'.repeat(22)}`, 'x')).status, 404)
    assert.equal((await send(page, '')).status, 303)
    assert.equal((await send(page, 'x'.repeat(5_000))).status, 413)
    assert.equal((await read(id, key)).payer_reference, null)
    for (let turn = 1; turn <= 25; turn++) await send(page, `try ${turn}`)
    assert.equal((await read(id, key)).payer_reference, 'try 20')
    assert.equal((await give(id, 'one more', key)).body.error.code, 'not_in_this_state')
  })

  it('is changed twenty times at most, however many forms come at the same moment', async () => {
    const key = await aKey()
    const { transaction_id: id, payment_url: page } = await payin('BT_VE', key)
    for (let turn = 1; turn <= 15; turn++) await send(page, `one by one ${turn}`)
    await Promise.all(Array.from({ length: 20 }, async (_, turn) => await send(page, `at once ${turn}`)))
    const told = (await read(id, key)).history.filter((each: { detail: string | null }) =>
      /^payer ref/.test(each.detail ?? ''),
    )
    assert.ok(told.length > 15 && told.length <= 20, String(told.length))
  })

  it('is refused after thirty numbers of a point within an hour that are not right, and operators are told', async () => {
    const key = await aKey()
    const answers: string[] = []
    for (let payment = 0; payment < 4; payment++) {
      const { transaction_id: id } = await payin('BT_VE', key)
      for (let guess = 0; guess < 9; guess++) {
        const { status, body } = await give(id, `0045127${payment}${guess}`, key)
        answers.push(status === 200 ? 'taken' : `${status} ${body.error.code}`)
      }
    }
    assert.deepEqual(answers, [...Array(30).fill('taken'), ...Array(6).fill('429 rate_limited')])
    await eventually(async () => {
      const found = await world.db.query(`select facts from alerts where kind = 'numbers_typed_in_vain'`)
      return found.rows.length === 1 || undefined
    }, 'the alert')
  })

  it('that the merchant gave stays, whatever the payer writes; the merchant replaces what the payer wrote', async () => {
    const { transaction_id: id, payment_url: page } = await payin('BT_VE')
    await send(page, 'by the payer')
    assert.equal((await give(id, 'by the shop')).body.data.payer_reference, 'by the shop')
    assert.equal((await send(page, 'by the payer again')).status, 303)
    assert.equal((await read(id)).payer_reference, 'by the shop')
    assert.equal((await give(id, 'by the shop, corrected')).status, 200)
    assert.equal((await read(id)).payer_reference, 'by the shop, corrected')
    const shown = await (await fetch(page)).text()
    assert.doesNotMatch(shown, /<form/)
  })

  it('has no form on the pages of cards and DEBIN', async () => {
    const { payment_url: page } = await payin('DEBIN_AR')
    const answer = await fetch(page)
    assert.match(answer.headers.get('content-security-policy') ?? '', /form-action 'none'/)
    assert.doesNotMatch(await answer.text(), /<form/)
  })
})
