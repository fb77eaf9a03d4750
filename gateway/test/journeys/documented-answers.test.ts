import assert from 'node:assert/strict'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { cardReference, flatCard, nestedCard } from '../support/card-request.ts'
import { type ApiDocument, type DocumentedAnswers, documentedAnswers } from '../support/documented-answers.ts'
import { type Answer, type CallOptions, eventually, openWorld, type Wire } from '../support/world.ts'

const payments = '/api/v1/payments'
const payin = (changes: object = {}) => ({
  service_code: 'BT_AR',
  amount: 10,
  reference: randomUUID(),
  payer_doc_id: '20267565393',
  ...changes,
})
const payout = (changes: object = {}) => ({
  service_code: 'BT_AR',
  amount: 10,
  reference: randomUUID(),
  account_type: 'CBU',
  account: '2850590940090418135201',
  ...changes,
})

/** Nobody pays until somebody acts. */
const unpaidAmount = 777.01

/** Codes that every operation may answer and that have journeys of their own: failures of keys, of bodies, of ours. */
const ofEveryOperation =
  / (invalid_header|invalid_json|missing_key|unknown_key|expired_key|scope_missing|network_not_allowed|point_suspended|tls_required|unknown_parameter|rate_limited|internal_error|unavailable|body_too_large|unsupported_media_type|validation_failed)$/

describe('the OpenAPI document and what a running gateway answers', () => {
  const world = openWorld({ docs: true, env: { TEST_CLOCK: 'anybody', REFERENCES_PER_POINT: '1' } })
  let document: ApiDocument
  let answers: DocumentedAnswers
  let approver = ''
  before(async () => {
    document = (await (await fetch(`${world.url}/openapi.json`)).json()) as ApiDocument
    answers = documentedAnswers(document)
    approver = await keyOf(world.demo.auth_point_id, 'approve_payouts,read')
  })

  const keyOf = async (point: string, scopes: string) =>
    (await world.facts('key', 'create', '--point', point, '--scopes', scopes, '--name', 'k'))['api_key'] ?? ''

  /** Every answer is compared with the document, whatever it is; the code is what the test wants to have seen. */
  const call = async (
    method: string,
    path: string,
    code: number | string,
    options: CallOptions = {},
  ): Promise<Wire> => {
    const answer: Answer = await world.call(method, path, options)
    const { status, body } = answer
    assert.equal(status < 300 ? status : body.error?.code, code, `${method} ${path} ${status} ${JSON.stringify(body)}`)
    assert.deepEqual(answers.faultsOf(method, path, answer), [])
    return body.data
  }
  const get = async (path: string, code: number | string = 200, options: CallOptions = {}) =>
    await call('GET', path, code, options)
  const post = async (path: string, body: object, code: number | string = 200, options: CallOptions = {}) =>
    await call('POST', path, code, { body, ...options })
  const createPayin = async (changes: object = {}, code: number | string = 200, options: CallOptions = {}) =>
    await post(`${payments}/payin_hth`, payin(changes), code, options)
  const createPayout = async (changes: object = {}, code: number | string = 200, options: CallOptions = {}) =>
    await post(`${payments}/payout_hth`, payout(changes), code, options)
  const settings = () => ({ key: world.demo.settings_key })

  it('agree about the reply to every service code: each has the one schema that names it', async () => {
    const created = examplesOf(document, 'payin_hth')
    for (const [code, example] of created) {
      const data = await post(`${payments}/payin_hth`, example)
      const schemas = Object.entries(document.components.schemas).filter(([, { 'x-service-codes': codes }]) =>
        codes?.includes(code),
      )
      assert.equal(schemas.length, 1, code)
      assert.equal(answers.faultsOfBody(schemas[0]?.[0] ?? '', data), '', code)
      // What a repetition and a later read answer is documented too.
      await post(`${payments}/payin_hth`, example)
      await get(`${payments}/${data.transaction_id}`)
    }
    const paid = examplesOf(document, 'payout_hth')
    for (const [, example] of paid) await post(`${payments}/payout_hth`, example)
    assert.deepEqual([created.length, paid.length], [14, 13])
    await post(`${payments}/payin_hth`, nestedCard('4111111111111111'))
    await post(`${payments}/payin_hth`, flatCard('4111111111111111', { reference: cardReference() }))
    await createPayin({ payer_docid: 'unknown' })
    const failed = await createPayout({ amount: 777.02 })
    assert.equal(failed.status, 'ERROR')
  })

  it('agree about reads, lists and the catalogue', async () => {
    const { transaction_id: id } = await createPayin()
    await get(`${payments}?limit=100`)
    await get(`${payments}?limit=many`, 'invalid_type')
    await get(`${payments}/${randomUUID()}`, 'not_found')
    await get(`${payments}/${id}/callbacks`)
    await get(`${payments}/${randomUUID()}/callbacks`, 'not_found')
    await get('/api/v1/services')
    await get('/api/v1/banks?country=BR')
    await get('/api/v1/banks?country=Nowhere', 'not_allowed')
    await get('/api/v1/balances')
    await get('/api/v1/balances?currency=ARS', 'unknown_parameter')
    await get('/api/v1/balance-transactions?currency=ARS')
    await get('/api/v1/balance-transactions?cursor=none', 'invalid_format')
    await get(`/api/v1/statements/ARS?from=${new Date().toISOString().slice(0, 10)}`)
    await get('/api/v1/statements/ARS?from=2026-02-30', 'invalid_format')
    await post('/api/v1/validate', { operation: 'payin', ...payin() })
    await post('/api/v1/validate', { operation: 'payin', ...payin({ service_code: 'BT_XX' }) }, 'unknown_service_code')
    await get('/api/v1/events?limit=5')
    await get('/api/v1/test/inbox')
    await get('/api/v1/test/clock')
  })

  it('agree about what a transaction in the wrong state answers', async () => {
    const { transaction_id: id } = await createPayin({ amount: unpaidAmount })
    const at = `${payments}/${id}`
    await post(`${at}/callbacks/resend`, {}, 'not_in_this_state')
    await post(`${at}/payer-reference`, { payer_reference: '004512789' })
    await post(`${at}/approve`, {}, 'not_in_this_state', { key: approver })
    await post(`${at}/reject`, {}, 'not_in_this_state', { key: approver })
    // A busy machine may still be calling the bank about it.
    await eventually(async () => (await post(`${at}/cancel`, {})) as object, 'it is cancelled')
    await post(`${at}/cancel`, {}, 'not_in_this_state')
    await post(`/api/v1/test/payments/${id}/simulate`, { event: 'expire' }, 'not_in_this_state')
    await post(`${at}/callbacks/resend`, {})
    for (const path of ['cancel', 'callbacks/resend'])
      await post(`${payments}/${randomUUID()}/${path}`, {}, 'not_found')
    await post(`${payments}/${randomUUID()}/payer-reference`, { payer_reference: '1' }, 'not_found')
    await post(`/api/v1/test/payments/${randomUUID()}/simulate`, { event: 'paid' }, 'not_found')
    const { transaction_id: other } = await createPayin({ amount: unpaidAmount })
    await post(`/api/v1/test/payments/${other}/simulate`, { event: 'paid' })
    await post(`${payments}/${other}/payer-reference`, { payer_reference: '004512790' }, 'not_in_this_state')
  })

  it('agree about what a creation is refused with', async () => {
    const { reference } = await createPayin()
    await createPayin({ reference, amount: 11 }, 'reference_conflict')
    await createPayin({ service_code: 'BT_XX' }, 'unknown_service_code')
    const paid = await createPayout()
    await createPayout({ reference: paid.reference, amount: 11 }, 'reference_conflict')
    await createPayout({ service_code: 'CC1_IG_TRUST_WW_EUR' }, 'unknown_service_code')
    await post('/api/v1/test/funds', { currency: 'ARS', available: 1, overdraft_limit: 0 })
    await createPayout({ amount: 500 }, 'insufficient_funds')
    await post('/api/v1/test/funds', { currency: 'ARS', available: 100_000 })
    const closed = await world.facts('point', 'create', '--merchant', 'Closed', '--environment', 'test', '--name', 'C')
    const point = closed['auth_point_id'] ?? ''
    const key = await keyOf(point, 'payins,payouts,read')
    await world.db.query(`update points set services_enabled = '{PIX_BR}' where id = $1`, [point])
    await createPayin({}, 'service_not_enabled', { key })
    await createPayout({}, 'service_not_enabled', { key })
  })

  it('agree about a second key', async () => {
    const limits = ['--point', world.demo.auth_point_id, '--currency', 'ARS', '--approval-above', '100', '--by', 'ana']
    await world.facts('point', 'limits', ...limits)
    const waiting = async (amount = 200) => `${payments}/${(await createPayout({ amount })).transaction_id}`
    await post(`${await waiting()}/approve`, { note: 'seen' }, 200, { key: approver })
    await post(`${await waiting(777.02)}/approve`, {}, 200, { key: approver })
    await post(`${await waiting()}/reject`, {}, 200, { key: approver })
    const maker = await keyOf(world.demo.auth_point_id, 'payouts,approve_payouts')
    const own = await createPayout({ amount: 200 }, 200, { key: maker })
    for (const word of ['approve', 'reject']) {
      await post(`${payments}/${own.transaction_id}/${word}`, {}, 'scope_missing', { key: maker })
      await post(`${payments}/${randomUUID()}/${word}`, {}, 'not_found', { key: approver })
    }
    // As if one person had made both keys.
    await world.db.query(`update api_keys set created_by_user = (select id from users limit 1) where point_id = $1`, [
      world.demo.auth_point_id,
    ])
    for (const word of ['approve', 'reject']) {
      await post(`${payments}/${own.transaction_id}/${word}`, {}, 'second_person_required', { key: approver })
    }
  })

  it('agree about signed payouts', async () => {
    const names = ['--merchant', 'Signed', '--environment', 'test', '--name', 'S', '--signed-payouts']
    const point = await world.facts('point', 'create', ...names)
    const key = await keyOf(point['auth_point_id'] ?? '', 'payouts,refunds,approve_payouts')
    const body = payout()
    for (const path of [
      `${payments}/payout_hth`,
      `${payments}/${randomUUID()}/refunds`,
      '/api/v1/withdrawals',
      `${payments}/${randomUUID()}/approve`,
      `${payments}/${randomUUID()}/reject`,
    ]) {
      const signed = (seconds: number) => signatureOf(point['signing_secret'] ?? '', { path, body, seconds })
      const once = signed(0)
      const otherwise = path.endsWith('withdrawals') ? 'not_in_this_state' : 'not_found'
      await post(path, body, path.endsWith('_hth') ? 200 : otherwise, { key, headers: once })
      await post(path, body, 'nonce_reused', { key, headers: once })
      await post(path, body, 'stale_timestamp', { key, headers: signed(-400) })
      await post(path, body, 'bad_signature', { key })
    }
  })

  it('agree about refunds', async () => {
    const paid = async () => {
      const { transaction_id: id } = await createPayin({ amount: unpaidAmount })
      await post(`/api/v1/test/payments/${id}/simulate`, { event: 'paid' })
      return `${payments}/${id}/refunds`
    }
    const at = await paid()
    const body = { reference: randomUUID(), amount: 7, reason: 'too much', metadata: { order: '1' } }
    const { refund_id: id } = await post(at, body, 201)
    await post(at, body)
    await post(at, { ...body, amount: 8 }, 'reference_conflict')
    await post(at, { reference: randomUUID(), amount: 777.01 }, 'amount_too_large')
    await post(await paid(), { reference: randomUUID(), amount: 777.01 }, 201)
    await post(at, { reference: randomUUID() }, 201)
    await post(at, { reference: randomUUID() }, 'not_in_this_state')
    await post(`${payments}/${randomUUID()}/refunds`, { reference: randomUUID() }, 'not_found')
    await get(at)
    await get(`${payments}/${randomUUID()}/refunds`, 'not_found')
    await get('/api/v1/refunds?limit=5')
    await get(`/api/v1/refunds/${id}`)
    await get(`/api/v1/refunds/${randomUUID()}`, 'not_found')
    await get(`${payments}/${id}`)
    const unable = await paid()
    await post('/api/v1/test/funds', { currency: 'ARS', available: 1, overdraft_limit: 0 })
    await post(unable, { reference: randomUUID() }, 'insufficient_funds')
    await post('/api/v1/test/funds', { currency: 'ARS', available: 100_000 })
  })

  it('agree about payment links', async () => {
    const at = '/api/v1/payment-links'
    const body = { reference: randomUUID(), title: 'A course', amount: 7, currency: 'ARS', metadata: { order: '1' } }
    const { payment_link_id: id } = await post(at, body, 201)
    await post(at, body)
    await post(at, { ...body, amount: 8 }, 'reference_conflict')
    await post(at, { ...body, reference: randomUUID(), currency: 'EUR' }, 'not_allowed')
    await post(
      at,
      { reference: randomUUID(), title: 'www.other.example', amount: 0, currency: 'ARS' },
      'validation_failed',
    )
    await get(`${at}?limit=5`)
    for (const path of [`${at}/${id}`, `${at}/${randomUUID()}`]) {
      const answer = path.endsWith(id) ? 200 : 'not_found'
      await get(path, answer)
      await post(`${path}/pause`, {}, answer)
      await post(`${path}/resume`, {}, answer)
    }
  })

  it('agree about withdrawals', async () => {
    const at = '/api/v1/withdrawals'
    const body = { service_code: 'BT_AR', reference: randomUUID(), amount: 5 }
    await post(at, body, 'not_in_this_state')
    await world.db.query(
      `insert into withdrawal_accounts (id, merchant_id, environment, service_code, details, proposed_by, confirmed_by_operator,
          confirmed_at, usable_from)
        select gen_random_uuid(), p.merchant_id, 'test', 'BT_AR', $2, u.id, 'ana', now(), now()
        from points p join users u on u.merchant_id = p.merchant_id where p.id = $1 limit 1`,
      [world.demo.auth_point_id, JSON.stringify({ account_type: 'CBU', account: '2850590940090418135201' })],
    )
    const { withdrawal_id: id } = await post(at, body, 201)
    await post(at, body)
    await post(at, { ...body, amount: 6 }, 'reference_conflict')
    await post(at, { ...body, reference: randomUUID(), amount: 777.01 }, 201)
    await post(at, { ...body, reference: randomUUID(), amount: 7.77 }, 201)
    await post(at, { ...body, reference: randomUUID(), amount: null }, 'required')
    await get(at)
    await get(`${at}/${id}`)
    await get(`${at}/${randomUUID()}`, 'not_found')
    await get(`${payments}/${id}`)
    await post('/api/v1/test/funds', { currency: 'ARS', available: 1, overdraft_limit: 0 })
    await post(at, { ...body, reference: randomUUID() }, 'insufficient_funds')
    await post('/api/v1/test/funds', { currency: 'ARS', available: 100_000 })
  })

  it('agree about callbacks and their settings', async () => {
    const { transaction_id: id } = await createPayin({ amount: unpaidAmount })
    await post(`/api/v1/test/payments/${id}/simulate`, { event: 'paid' })
    const delivery = await eventually(async () => {
      const { deliveries } = await get(`/api/v1/webhook/deliveries?transaction_id=${id}`, 200, settings())
      return deliveries[0]
    }, 'the delivery is there')
    await get(`/api/v1/webhook/deliveries/${delivery.delivery_id}`, 200, settings())
    await get('/api/v1/webhook/deliveries/999999', 'not_found', settings())
    await post(`/api/v1/webhook/deliveries/${delivery.delivery_id}/resend`, {}, 200, settings())
    await post('/api/v1/webhook/deliveries/999999/resend', {}, 'not_found', settings())
    await get('/api/v1/webhook', 200, settings())
    await call('PUT', '/api/v1/webhook', 200, { body: { send_metadata: true }, ...settings() })
    await call('PUT', '/api/v1/webhook', 'invalid_format', { body: { url: 'nowhere' }, ...settings() })
    await post('/api/v1/webhook/test', {}, 200, settings())
    await post('/api/v1/webhook/explain', { body: '{}', headers: {} }, 200, settings())
    await post('/api/v1/webhook/recover', { since: new Date().toISOString() }, 200, settings())
    await post('/api/v1/webhook/rotate-secret', {}, 200, settings())
    await post('/api/v1/webhook/rotate-secret', {}, 'not_in_this_state', settings())
    await post('/api/v1/webhook/rotate-token', { action: 'activate' }, 'not_in_this_state', settings())
    await post('/api/v1/webhook/rotate-token', { action: 'stage' }, 200, settings())
  })

  it('agree about the clock, and about what only test points have', async () => {
    await post('/api/v1/test/clock', { advance_seconds: 1 })
    await post('/api/v1/test/clock', { reset: true })
    const live = await world.facts('point', 'create', '--merchant', 'Live', '--environment', 'live', '--name', 'L')
    const key = await keyOf(live['auth_point_id'] ?? '', 'payins,payouts,read')
    const settingsKey = await keyOf(live['auth_point_id'] ?? '', 'webhook')
    await post('/api/v1/test/clock', { advance_seconds: 1 }, 'not_in_this_state')
    await post('/api/v1/test/clock', { advance_seconds: 1 }, 'not_found', { key })
    await post('/api/v1/test/funds', { currency: 'ARS', available: 1 }, 'not_found', { key })
    await get('/api/v1/test/clock', 'not_found', { key })
    await get('/api/v1/test/inbox', 'not_found', { key })
    await post('/api/v1/webhook/test', {}, 'not_in_this_state', { key: settingsKey })
    const account = ['--service', 'SPEI_MX', '--number', '002010077777777771', '--beneficiary', 'Tienda SA de CV']
    await world.facts('account', 'add', ...account, '--by', 'ana', '--note', 'opened', '--break-glass')
    const spei = { service_code: 'SPEI_MX', payer_doc_id: undefined, account_type: undefined, account: undefined }
    await createPayin(spei, 200, { key })
    await createPayin(spei, 'too_many_open', { key })
    const clabe = { ...spei, account_type: 'CLABE', account: '002010077777777771' }
    await createPayout(clabe, 'too_many_open', { key })
  })

  it('leave no operation and no documented code out', () => {
    const unseen = answers.unseen().filter((each) => !ofEveryOperation.test(each))
    assert.deepEqual(unseen, [
      // Only a month after the delivery.
      'resendDelivery not_in_this_state',
      // Only where the bank of a pay-in has no refunds.
      'createRefund service_not_enabled',
      // Only of a pay-in to an own account, whose point has taken its share since.
      'createRefund too_many_open',
      // As of a payout.
      'createWithdrawal service_not_enabled',
      'createWithdrawal too_many_open',
    ])
  })

  it('would disagree about any other answer', () => {
    const refusal = (code: string) => ({
      status: 'fail',
      message: 'm',
      data: null,
      error: { type: 't', code, param: null, message: 'm', doc_url: 'd', request_id: 'r' },
      errors: [],
    })
    const cancel = `${payments}/${randomUUID()}/cancel`
    const faults = (status: number, body: unknown, path = cancel) =>
      answers.faultsOf('POST', path, { status, body }).join()
    assert.equal(faults(409, refusal('not_in_this_state')), '')
    assert.match(faults(418, refusal('not_in_this_state')), /the status is not documented/)
    assert.match(faults(409, refusal('reference_conflict')), /the code is not documented/)
    assert.match(faults(409, { ...refusal('not_in_this_state'), errors: 'none' }), /must be array/)
    assert.match(faults(200, { status: 'success', data: {} }), /must have required property/)
    assert.match(faults(200, {}, '/api/v1/nothing'), /is no operation/)
  })
})

function examplesOf(document: ApiDocument, path: string): [string, object][] {
  const operation = document.paths[`${payments}/${path}`]?.['post'] as Wire
  const examples = operation.requestBody.content['application/json'].examples as Record<string, { value: object }>
  return Object.entries(examples).map(([code, { value }]) => [code, value])
}

interface Signed {
  path: string
  body: object
  /** How far the timestamp is from now. */
  seconds: number
}

function signatureOf(secret: string, { path, body, seconds }: Signed): Record<string, string> {
  const at = String(Math.floor(Date.now() / 1_000) + seconds)
  const nonce = randomUUID()
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  const signature = createHmac('sha256', secret).update(['POST', path, at, nonce, hash].join('\n')).digest('hex')
  return { 'x-timestamp': at, 'x-nonce': nonce, 'x-signature': `v1=${signature}` }
}
