import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Json, startBank } from './support/bank-process.ts'
import { cardPayin, payin, payout } from './support/orders.ts'

const press = (url: string, action: string) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ action }) })

test('the pages of the payer', async (t: TestContext) => {
  const bank = await startBank(t, { env: { SIMBANK_HOLD_DELAY_MS: '3600000' } })
  const manual = (key: string, change: Json = {}) => bank.put(key, payin({ amount_minor: '12345677701', ...change }))
  const urlOf = async (answer: Promise<{ body: Json }>) => String((await answer).body['payer_url'])

  await t.test('every page carries the strict headers, a fresh nonce and no script', async () => {
    const card = (await bank.put('card', cardPayin('4000002760003184'))).body
    const pages = [
      [await urlOf(manual('p1')), 200, "form-action 'self';"],
      [await urlOf(bank.put('p2', payout({ amount_minor: '77701' }))), 200, "form-action 'self';"],
      [String((card['next'] as Json)['url']), 200, "form-action 'self' http://127.0.0.1:9;"],
      [`${bank.url}/payer/AAAAAAAAAAAAAAAAAAAAAA`, 404, "form-action 'self';"],
      [`${bank.url}/challenge/AAAAAAAAAAAAAAAAAAAAAA`, 404, "form-action 'self';"],
    ] as const
    for (const [url, status, formAction] of pages) {
      const [first, second] = [await fetch(url), await fetch(url)]
      const policy = String(first.headers.get('content-security-policy'))
      const text = await first.text()
      assert.equal(first.status, status)
      assert.ok(policy.startsWith("default-src 'none'; style-src 'nonce-"))
      for (const part of [formAction, "frame-ancestors 'none'", "base-uri 'none'"])
        assert.ok(policy.includes(part), part)
      assert.notEqual(policy, second.headers.get('content-security-policy'))
      assert.ok(text.includes(`<style nonce="${/nonce-([^']+)'/.exec(policy)?.[1]}">`))
      assert.equal(first.headers.get('cache-control'), 'no-store')
      assert.equal(first.headers.get('referrer-policy'), 'no-referrer')
      assert.equal(first.headers.get('x-content-type-options'), 'nosniff')
      assert.match(String(first.headers.get('content-type')), /^text\/html/)
      assert.doesNotMatch(text, /<script|style=|src=|@import|url\(/i)
      assert.match(text, /TEST MODE/)
    }
  })

  await t.test('a card page shows the last four digits and no more', async () => {
    const { body } = await bank.put('masked', cardPayin('5200828282828210'))
    const text = await (await fetch(String((body['next'] as Json)['url']))).text()
    assert.match(text, /•••• 8210/)
    assert.doesNotMatch(text, /520082/)
    const payerApp = await fetch(String(body['payer_url']).replace('challenge', 'payer'), { redirect: 'manual' })
    assert.match(String(payerApp.headers.get('location')), /^\/challenge\//)
  })

  await t.test('the amount is exact and grouped, and what others typed is only text', async () => {
    const name = `<img src=x onerror="alert(1)">&'`
    const url = await urlOf(manual('text', { payer: { name }, instructions: { holder: '</dd><script>' } }))
    const text = await (await fetch(url)).text()
    assert.match(text, /123,456,777\.01/)
    assert.doesNotMatch(text, /<img|<script/)
    assert.match(text, /&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt;&amp;&#39;/)
    const clp = await urlOf(
      bank.put('clp', payin({ currency: 'CLP', country: 'CL', decimals: 0, amount_minor: '1277701' })),
    )
    assert.match(await (await fetch(clp)).text(), /1,277,701</)
  })

  await t.test('buttons pay, pay less, pay twice and decline, and lead back to the page', async () => {
    const outcomes = {
      pay: ['completed', '12345677701'],
      pay_less: ['completed', '11111109930'],
      pay_twice: ['completed', '24691355402'],
      decline: ['rejected', undefined],
    }
    for (const [action, outcome] of Object.entries(outcomes)) {
      const url = await urlOf(manual(`press-${action}`))
      const answer = await press(url, action)
      assert.equal(answer.status, 303)
      assert.equal(new URL(String(answer.headers.get('location')), bank.url).href, url)
      const order = await bank.order(`press-${action}`)
      assert.deepEqual([order['state'], order['credited_minor']], outcome)
      assert.match(await (await fetch(url)).text(), action === 'decline' ? /Not paid/ : /moved on/)
    }
  })

  await t.test('paying late works only after the expiry, and paying in time only before it', async () => {
    const early = await urlOf(manual('early', { expires_at: '2099-01-01T00:00:00Z' }))
    assert.match(await (await fetch(early)).text(), /value="pay_late"[^>]* disabled/)
    const refused = await press(early, 'pay_late')
    const note = new URL(String(refused.headers.get('location')), bank.url)
    assert.match(await (await fetch(note)).text(), /not late yet/)
    assert.equal((await bank.order('early'))['state'], 'pending')

    const late = await urlOf(manual('late', { expires_at: '2020-01-01T00:00:00Z' }))
    assert.match(await (await fetch(late)).text(), /too late/)
    await press(late, 'pay')
    assert.equal((await bank.order('late'))['state'], 'pending')
    await press(late, 'pay_late')
    assert.equal((await bank.order('late'))['state'], 'completed')
  })

  await t.test('the payout desk completes, rejects and returns', async () => {
    const desk = (key: string) => urlOf(bank.put(key, payout({ amount_minor: '77714' })))
    const done = await desk('desk-1')
    await press(done, 'pay')
    assert.equal((await bank.order('desk-1'))['state'], 'completed')
    await press(done, 'return')
    assert.equal((await bank.order('desk-1'))['reversed_minor'], '77714')
    await press(await desk('desk-2'), 'decline')
    assert.equal((await bank.order('desk-2'))['state'], 'rejected')
  })

  await t.test('an unknown button, an unknown note and a body of another kind change nothing', async () => {
    const url = await urlOf(manual('calm'))
    await press(url, '__proto__')
    assert.equal((await fetch(`${url}?note=constructor`)).status, 200)
    const json = await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'text/html' } })
    assert.equal(json.status, 415)
    assert.equal((await bank.order('calm'))['state'], 'pending')
  })
})
