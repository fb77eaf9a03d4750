import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { verifyCallback } from '../src/callbacks/verify-callback.ts'
import { pasarelaClient } from '../src/client/client.ts'
import type { PasarelaClient } from '../src/client/operations.ts'
import { PasarelaError, PayoutFailedError, RefundFailedError } from '../src/client/pasarela-error.ts'
import type { LocalPayinRequest } from '../src/client/payin-requests.ts'
import { type GatewayWorld, soon, startGatewayWorld } from './support/gateway-world.ts'

/** An amount whose pay-in stays PENDING until somebody acts (docs/test-data.md). */
const untouched = 777.01

describe('real calls', () => {
  let world: GatewayWorld
  let client: PasarelaClient
  let settings: PasarelaClient
  before(async () => {
    world = await startGatewayWorld()
    client = pasarelaClient({ baseUrl: `${world.url}/`, apiKey: world.demo.api_key })
    settings = pasarelaClient({ baseUrl: world.url, apiKey: world.demo.settings_key })
  })
  after(async () => await world.stop())

  const reference = () => randomBytes(11).toString('hex')
  const payin = (changes: Partial<LocalPayinRequest> = {}): LocalPayinRequest =>
    ({
      service_code: 'BT_AR',
      amount: untouched,
      reference: reference(),
      payer_doc_id: '20-26756539-3',
      ...changes,
    }) as LocalPayinRequest
  const payout = (amount: number | string) =>
    ({
      service_code: 'BT_AR',
      amount,
      reference: reference(),
      account_type: 'CBU',
      account: '2850590940090418135201',
    }) as const
  const refusal = async (call: Promise<unknown>): Promise<PasarelaError> => {
    const error = await call.then(
      () => assert.fail('it was accepted'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof PasarelaError)
    return error
  }

  it('create a pay-in, replay it, read it, list it, simulate its payment and resend its callback', async () => {
    const request = payin()
    const created = await client.createPayin(request)
    assert.equal(created.data.status, 'PENDING')
    assert.equal(created.data.currency, 'ARS')
    assert.equal(created.replayed, false)
    assert.match(created.requestId ?? '', /^req_/)
    const { transaction_id: id } = created.data
    const again = await client.createPayin(request)
    assert.deepEqual([again.data.transaction_id, again.replayed], [id, true])
    const noted = await client.givePayerReference(id, { payer_reference: '004512349876' })
    assert.equal(noted.data.payer_reference, '004512349876')
    assert.equal((await client.simulate(id, { event: 'paid' })).data.status, 'COMPLETED')
    const { data } = await client.getTransaction(id)
    assert.deepEqual([data.status, data.credited_amount, data.history.length >= 2], ['COMPLETED', untouched, true])
    const listed = await client.listTransactions({ reference: request.reference })
    assert.deepEqual(
      listed.data.items.map((item) => item.transaction_id),
      [id],
    )
    assert.ok(['queued', 'hastened', 'under_way'].includes((await client.resendCallback(id)).data.result))
    const { callbacks } = (await client.listCallbacks(id)).data
    assert.equal(callbacks[0]?.status, 'COMPLETED')
  })

  it('read the inbox, and its messages pass verifyCallback byte for byte', async () => {
    const created = await client.createPayin(payin())
    await client.simulate(created.data.transaction_id, { event: 'paid' })
    const message = await soon(async () => {
      const { messages } = (await client.readInbox({ limit: 100 })).data
      return messages.find(({ body }) => body.includes(created.data.transaction_id))
    })
    const { auth_point_id: authPointId, auth_api_token: authApiToken, webhook_secret: webhookSecret } = world.demo
    const secrets = { authPointId, authApiToken, webhookSecret }
    const verdict = verifyCallback(message.body, message.headers, secrets)
    assert.ok(verdict.ok, JSON.stringify(verdict))
    assert.deepEqual([verdict.callback.status, verdict.key], ['COMPLETED', message.webhook_id])
    assert.deepEqual((await client.readInbox({ after: message.id, limit: 1 })).data.messages, [])
    const forged = verifyCallback(message.body.replace('777.01', '977.01'), message.headers, secrets)
    assert.equal(forged.ok, false)
  })

  it('create a card pay-in in both forms', async () => {
    const payer = { payer_name: 'Ana', payer_lastname: 'Prueba' }
    const contact = {
      payer_phone: 541155550000,
      payer_email: 'ana@example.com',
      payer_address: 'Calle 1',
      payer_city: 'Buenos Aires',
      payer_state_iso_code: 'AR-C',
      payer_country_iso: 'AR',
      payer_zip_code: 1001,
    }
    const card = {
      payer_card_number: '4111111111111111',
      payer_card_type: 'VISA',
      payer_card_holder_name: 'ANA PRUEBA',
      payer_card_security_code: '737',
    } as const
    const expiration = { payer_card_exp_month: '12', payer_card_exp_year: '2030' }
    const payment = () => ({ amount: 25.5, reference: reference(), payer_ip_address: '203.0.113.7' })
    const service_code = 'CC1_IG_TRUST_WW_EUR'
    const flat = await client.createPayin({ service_code, ...payer, ...contact, ...card, ...expiration, ...payment() })
    assert.match(flat.data.redirect_url, /^http/)
    const nested = await client.createPayin({
      service_code,
      customerDetails: { ...payer, contactDetails: contact },
      transactionDetails: { paymentDetails: payment(), cardDetails: { ...card, expiration } },
    })
    assert.equal(nested.data.status, 'PENDING')
  })

  it('cancel a pay-in', async () => {
    const created = await client.createPayin(payin())
    const cancelled = await client.cancelPayin(created.data.transaction_id)
    assert.deepEqual([cancelled.data.status, cancelled.data.reason], ['EXPIRED', 'cancelled'])
    const twice = await refusal(client.cancelPayin(created.data.transaction_id))
    assert.deepEqual([twice.code, twice.status], ['not_in_this_state', 409])
  })

  it('create payouts, and approve or reject those that wait for a second key', async () => {
    assert.equal((await client.createPayout(payout(10))).data.status, 'COMPLETED')
    const point = ['--point', world.demo.auth_point_id]
    await world.facts('point', 'limits', ...point, '--currency', 'ARS', '--approval-above', '100', '--by', 'ana')
    const { api_key: second } = await world.facts('key', 'create', ...point, '--scopes', 'approve_payouts,read')
    const approver = pasarelaClient({ baseUrl: world.url, apiKey: second ?? '' })
    const approved = await client.createPayout(payout('500.00'))
    assert.equal(approved.data.status, 'PENDING')
    const sent = await approver.approvePayout(approved.data.transaction_id, { note: 'as agreed' })
    assert.equal(sent.data.status, 'COMPLETED')
    const refused = await client.createPayout(payout(600))
    const ended = await approver.rejectPayout(refused.data.transaction_id)
    assert.deepEqual([ended.data.status, ended.data.reason], ['ERROR', 'rejected_by_approver'])
  })

  it('throw for a payout that surely failed, whatever the outer word is and also when it is repeated or approved', async () => {
    const point = ['--point', world.demo.auth_point_id]
    const limit = async (...above: string[]) =>
      await world.facts('point', 'limits', ...point, '--currency', 'ARS', ...above, '--by', 'ana')
    await limit()
    const request = payout('777.03')
    const failed = await refusal(client.createPayout(request))
    assert.ok(failed instanceof PayoutFailedError)
    assert.deepEqual([failed.code, failed.status, failed.replayed], ['invalid_account', 200, false])
    assert.deepEqual([failed.payout.status, failed.payout.reference], ['ERROR', request.reference])
    const again = await refusal(client.createPayout(request))
    assert.ok(again instanceof PayoutFailedError && again.replayed)
    await limit('--approval-above', '1000')
    const { api_key: second } = await world.facts('key', 'create', ...point, '--scopes', 'approve_payouts,read')
    const waiting = await client.createPayout(payout('10777.03'))
    assert.equal(waiting.data.status, 'PENDING')
    const approver = pasarelaClient({ baseUrl: world.url, apiKey: second ?? '' })
    const refused = await refusal(approver.approvePayout(waiting.data.transaction_id))
    assert.ok(refused instanceof PayoutFailedError && refused.code === 'invalid_account', refused.message)
    await world.facts('point', 'settings', ...point, '--failed-payout-reply', 'success', '--by', 'ana')
    const old = await soon(async () => {
      const thrown = await refusal(client.createPayout(request))
      return thrown.code === 'payout_failed' ? thrown : undefined
    })
    assert.ok(old instanceof PayoutFailedError && old.payout.status === 'ERROR')
    await world.facts('point', 'settings', ...point, '--failed-payout-reply', 'error', '--by', 'ana')
  })

  it('refund a pay-in in part and whole, list refunds, and throw for one that surely failed', async () => {
    const point = ['--point', world.demo.auth_point_id]
    await world.facts('point', 'limits', ...point, '--currency', 'ARS', '--by', 'ana')
    const { transaction_id: id } = (await client.createPayin({ ...payin(), amount: 1777.01 })).data
    await client.simulate(id, { event: 'paid' })
    const request = { reference: `refund-${id}`, amount: '100.50' }
    const first = await client.createRefund(id, request)
    assert.deepEqual([first.data.status, first.data.amount, first.replayed], ['COMPLETED', 100.5, false])
    assert.equal((await client.createRefund(id, request)).replayed, true)
    const failing = { reference: `failing-${id}`, amount: 777.02 }
    const failed = await refusal(client.createRefund(id, failing))
    assert.ok(failed instanceof RefundFailedError, failed.message)
    assert.deepEqual([failed.refund.status, failed.refund.status_reason], ['ERROR', 'insufficient_funds'])
    assert.equal((await client.createRefund(id, { reference: `rest-${id}` })).data.amount, 1676.51)
    assert.deepEqual((await client.getRefund(first.data.refund_id)).data, first.data)
    assert.equal((await client.listRefundsOfPayment(id)).data.items.length, 3)
    assert.equal((await client.listRefunds({ payment_id: id, status: 'ERROR' })).data.items.length, 1)
    assert.equal((await client.getTransaction(id)).data.reason, 'refunded')
  })

  it('make, find, pause and resume a payment link', async () => {
    const request = { reference: 'poster', title: 'A course', amount: '10.50', currency: 'ARS' } as const
    const { data: link } = await client.createPaymentLink(request)
    assert.equal((await client.createPaymentLink(request)).replayed, true)
    assert.deepEqual((await client.listPaymentLinks({ reference: 'poster' })).data.items, [link])
    assert.equal((await client.pausePaymentLink(link.payment_link_id)).data.status, 'paused')
    assert.equal((await client.resumePaymentLink(link.payment_link_id)).data.status, 'active')
    assert.equal((await client.getPaymentLink(link.payment_link_id)).data.url, link.url)
  })

  it('read balances, services and banks, set test funds, validate', async () => {
    const funds = await client.setTestFunds({ currency: 'PEN', available: '100.50', overdraft_limit: 0 })
    assert.deepEqual([funds.data.available, funds.data.overdraft_limit], [100.5, 0])
    const { balances } = (await client.getBalances()).data
    assert.equal(balances.find(({ currency }) => currency === 'PEN')?.available, 100.5)
    const { services } = (await client.listServices()).data
    assert.equal(services.find(({ service_code: code }) => code === 'BT_AR')?.operations.payin?.fields.length, 6)
    const banks = await client.listBanks({ country: 'AR' })
    assert.ok(banks.data.banks.length > 10)
    const valid = await client.validateRequest({ operation: 'payin', ...payin() })
    assert.deepEqual([valid.data.valid, valid.data.currency], [true, 'ARS'])
  })

  it('read and change where callbacks go', async () => {
    const changed = await settings.setWebhook({ amount_always: true })
    assert.equal(changed.data.amount_always, true)
    const { health, ...read } = (await settings.getWebhook()).data
    assert.deepEqual({ ...read, health: changed.data.health }, changed.data)
    assert.equal(typeof health.waiting, 'number')
    await settings.setWebhook({ amount_always: false })
    assert.equal((await refusal(client.getWebhook())).code, 'scope_missing')
  })

  it('read and move the test clock', async () => {
    assert.equal((await client.moveTestClock({ advance_seconds: 60 })).data.offset_seconds, 60)
    assert.equal((await client.readTestClock()).data.offset_seconds, 60)
    assert.equal((await client.moveTestClock({ reset: true })).data.offset_seconds, 0)
  })

  it('walk through all pages', async () => {
    const wanted = []
    for (let turn = 0; turn < 5; turn++) {
      wanted.unshift((await client.createPayin(payin({ service_code: 'PIX_BR', payer_doc_id: '390.533.447-05' }))).data)
    }
    const seen: string[] = []
    for await (const item of client.eachTransaction({ service_code: 'PIX_BR', limit: 2 }))
      seen.push(item.transaction_id)
    assert.deepEqual(
      seen,
      wanted.map((one) => one.transaction_id),
    )
  })

  it('fail with the code, every wrong field, the status and the id of the request', async () => {
    const error = await refusal(client.createPayin({ ...payin({ amount: 1.234 }), payer_doc_id: '' }))
    assert.deepEqual([error.name, error.code, error.status], ['PasarelaError', 'validation_failed', 422])
    assert.deepEqual(error.fields.map(({ param }) => param).toSorted(), ['amount', 'payer_doc_id'])
    assert.match(error.requestId ?? '', /^req_/)
    const request = payin()
    await client.createPayin(request)
    const conflict = await refusal(client.createPayin({ ...request, amount: 5 }))
    assert.deepEqual([conflict.code, conflict.status], ['reference_conflict', 409])
    const stranger = pasarelaClient({ baseUrl: world.url, apiKey: 'pas_test_nobody' })
    assert.equal((await refusal(stranger.getBalances())).status, 401)
    const lost = await refusal(client.getTransaction('../balances'))
    assert.equal(lost.code, 'not_found')
  })
})
