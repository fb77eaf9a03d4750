import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { callbackWorld } from '../support/callback-world.ts'

const world = await callbackWorld({ after })

test('a callback arrives as specified: body, hash, headers, signature', async () => {
  const receiver = await world.receiver()
  const shop = await world.merchant(`${receiver.url}/callbacks`)
  const { transactionId, eventId } = await world.payment(shop.pointId)
  assert.equal(await world.job().runOnce(), 1)
  const [request, ...more] = receiver.requests
  assert.ok(request)
  assert.deepEqual(more, [])
  const sent = JSON.parse(request.body)
  assert.match(
    request.body,
    new RegExp(
      `^{"transaction_id":"${transactionId}","api_key":[1-9]\\d{0,9},"security_hash":"[0-9a-f]{64}","status":"COMPLETED",` +
        `"amount":10\\.00,"message":"Payment approved","reference":"${transactionId}","updated_at":"[-0-9T:]{19}\\.\\d{6}Z",` +
        '"pay_type":"payin"}$',
    ),
  )
  const hash = createHmac('sha256', shop.authApiToken).update(`${sent.api_key}${shop.pointId}`).digest('hex')
  assert.equal(sent.security_hash, hash)
  assert.equal(request.method, 'POST')
  assert.equal(request.path, '/callbacks')
  assert.equal(request.headers['content-type'], 'application/json')
  assert.equal(request.headers['content-length'], String(Buffer.byteLength(request.body)))
  assert.equal(request.headers['user-agent'], 'Pasarela/1.2.3')
  assert.equal(request.headers['x-attempt'], '1')
  assert.equal(request.headers['webhook-id'], `evt_${eventId.replaceAll('-', '')}`)
  new Webhook(shop.webhookSecret).verify(request.body, request.headers as Record<string, string>)
  const [attempt] = await world.attempts(transactionId)
  assert.deepEqual(attempt?.sent_body_sha256, createHash('sha256').update(request.body).digest())
  assert.equal(attempt?.response_body, '{"status":"success"}')
})

test('failures are tried again on the schedule with the same id, key and body until 200', async () => {
  const receiver = await world.receiver(500)
  const shop = await world.merchant(receiver.url)
  const { transactionId } = await world.payment(shop.pointId)
  const job = world.job()
  for (const [attempt, seconds] of [5, 30, 120].entries()) {
    assert.equal(await job.runOnce(), 1)
    const [delivery] = await world.deliveries(transactionId)
    assert.equal(delivery?.state, 'pending')
    assert.equal(delivery?.attempts, attempt + 1)
    const delay = delivery?.delay_seconds ?? 0
    assert.ok(delay > seconds * 0.9 - 2 && delay <= seconds * 1.1, `${delay} s after attempt ${attempt + 1}`)
    assert.equal(await job.runOnce(), 0, 'not before its time')
    await world.makeDue(transactionId)
  }
  receiver.answerWith(200)
  assert.equal(await job.runOnce(), 1)
  await world.makeDue(transactionId)
  assert.equal(await job.runOnce(), 0)
  assert.deepEqual(
    receiver.requests.map((request) => request.headers['x-attempt']),
    ['1', '2', '3', '4'],
  )
  assert.equal(new Set(receiver.requests.map((request) => request.body)).size, 1)
  assert.equal(new Set(receiver.requests.map((request) => request.headers['webhook-id'])).size, 1)
  const attempts = await world.attempts(transactionId)
  assert.deepEqual(
    attempts.map((attempt) => [attempt.number, attempt.status, attempt.error]),
    [
      [1, 500, 'http'],
      [2, 500, 'http'],
      [3, 500, 'http'],
      [4, 200, null],
    ],
  )
})

test('204, 302 and a dead connection are failures; 204 is success for who asked for it', async () => {
  const receiver = await world.receiver()
  const job = world.job()
  const answers = [201, 204, 302, (_: unknown, __: unknown, socket: { destroy(): void }) => socket.destroy()]
  for (const answer of answers) {
    receiver.answerWith(answer)
    const shop = await world.merchant(receiver.url)
    const { transactionId } = await world.payment(shop.pointId)
    await job.runOnce()
    assert.equal((await world.deliveries(transactionId))[0]?.state, 'pending')
  }
  receiver.answerWith(204)
  const shop = await world.merchant(receiver.url)
  await world.database.owner.query('update callback_endpoints set accept_2xx = true where point_id = $1', [
    shop.pointId,
  ])
  const { transactionId } = await world.payment(shop.pointId)
  await job.runOnce()
  assert.equal((await world.deliveries(transactionId))[0]?.state, 'delivered')
})

test('after the last attempt of the schedule a delivery is exhausted and stays so', async () => {
  const receiver = await world.receiver(500)
  const shop = await world.merchant(receiver.url)
  const { transactionId } = await world.payment(shop.pointId)
  await world.database.owner.query('update callback_deliveries set attempts = 14 where transaction_id = $1', [
    transactionId,
  ])
  const job = world.job()
  assert.equal(await job.runOnce(), 1)
  const [delivery] = await world.deliveries(transactionId)
  assert.deepEqual([delivery?.state, delivery?.attempts], ['exhausted', 15])
  assert.equal(await job.runOnce(), 0)
})

test('an address that must not be reached fails like any other, and nothing is sent', async () => {
  const shop = await world.merchant('https://169.254.169.254/latest')
  const { transactionId } = await world.payment(shop.pointId)
  await world.job().runOnce()
  const [attempt] = await world.attempts(transactionId)
  assert.deepEqual([attempt?.error, attempt?.error_code, attempt?.status], ['ssrf', 'ESSRF_BLOCKED', null])
})

test('a secret that does not open is our own fault: no attempt is used up, and the next is soon', async () => {
  const receiver = await world.receiver()
  const shop = await world.merchant(receiver.url)
  const { transactionId } = await world.payment(shop.pointId)
  const point = [shop.pointId]
  const boxes = await world.database.owner.query('select auth_api_token_box as box from points where id = $1', point)
  await world.database.owner.query(`update points set auth_api_token_box = '\\x0102' where id = $1`, point)
  const job = world.job()
  await job.runOnce()
  const [delivery] = await world.deliveries(transactionId)
  assert.deepEqual([delivery?.state, delivery?.attempts], ['pending', 0])
  assert.deepEqual(await world.attempts(transactionId), [])
  await world.database.owner.query('update points set auth_api_token_box = $2 where id = $1', [
    shop.pointId,
    boxes.rows[0]?.box,
  ])
  await world.makeDue(transactionId)
  await job.runOnce()
  assert.equal(receiver.requests[0]?.headers['x-attempt'], '1')
})

test('a signature carries the true time also while the clock is moved', async (t) => {
  const receiver = await world.receiver()
  const shop = await world.merchant(receiver.url)
  t.after(async () => await world.moveClockTo(0))
  await world.moveClockTo(30 * 86_400_000)
  await world.payment(shop.pointId)
  await world.job().runOnce()
  const [request] = receiver.requests
  assert.ok(request)
  new Webhook(shop.webhookSecret).verify(request.body, request.headers as Record<string, string>)
})

test('a paused endpoint holds its callbacks, and so does a live point without an address; nothing is lost', async () => {
  const receiver = await world.receiver()
  const paused = await world.merchant(receiver.url)
  const homeless = await world.merchant(undefined, 'live')
  await world.database.owner.query(`update callback_endpoints set status = 'paused' where point_id = $1`, [
    paused.pointId,
  ])
  const { transactionId } = await world.payment(paused.pointId)
  const held = await world.payment(homeless.pointId)
  const job = world.job()
  assert.equal(await job.runOnce(), 0)
  assert.equal((await world.deliveries(held.transactionId))[0]?.state, 'pending')
  await world.database.owner.query(`update callback_endpoints set status = 'active' where point_id = $1`, [
    paused.pointId,
  ])
  assert.equal(await job.runOnce(), 1)
  assert.equal((await world.deliveries(transactionId))[0]?.state, 'delivered')
})

test('what a claim brings while its process stops is still sent', async () => {
  const receiver = await world.receiver()
  const shop = await world.merchant(receiver.url)
  const job = world.job()
  // The first round also asks for the age of what waits, and would see the stop before it claims.
  await job.runOnce()
  const { transactionId } = await world.payment(shop.pointId)
  const round = job.runOnce()
  await new Promise((resolve) => setImmediate(resolve))
  await job.stop()
  await round
  assert.equal(receiver.requests.length, 1)
  assert.equal((await world.deliveries(transactionId))[0]?.state, 'delivered')
})
