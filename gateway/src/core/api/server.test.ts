import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import pg from 'pg'
import { type Answer, openWorld, type Wire } from '../../../test/support/world.ts'
import { problemReply } from '../web/payment-reply-schemas.ts'

/** Header of the trusted proxy for a request over TLS. */
const overTls = { 'x-forwarded-proto': 'https' }

const unique = () => randomBytes(11).toString('hex')
const payin = (changes: Record<string, unknown> = {}) => ({
  service_code: 'BT_AR',
  amount: 100.5,
  reference: unique(),
  payer_doc_id: '20-26756539-3',
  ...changes,
})

describe('the merchant API', () => {
  const world = openWorld({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  let liveKey = ''
  before(async () => {
    liveKey = await newKey('live', 'payins,payouts,read')
  })

  const facts = async (...args: string[]): Promise<Record<string, string>> => {
    const { code, output } = await world.command(...args, '--json')
    assert.equal(code, 0, output)
    return JSON.parse(output.split('\n').find((line) => line.startsWith('{')) ?? '{}') as Record<string, string>
  }
  const newKey = async (environment: string, scopes: string, prepare = async (_pointId: string) => {}) => {
    const point = await facts(
      'point',
      'create',
      '--merchant',
      `Shop ${unique()}`,
      '--environment',
      environment,
      '--name',
      'Web',
    )
    const pointId = point['auth_point_id'] ?? ''
    await prepare(pointId)
    return (await facts('key', 'create', '--point', pointId, '--scopes', scopes, '--name', 'k'))['api_key'] ?? ''
  }
  const create = async (body: unknown, path = 'payin_hth') =>
    await world.call('POST', `/api/v1/payments/${path}`, { body })
  const refused = (answer: Answer, status: number, code: string) => {
    assert.equal(answer.body.error?.code, code, JSON.stringify(answer.body))
    assert.equal(answer.status, status)
    assert.ok(problemReply.safeParse(answer.body).success, 'the refusal has the documented form')
  }
  for (const [what, raw, code, param] of [
    ['1e400', JSON.stringify(payin()).replace('100.5', '1e400'), 'invalid_format', 'amount'],
    ['-0', JSON.stringify(payin()).replace('100.5', '-0'), 'amount_too_small', 'amount'],
    ['an escaped NUL', JSON.stringify(payin({ reference: 'a\u0000b' })), 'invalid_format', 'reference'],
    ['a lone surrogate', JSON.stringify(payin({ reference: 'a\ud800b' })), 'invalid_format', 'reference'],
    [
      'a NUL in a field of another service',
      JSON.stringify(payin({ account_bank: 'a\u0000b' })),
      'invalid_format',
      'account_bank',
    ],
    ['an object as amount', JSON.stringify(payin({ amount: {} })), 'invalid_type', 'amount'],
    [
      'a service code that is none',
      JSON.stringify(payin({ service_code: 'BT_XX' })),
      'unknown_service_code',
      'service_code',
    ],
    ['no service code', '{}', 'required', 'service_code'],
  ] as const) {
    it(`refuses ${what} with its field, and answers the next request`, async () => {
      const answer = await world.call('POST', '/api/v1/payments/payin_hth', { raw })
      refused(answer, 422, code)
      assert.equal(answer.body.error.param, param)
      assert.equal((await create(payin())).status, 200)
    })
  }

  it('takes the last of duplicate names, and reports names it does not know', async () => {
    const raw = JSON.stringify(payin({ payer_docid: '1' })).replace('"amount":100.5', '"amount":1,"amount":100.5')
    const { body } = await world.call('POST', '/api/v1/payments/payin_hth', { raw })
    assert.equal(body.data.amount, 100.5)
    assert.deepEqual(
      body.warnings.map((one: Wire) => [one.code, one.param]),
      [['unknown_field', 'payer_docid']],
    )
    assert.ok(!('warnings' in (await create(payin())).body))
  })

  it('checks the key before it reads the body', async () => {
    const raw = '{'
    const headers = { authorization: '' }
    const answer = await world.call('POST', '/api/v1/payments/payout_hth', { raw, headers })
    refused(answer, 401, 'missing_key')
    assert.equal(answer.body.status, 'error')
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
    refused(await world.call('POST', '/api/v1/payments/payout_hth', { raw }), 400, 'invalid_json')
  })

  it('requires their own scope for the callback settings', async () => {
    refused(await world.call('GET', '/api/v1/webhook'), 403, 'scope_missing')
    const settings = async (body?: unknown) =>
      await world.call(body ? 'PUT' : 'GET', '/api/v1/webhook', {
        key: world.demo.settings_key,
        ...(body ? { body } : {}),
      })
    // The endpoint's health changes with every callback.
    const kept = ({ body }: Answer) => ({ ...body.data, health: undefined })
    const before = kept(await settings())
    const changed = await settings({ amount_always: true, colour: 'red' })
    assert.deepEqual(kept(changed), { ...before, amount_always: true })
    assert.deepEqual(
      changed.body.warnings.map((one: Wire) => one.param),
      ['colour'],
    )
    refused(await settings({ url: 'ftp://shop.example' }), 422, 'invalid_format')
    const answer = await settings({ url: 5, status: 'off', accept_2xx: 'yes' })
    assert.deepEqual(
      answer.body.errors.map((one: Wire) => [one.param, one.code]),
      [
        ['url', 'invalid_type'],
        ['status', 'not_allowed'],
        ['accept_2xx', 'invalid_type'],
      ],
    )
    assert.deepEqual(kept(await settings()), kept(changed))
  })

  it('has an inbox on test points only', async () => {
    const inbox = await world.call('GET', '/api/v1/test/inbox?limit=5')
    assert.equal(inbox.status, 200)
    refused(await world.call('GET', '/api/v1/test/inbox', { key: liveKey, headers: overTls }), 404, 'not_found')
    refused(await world.call('GET', '/api/v1/test/inbox?after=x'), 422, 'invalid_format')
  })

  it('refuses the key of a live point over plain HTTP, whatever is sent with it', async () => {
    const card = { service_code: 'CC1_IG_TRUST_WW_EUR', payer_card_number: '4111111111111111' }
    const send = async (headers: Record<string, string>) =>
      await world.call('POST', '/api/v1/payments/payin_hth', { body: card, key: liveKey, headers })
    refused(await send({}), 403, 'tls_required')
    refused(await send(overTls), 422, 'validation_failed')
    assert.match(world.output(), /a trusted proxy sends no X-Forwarded-Proto/)
    assert.equal(world.output().split('sends no X-Forwarded-Proto').length, 2, 'the warning is logged once')
    assert.ok(!world.output().includes('4111111111111111'))
  })

  it('limits the requests of a point by all its keys, returns the waiting time, and does not limit other points', async () => {
    let another = ''
    const key = await newKey('test', 'read', async (pointId) => {
      const client = new pg.Client({ connectionString: world.databaseUrl })
      await client.connect()
      await client.query('update points set rate_limit_per_second = 2 where id = $1', [pointId])
      await client.end()
      another = (await facts('key', 'create', '--point', pointId, '--scopes', 'read', '--name', 'k'))['api_key'] ?? ''
    })
    const answers: Answer[] = []
    for (let i = 0; i < 12; i++) answers.push(await world.call('GET', '/api/v1/banks?country=AR', { key }))
    const byAnother = await world.call('GET', '/api/v1/banks?country=AR', { key: another })
    assert.equal(answers[0]?.headers.get('ratelimit-limit'), '2')
    assert.equal(answers[0]?.headers.get('ratelimit-remaining'), '3')
    assert.ok(Number(byAnother.headers.get('ratelimit-remaining')) < 3, 'the other key has what the first one left')
    const limited = answers.find((one) => one.status === 429)
    assert.ok(limited)
    refused(limited, 429, 'rate_limited')
    assert.equal(limited.headers.get('retry-after'), '1')
    assert.equal((await world.call('GET', '/api/v1/banks?country=AR')).headers.get('ratelimit-limit'), null)
    assert.equal(
      (await world.call('GET', '/api/v1/banks?country=AR', { key: liveKey, headers: overTls })).headers.get(
        'ratelimit-limit',
      ),
      '100',
    )
  })

  it('refuses unsigned provider notifications', async () => {
    for (const account of ['x', randomUUID()]) {
      for (const more of ['', '/pix', '/secret/pix?hmac=1']) {
        const answer = await world.call('POST', `/provider-notifications/${account}${more}`, { raw: '{"a":1}' })
        refused(answer, 401, 'bad_signature')
      }
    }
    refused(await world.call('POST', '/provider-notifications/x', { raw: 'x'.repeat(70_000) }), 413, 'body_too_large')
  })
})
