import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Json, startBank } from './support/bank-process.ts'
import { eventually } from './support/eventually.ts'
import { cardPayin, payin } from './support/orders.ts'
import { startReceiver } from './support/receiver.ts'

const redirectOf = (order: Json) => String((order['next'] as Json)['url'])
const open = (url: string) => fetch(url, { redirect: 'manual' })
const decide = (url: string, decision: string) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ decision }) })

test('cards', async (t: TestContext) => {
  const bank = await startBank(t)
  const receiver = await startReceiver(t)
  const state = async (key: string) => {
    const order = await bank.order(key)
    return [order['state'], order['reason']]
  }

  await t.test('any valid number is pending with a redirect that leads straight back, and is paid', async () => {
    for (const [index, number] of ['4111111111111111', '4242424242424242', '5555555555554444'].entries()) {
      const { body } = await bank.put(`plain-${index}`, cardPayin(number))
      assert.equal(body['state'], 'pending')
      const page = await open(redirectOf(body))
      assert.equal(page.status, 303)
      const back = `http://127.0.0.1:9/back?cart=7&key=plain-${index}&result=approved`
      assert.equal(page.headers.get('location'), back)
    }
    await eventually('it is paid', async () => (await state('plain-2'))[0] === 'completed')
  })

  await t.test('a challenge waits for the payer and completes on approval', async () => {
    const { body } = await bank.put('challenge', cardPayin('4000002760003184', { notify_url: receiver.url }))
    const url = redirectOf(body)
    await bank.put('ordinary', payin())
    await eventually('an ordinary one is paid', async () => (await state('ordinary'))[0] === 'completed')
    assert.equal((await state('challenge'))[0], 'pending')
    assert.match(await (await open(url)).text(), /Confirm it is you/)
    const decided = await decide(url, 'approve')
    assert.equal(decided.status, 303)
    assert.match(String(decided.headers.get('location')), /^http:\/\/127\.0\.0\.1:9\/back\?.*result=approved$/)
    assert.equal((await state('challenge'))[0], 'completed')
    await eventually('the notification', () => receiver.about('challenge').length === 1)
  })

  await t.test('a decided challenge shows how it ended and cannot be decided again', async () => {
    const url = redirectOf((await bank.put('twice', cardPayin('5200828282828210'))).body)
    await decide(url, 'decline')
    assert.deepEqual(await state('twice'), ['rejected', 'authentication_failed'])
    const again = await decide(url, 'approve')
    assert.match(String(again.headers.get('location')), /^\/challenge\//)
    const page = await (await open(url)).text()
    assert.match(page, /was not approved/)
    assert.match(page, /href="http:\/\/127\.0\.0\.1:9\/back\?cart=7&amp;key=twice&amp;result=declined"/)
    assert.equal(await bank.executed('twice'), 0)
  })

  await t.test('a challenge that is opened too late says so and takes no decision', async () => {
    const expires_at = new Date(Date.now() + 30).toISOString()
    const url = redirectOf((await bank.put('late', cardPayin('4000002760003184', { expires_at }))).body)
    await eventually('it is too late', async () => /too late/.test(await (await open(url)).text()))
    await decide(url, 'approve')
    assert.equal((await state('late'))[0], 'pending')
  })

  await t.test('refused cards are rejected in the answer, each with its reason', async () => {
    const reasons = {
      '4000000000000002': 'declined',
      '4000000000009995': 'insufficient_funds',
      '4000000000000069': 'expired_card',
    }
    for (const [number, reason] of Object.entries(reasons)) {
      const { body } = await bank.put(`refused-${reason}`, cardPayin(number))
      assert.deepEqual([body['state'], body['reason']], ['rejected', reason])
    }
  })

  await t.test('a card can pass the challenge and be refused after it', async () => {
    const url = redirectOf((await bank.put('refused-after', cardPayin('4000000000003220'))).body)
    await decide(url, 'approve')
    assert.deepEqual(await state('refused-after'), ['rejected', 'authentication_failed'])
  })

  await t.test('a processing error cuts the connection, and the inquiry tells that nothing moved', async () => {
    await assert.rejects(bank.put('broken', cardPayin('4000000000000119')))
    assert.deepEqual(await state('broken'), ['rejected', 'processing_error'])
    assert.equal(await bank.executed('broken'), 0)
  })

  await t.test('amount scenarios hold for ordinary cards', async () => {
    const { body } = await bank.put('poor', cardPayin('4242424242424242', { amount_minor: '77702' }))
    assert.equal(body['reason'], 'insufficient_funds')
  })
})

test('a card number or security code stays nowhere', async (t: TestContext) => {
  const canary = '4929907410000026'
  const code = '8371'
  const bank = await startBank(t)
  const receiver = await startReceiver(t)
  const card = {
    number: canary,
    security_code: code,
    holder: 'CANARY HOLDER',
    exp_month: 11,
    exp_year: 2041,
    brand: 'VISA',
  }
  const answers: string[] = []
  const put = async (key: string, change: Json) => {
    const { body } = await bank.put(key, cardPayin(canary, { card, notify_url: receiver.url, ...change }))
    answers.push(JSON.stringify(body))
    return body
  }
  const first = await put('kept', { return_url: undefined })
  await put('kept', { return_url: undefined })
  await put('kept', { amount_minor: '9900' })
  await put('bad', { card: { ...card, number: `${canary}1`, exp_month: canary } })
  await put('manual', { amount_minor: '77701' })
  answers.push(await (await open(redirectOf(first))).text())
  const broken = await fetch(`${bank.url}/v1/orders/cut`, {
    method: 'PUT',
    headers: { authorization: 'Bearer token-of-the-tests-0123456789', 'content-type': 'application/json' },
    body: `{"card":{"number":"${canary}`,
  })
  assert.equal(broken.status, 400)
  answers.push(await broken.text())
  await eventually('it is told', () => receiver.about('kept').length > 0)
  answers.push(JSON.stringify(await bank.book()), receiver.all.map(({ raw }) => raw).join(), bank.output())
  for (const file of readdirSync(bank.dataDir)) answers.push(readFileSync(join(bank.dataDir, file), 'utf8'))

  assert.equal((first['card'] as Json)['bin'], canary.slice(0, 6))
  assert.equal((first['card'] as Json)['last4'], canary.slice(-4))
  const everything = answers.join('\n')
  assert.ok(everything.includes(canary.slice(-4)))
  assert.equal(everything.includes(canary.slice(0, 12)), false)
  assert.equal(everything.includes(`"${code}"`), false)
  assert.equal(everything.includes('security_code":'), false)
  assert.equal(everything.includes('CANARY HOLDER'), false)
})
