import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Json, makeDataDir, startAndFail, startBank } from './support/bank-process.ts'
import { eventually } from './support/eventually.ts'
import { cardPayin, payin, payout } from './support/orders.ts'
import { startReceiver } from './support/receiver.ts'

const pathsOf = (body: Json) =>
  (body['errors'] as Json[]).map(({ path }) => String(path)).sort((a, b) => (a < b ? -1 : 1))

test('the provider and control APIs', async (t: TestContext) => {
  const bank = await startBank(t)

  await t.test('without the right token every door is closed', async () => {
    const doors = [
      ['PUT', '/v1/orders/a'],
      ['POST', '/v1/orders/batch'],
      ['GET', '/v1/orders/a'],
      ['POST', '/v1/orders/a/cancel'],
      ['GET', '/control/health'],
      ['GET', '/control/book'],
      ['GET', '/control/summary'],
      ['POST', '/control/stop'],
      ['POST', '/control/clock'],
      ['POST', '/control/faults'],
      ['DELETE', '/control/faults'],
      ['POST', '/control/orders/a/act'],
    ] as const
    for (const [method, path] of doors) {
      for (const token of ['', 'token-of-the-tests-012345678', 'token-of-the-tests-01234567890']) {
        const { status } = await bank.call(method, path, method === 'GET' ? undefined : {}, token)
        assert.equal(status, 401, `${method} ${path}`)
      }
    }
  })

  await t.test('a bad body is refused with the name of every wrong field, and nothing is kept', async () => {
    const { status, body } = await bank.put('bad', {
      direction: 'sideways',
      kind: 'cash',
      country: 'Argentina',
      currency: 'ars',
      amount_minor: 1050,
      decimals: '2',
      expires_at: 'tomorrow',
      return_url: 'javascript:alert(1)',
      notify_url: 'ftp://127.0.0.1',
      payer: { name: '' },
      instructions: { account: 7 },
    })
    assert.equal(status, 422)
    assert.deepEqual(pathsOf(body), [
      'amount_minor',
      'country',
      'currency',
      'decimals',
      'direction',
      'expires_at',
      'instructions.account',
      'kind',
      'notify_url',
      'payer.name',
      'return_url',
    ])
    assert.equal((await bank.call('GET', '/v1/orders/bad')).status, 404)
  })

  await t.test('a bad card, a missing one and one in the wrong place are named', async () => {
    const card = {
      number: '4242424242424241',
      security_code: '1',
      holder: '',
      exp_month: 13.5,
      exp_year: 'x',
      brand: '',
    }
    const wrong = await bank.put('c1', cardPayin('0', { card }))
    assert.deepEqual(pathsOf(wrong.body), [
      'card.brand',
      'card.exp_month',
      'card.exp_year',
      'card.holder',
      'card.number',
      'card.security_code',
    ])
    assert.deepEqual(pathsOf((await bank.put('c2', payin({ kind: 'card' }))).body), ['card'])
    const { card: good } = cardPayin('4242424242424242')
    assert.deepEqual(pathsOf((await bank.put('c3', payin({ card: good }))).body), ['card'])
    assert.deepEqual(pathsOf((await bank.put('c4', cardPayin('4242424242424242', { direction: 'out' }))).body), [
      'kind',
    ])
  })

  await t.test('amounts that are no positive integers and keys of other characters are refused', async () => {
    for (const amount_minor of ['0', '-1', '1.5', '01', '1e3', '', '1'.repeat(16)]) {
      assert.deepEqual(pathsOf((await bank.put('amount', payin({ amount_minor }))).body), ['amount_minor'])
    }
    assert.deepEqual(pathsOf((await bank.put('a.b', payin())).body), ['key'])
    assert.equal((await bank.put('k'.repeat(64), payin())).status, 200)
  })

  await t.test('faults on demand hit the next calls, and only as many as ordered', async () => {
    const order = (kind: string, count = 1) => bank.call('POST', '/control/faults', { kind, count })
    await order('503', 2)
    assert.equal((await bank.put('f1', payout())).status, 503)
    assert.equal((await bank.call('GET', '/v1/orders/f1')).status, 503)
    assert.equal((await bank.put('f1', payout())).status, 200)
    await order('hang')
    await assert.rejects(bank.put('f2', payout()))
    assert.equal((await bank.call('GET', '/v1/orders/f2')).status, 404)
    await order('reset_after_processing')
    await assert.rejects(bank.put('f3', payout()))
    assert.equal((await bank.order('f3'))['state'], 'completed')
    await order('garbage')
    await assert.rejects(bank.put('f4', payout()), SyntaxError)
    assert.equal(await bank.executed('f4'), 1)
    await order('503', 100)
    assert.deepEqual((await bank.call('DELETE', '/control/faults')).body, { waiting: 0 })
    assert.equal((await bank.put('f5', payout())).status, 200)
    assert.equal((await order('earthquake')).status, 422)
  })

  await t.test('the book is read in pages without gaps', async () => {
    const whole = await bank.book()
    const page = (await bank.call('GET', '/control/book?after=3&limit=4')).body
    assert.deepEqual(page, { entries: whole.slice(3, 7), next_after: 7 })
    const end = (await bank.call('GET', `/control/book?after=${whole.length + 500}`)).body
    assert.deepEqual(end['entries'], [])
    assert.equal((await bank.call('GET', '/control/book?limit=1001')).status, 422)
    const health = (await bank.call('GET', '/control/health')).body
    assert.deepEqual([health['service'], health['data_dir'], health['seq']], ['simbank', bank.dataDir, whole.length])
  })

  await t.test('the summary counts money per key, in pages', async () => {
    await bank.put('sum', payout())
    await bank.act('sum', 'return')
    const { body } = await bank.call('GET', '/control/summary')
    assert.deepEqual((body['summary'] as Json)['sum'], { direction: 'out', executed: 1, reversed: 1 })
    const first = (await bank.call('GET', '/control/summary?limit=1')).body
    assert.deepEqual([Object.keys(first['summary'] as Json).length, first['next_after']], [1, 1])
  })

  await t.test(
    'records tell amounts per key, and an order whose money moves again comes again behind the others',
    async () => {
      const end = (await bank.call('GET', '/control/health')).body['seq'] as number
      await bank.put('rec1', payin({ amount_minor: '77701' }))
      await bank.put('rec2', payout())
      await bank.act('rec1', 'pay_less')
      await bank.act('rec2', 'return', { amount_minor: '50' })
      await bank.act('rec1', 'pay')
      const read = async (query: string) => (await bank.call('GET', `/control/records?${query}`)).body
      const page = await read(`after=${end}`)
      const seen = (page['records'] as Json[]).map(({ moved_at, ...record }) => ({
        ...record,
        moved: moved_at !== null,
      }))
      const common = { currency: 'ARS', moved: true }
      assert.deepEqual(seen, [
        {
          ...{ key: 'rec2', direction: 'out', amount_minor: '1050', executed: 1 },
          ...{ executed_minor: '1050', reversed_minor: '50', ...common },
        },
        {
          ...{ key: 'rec1', direction: 'in', amount_minor: '77701', executed: 2 },
          ...{ executed_minor: '77701', reversed_minor: '0', ...common },
        },
      ])
      const first = await read(`after=${end}&limit=1`)
      assert.deepEqual(
        (first['records'] as Json[]).map(({ key }) => key),
        ['rec2'],
      )
      const rest = await read(`after=${first['next_after']}`)
      assert.deepEqual(
        (rest['records'] as Json[]).map(({ key }) => key),
        ['rec1'],
      )
      assert.deepEqual(await read(`after=${rest['next_after']}`), { records: [], next_after: rest['next_after'] })
    },
  )

  await t.test('hands can pay less, more and twice, with another sender', async () => {
    const manual = payin({ amount_minor: '77701' })
    for (const key of ['less', 'more', 'twice', 'other']) await bank.put(key, manual)
    assert.equal((await bank.act('less', 'pay_less')).body['credited_minor'], '69930')
    assert.equal((await bank.act('less', 'pay')).body['credited_minor'], '77701')
    assert.equal((await bank.act('more', 'pay_more')).body['credited_minor'], '85471')
    assert.equal((await bank.act('twice', 'pay_twice')).body['credited_minor'], '155402')
    const sender = { name: 'Somebody Else', document: '27000000006' }
    assert.deepEqual((await bank.act('other', 'pay', { sender })).body['sender'], sender)
    assert.equal((await bank.act('other', 'decline')).status, 409)
    assert.equal((await bank.act('nobody', 'pay')).status, 404)
    assert.equal((await bank.act('other', 'explode')).status, 422)
  })
})

test('the clock can be shifted, and what is due by then happens', async (t: TestContext) => {
  const dataDir = makeDataDir(t)
  const bank = await startBank(t, { dataDir, env: { SIMBANK_PAY_DELAY_MS: '3600000' } })
  const receiver = await startReceiver(t)
  await bank.put('slow', payin({ notify_url: receiver.url }))
  await bank.put('other', payin({ expires_at: new Date(Date.now() + 1_800_000).toISOString() }))
  assert.equal((await bank.call('POST', '/control/clock', { offset_ms: 7_200_000 })).status, 200)
  await eventually('the payment', async () => (await bank.order('slow'))['state'] === 'completed')
  assert.equal((await bank.order('other'))['state'], 'pending')
  const [told] = await eventually('the notification', () => receiver.all.length > 0 && receiver.all)
  assert.ok(told?.genuine)
  assert.ok(Number(told.headers['x-simbank-timestamp']) * 1000 > Date.now() + 7_000_000)
  await bank.crash()
  const after = await startBank(t, { dataDir })
  assert.equal((await after.call('GET', '/control/health')).body['offset_ms'], 7_200_000)
})

test('a port that is taken is named, and the folder is free again', async (t: TestContext) => {
  const first = await startBank(t)
  const dataDir = makeDataDir(t)
  const { code, output } = await startAndFail(dataDir, { SIMBANK_PORT: new URL(first.url).port })
  assert.equal(code, 98, output)
  assert.match(output, /Port \d+ on 127\.0\.0\.1 is in use/)
  await startBank(t, { dataDir })
})

test('wrong settings are all named at once, without the secrets', async (t: TestContext) => {
  const dataDir = makeDataDir(t)
  writeFileSync(join(dataDir, 'credentials.json'), JSON.stringify({ token: 'too-short' }))
  const wrong = { SIMBANK_PORT: '99999', SIMBANK_HANG_MS: 'long', SIMBANK_PUBLIC_URL: 'bank.example' }
  const { code, output } = await startAndFail(dataDir, wrong)
  assert.equal(code, 1)
  for (const name of [...Object.keys(wrong), 'token', 'notification_secret']) assert.match(output, new RegExp(name))
  assert.equal(output.includes('too-short'), false)
  rmSync(join(dataDir, 'credentials.json'))
  assert.match((await startAndFail(dataDir)).output, /credentials\.json does not exist/)
})
