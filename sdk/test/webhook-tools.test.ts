import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { CallbackSecrets } from '../src/callbacks/secrets.ts'
import { verifyCallback } from '../src/callbacks/verify-callback.ts'
import type { CallbackEvent } from '../src/client/callback-history.ts'
import { pasarelaClient } from '../src/client/client.ts'
import type { ListedDelivery } from '../src/client/delivery-log.ts'
import type { PasarelaClient } from '../src/client/operations.ts'
import { PasarelaError } from '../src/client/pasarela-error.ts'
import { type GatewayWorld, soon, startGatewayWorld } from './support/gateway-world.ts'

describe('real calls about callbacks', () => {
  let world: GatewayWorld
  let client: PasarelaClient
  let settings: PasarelaClient
  before(async () => {
    world = await startGatewayWorld()
    client = pasarelaClient({ baseUrl: world.url, apiKey: world.demo.api_key })
    settings = pasarelaClient({ baseUrl: world.url, apiKey: world.demo.settings_key })
  })
  after(async () => await world.stop())

  /** A payout that is COMPLETED at once; its transaction_id. */
  const pay = async (): Promise<string> => {
    const { data } = await client.createPayout({
      service_code: 'BT_AR',
      amount: 10,
      reference: randomBytes(11).toString('hex'),
      account_type: 'CBU',
      account: '2850590940090418135201',
    })
    assert.equal(data.status, 'COMPLETED')
    return data.transaction_id
  }
  /** The callback of a new payment, from the feed. */
  const newEvent = async (): Promise<CallbackEvent> => {
    const start = (await client.listEvents()).data
    assert.deepEqual(start.events, [])
    const id = await pay()
    const { events } = (await client.listEvents({ after: start.next_after, wait_seconds: 20 })).data
    const [event] = events
    assert.equal(event?.transaction_id, id)
    return event
  }
  const delivered = async (id: string): Promise<ListedDelivery> =>
    await soon(
      async () => (await settings.listDeliveries({ transaction_id: id, state: 'delivered' })).data.deliveries[0],
    )
  const verdict = ({ body, headers }: CallbackEvent, secrets: Partial<CallbackSecrets>): boolean => {
    const { auth_point_id: authPointId, auth_api_token: authApiToken } = world.demo
    return verifyCallback(body, headers, { authPointId, authApiToken, ...secrets } as CallbackSecrets).ok
  }

  it('send a test callback and see what was sent and what came back', async () => {
    const { data } = await settings.testWebhook({ status: 'EXPIRED', pay_type: 'payin' })
    assert.deepEqual([data.delivered, data.hint, data.request.url, data.answer.http_status], [true, null, null, 200])
    assert.match(data.request.body, /"transaction_id":"test_.*"status":"EXPIRED"/)
    const { messages } = (await client.readInbox({ limit: 100 })).data
    assert.ok(messages.some(({ webhook_id: id }) => id === data.webhook_id))
    assert.match((await settings.testWebhook()).data.request.body, /"status":"COMPLETED"/)
  })

  it('explain which check of a received callback fails', async () => {
    const { body, headers } = await newEvent()
    const genuine = await settings.explainCallback({ body, headers })
    assert.deepEqual([genuine.data.genuine, genuine.data.checks.some(({ ok }) => ok === false)], [true, false])
    const forged = await settings.explainCallback({ body: body.replace('"COMPLETED"', '"ERROR"'), headers })
    const failing = forged.data.checks.filter(({ ok }) => ok === false).map(({ check }) => check)
    assert.deepEqual([forged.data.genuine, failing], [false, ['body', 'signature']])
    assert.equal((await settings.explainCallback({ body })).data.genuine, true)
  })

  it('read the delivery log, one delivery with its bytes, and send it again', async () => {
    const id = await pay()
    const { delivery_id: deliveryId, last_attempt: last, ...listed } = await delivered(id)
    assert.deepEqual([listed.trigger, listed.attempts, last?.url, last?.error], ['auto', 1, null, null])
    const { data } = await settings.getDelivery(deliveryId)
    assert.deepEqual([data.transaction_id, data.callback.webhook_id], [id, listed.webhook_id])
    const { messages } = (await client.readInbox({ limit: 100 })).data
    assert.equal(messages.find(({ webhook_id: sent }) => sent === listed.webhook_id)?.body, data.exact_body)
    const again = await settings.resendDelivery(deliveryId)
    assert.equal(again.data.webhook_id, listed.webhook_id)
    assert.notEqual(again.data.delivery_id, deliveryId)
    const lost = await settings.getDelivery('999999999').catch((error: unknown) => error)
    assert.ok(lost instanceof PasarelaError && lost.code === 'not_found')
  })

  it('walk through the whole delivery log, each delivery once, newest first', async () => {
    const wanted = []
    for (let turn = 0; turn < 5; turn++) wanted.unshift((await delivered(await pay())).delivery_id)
    const seen: string[] = []
    for await (const each of settings.eachDelivery({ limit: 2, state: 'delivered' })) seen.push(each.delivery_id)
    assert.deepEqual(seen.slice(0, 5), wanted)
    assert.equal(new Set(seen).size, seen.length)
    const { data } = await settings.listDeliveries({ limit: 1, before: wanted[0] ?? '' })
    assert.deepEqual([data.deliveries[0]?.delivery_id, data.next_before], [wanted[1], wanted[1]])
  })

  it('read how an address fares, slow it down, hold it, and recover what was held back', async () => {
    const before = (await settings.getWebhook()).data
    assert.deepEqual([before.status, before.health.state, before.health.alerts], ['active', 'well', []])
    const slower = await settings.setWebhook({ max_in_flight: 2, rate_per_second: 10, status: 'paused' })
    assert.deepEqual([slower.data.max_in_flight, slower.data.rate_per_second, slower.data.status], [2, 10, 'paused'])
    const since = new Date(Date.now() - 60_000).toISOString()
    const id = await pay()
    await settings.setWebhook({ max_in_flight: before.max_in_flight, status: 'active' })
    const { data } = await settings.recoverCallbacks({ since })
    assert.deepEqual([typeof data.queued, typeof data.hastened, data.more], ['number', 'number', false])
    assert.equal((await delivered(id)).status, 'COMPLETED')
  })

  it('rotate the webhook secret: with an overlap both sign, then the new one alone', async () => {
    const { webhook_secret: old } = world.demo
    const first = await settings.rotateWebhookSecret()
    assert.ok(first.data.old_webhook_secret_until)
    const event = await newEvent()
    for (const webhookSecret of [old, first.data.webhook_secret]) assert.ok(verdict(event, { webhookSecret }))
    await assert.rejects(settings.rotateWebhookSecret(), { code: 'not_in_this_state' })
    const { data } = await settings.rotateWebhookSecret({ overlap: '0', force: true })
    const later = await newEvent()
    assert.deepEqual(
      [old, first.data.webhook_secret, data.webhook_secret].map((webhookSecret) => verdict(later, { webhookSecret })),
      [false, false, true],
    )
  })

  it('rotate the API token by stage, activate and retire', async () => {
    const { auth_api_token: old } = world.demo
    const staged = (await settings.rotateApiToken({ action: 'stage' })).data
    const authApiToken = staged.auth_api_token ?? assert.fail('no token')
    assert.ok(staged.token_staged)
    assert.ok(verdict(await newEvent(), { authApiToken: old }))
    const active = (await settings.rotateApiToken({ action: 'activate' })).data
    assert.deepEqual([active.auth_api_token, active.token_staged, active.old_token_kept], [null, false, true])
    const event = await newEvent()
    assert.deepEqual([verdict(event, { authApiToken: old }), verdict(event, { authApiToken })], [false, true])
    assert.equal((await settings.rotateApiToken({ action: 'retire' })).data.old_token_kept, false)
    const twice = await settings.rotateApiToken({ action: 'retire' }).catch((error: unknown) => error)
    assert.ok(twice instanceof PasarelaError && twice.code === 'not_in_this_state')
  })
})
