import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charge, type Json, send, startPsp, startReceiver, until } from './support/psp-process.ts'

const key = 'loja@example.com'
const txids = ['a', 'b', 'c'].map((letter) => letter.repeat(30))

async function opened(t: Parameters<typeof startPsp>[0], answer?: () => number) {
  const psp = await startPsp(t)
  const receiver = await startReceiver(t, answer)
  assert.equal((await psp.call('PUT', `/webhook/${key}`, { webhookUrl: receiver.url })).status, 200)
  for (const txid of txids) await psp.call('PUT', `/cob/${txid}`, charge())
  return { psp, receiver }
}

test('a webhook belongs to a key of its own payee', async (t) => {
  const { psp, receiver } = await opened(t)
  const { body } = await psp.call('GET', `/webhook/${key}`)
  assert.deepEqual([body['webhookUrl'], body['cnpj']], [receiver.url, '12345678000195'])
  assert.equal((await psp.call('PUT', '/webhook/%2B5511999990000', { webhookUrl: receiver.url })).status, 400)
  assert.equal((await psp.call('PUT', `/webhook/${key}`, { webhookUrl: 'here' })).status, 400)
  assert.equal((await psp.call('DELETE', `/webhook/${key}`)).status, 204)
  assert.equal((await psp.call('GET', `/webhook/${key}`)).status, 404)
})

test('each payment and each end of a refund is told, and told again until it is taken', async (t) => {
  const answers = [503, 200]
  const { psp, receiver } = await opened(t, () => answers.shift() ?? 200)
  const { body } = await psp.control('POST', '/pay', { txid: txids[0] })
  await psp.control('POST', '/pay', { chave: key, amount: '1.00' })
  await until('the second try', () => receiver.calls.length === 2)
  assert.deepEqual(receiver.calls[0], { path: '/secret/pix', pix: [body] })
  assert.deepEqual(receiver.calls[1], receiver.calls[0])
  await psp.call('PUT', `/pix/${body['endToEndId']}/devolucao/r1`, { valor: '10.00' })
  await until('the refund is told', () => receiver.calls.length === 3)
  const [told] = receiver.calls[2]?.pix ?? []
  const [refund] = (told?.['devolucoes'] ?? []) as Json[]
  assert.equal(refund?.['status'], 'DEVOLVIDO')
})

test('pushes come grouped, twice, the last first, days late, forged or never, as told', async (t) => {
  const { psp, receiver } = await opened(t)
  const told = () => receiver.calls.splice(0).map(({ pix }) => pix.map(({ txid }) => String(txid)[0]).join(''))
  await psp.control('PUT', '/pushes', { hold: true })
  for (const txid of txids) await psp.control('POST', '/pay', { txid })
  await psp.control('POST', '/pushes/release', { group: true, reverse: true, copies: 2, lose: 1 })
  await until('two calls', () => receiver.calls.length === 2)
  assert.deepEqual(told(), ['ba', 'ba'])
  await psp.control('PUT', '/pushes', { hold: false, delay_ms: 3 * 86_400_000, lose: 1 })
  for (const txid of txids.slice(0, 2)) await psp.control('POST', '/pay', { txid, even_if: ['paid'] })
  await psp.control('POST', '/pushes/forge', { chave: key, pix: [{ txid: 'forged' }] })
  assert.deepEqual(told(), ['f'])
  await psp.control('POST', '/clock', { advance_ms: 3 * 86_400_000 })
  await until('the late one', () => receiver.calls.length === 1)
  assert.deepEqual(told(), ['b'])
  const states = ((await psp.control('GET', '/pushes')).body['pushes'] as Json[]).map(({ state }) => state)
  assert.deepEqual([states.filter((state) => state === 'lost').length, states.includes('waiting')], [2, false])
})

test('faults meet the calls that they are meant for, before or after the booking', async (t) => {
  const { psp } = await opened(t)
  const next = 'd'.repeat(30)
  const booked = async () => (await psp.call('GET', `/cob/${next}`)).body['revisao']
  const put = () => psp.call('PUT', `/cob/${next}`, charge())
  const script = (fault: Json) => psp.control('POST', '/faults', { call: 'PUT /cob/', ...fault })
  await script({ kind: 'reset_before' })
  await assert.rejects(put)
  assert.equal(await booked(), undefined)
  await script({ kind: 'lose_answer' })
  await assert.rejects(put)
  assert.equal(await booked(), 0)
  await script({ kind: 'truncate' })
  await assert.rejects(put)
  assert.equal(await booked(), 1)
  await script({ kind: 'status', status: 503, count: 2 })
  assert.deepEqual([(await put()).status, (await put()).status], [503, 503])
  await script({ kind: 'status', status: 500, booked: true })
  assert.deepEqual([(await put()).status, await booked()], [500, 2])
  await script({ kind: 'html' })
  assert.match(String((await put()).body['text']), /^<html>/)
  await script({ kind: 'too_many' })
  assert.equal((await put()).status, 429)
  await script({ kind: 'no_copia_e_cola' })
  const { pixCopiaECola, location } = (await put()).body
  assert.deepEqual([pixCopiaECola, typeof location], [undefined, 'string'])
  await script({ kind: 'no_code' })
  const { body } = await put()
  assert.deepEqual([body['pixCopiaECola'], body['location'], body['loc'], body['revisao']], [...Array(3), 4])
  await script({ kind: 'another_txid' })
  const { txid, revisao } = (await put()).body
  assert.deepEqual([txid === next, revisao], [false, 5])
  await script({ kind: 'delay', delay_ms: 1 })
  assert.equal((await put()).body['revisao'], 6)
  assert.deepEqual((await psp.control('GET', '/faults')).body, { faults: [] })
  await psp.control('POST', '/faults', { kind: 'status', call: 'POST /oauth/' })
  assert.equal(await psp.tokenOf('shop'), 'undefined')
  assert.equal((await psp.control('POST', '/faults', { kind: 'flood' })).status, 400)
})

test('nobody controls it without the token', async (t) => {
  const psp = await startPsp(t)
  const { status } = await send(`${psp.controlUrl}/control/records`, { method: 'GET', authorization: 'Bearer guessed' })
  assert.equal(status, 401)
})
